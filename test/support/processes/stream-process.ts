import { openPostgresState, openSqliteState } from '@plumbline/storage/database';
import { createSqlAnswerStream } from '../../../activities/conversations/sql-answer-stream.ts';

// A process that appends texts to a stream: node stream-process.ts <home or database url> <answer id> <number of texts> <word>.

const [place = '', answerId = '', count = '1', word = ''] = process.argv.slice(2);
const database = place.startsWith('postgres') ? openPostgresState(place) : openSqliteState(place);
const stream = createSqlAnswerStream(database, () => new Date());
for (let index = 1; index <= Number(count); index += 1)
  await stream.append(answerId, 1, { kind: 'text', text: `${word} ${index}` });
await database.close();
