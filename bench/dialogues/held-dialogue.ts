import { randomUUID } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { loadClientConfig } from '../../client/configuration/config.ts';
import { reachTemporal, type TemporalAccess } from '../../client/connection/temporal-access.ts';
import type { Dialogue, Turn } from './dialogue-file.ts';

/** So many places does a reader look at. */
const LOOKED_AT = 3;

export interface Held {
  readonly folder: string;
  readonly home: string;
  readonly dialogues: readonly Dialogue[];
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

/** A turn that a reader would not accept, with what came instead. */
interface Missed {
  readonly dialogue: string;
  readonly ask: string;
  readonly why: string;
  readonly answer: string;
}

/** Holds every conversation from its first turn to its last; prints what is not accepted, and the shares. */
export async function holdDialogues({ folder, home, dialogues, print, signal }: Held) {
  const environment = { ...process.env, PLUMBLINE_HOME: home, PLUMBLINE_TEMPORAL_PORT: '0' };
  const hasModel = (process.env['PLUMBLINE_MODEL'] ?? '') !== '';
  const access = await reachTemporal(loadClientConfig(environment), { keep: false, onPhase: () => {}, signal });
  const missed: Missed[] = [];
  let asked = 0;
  try {
    for (const dialogue of dialogues) {
      const answers = await hold(access, dialogue, await placed(folder, home, dialogue), signal);
      for (const [place, turn] of dialogue.turns.entries()) {
        const answer = answers[place];
        if (answer === undefined || (turn.writes && !hasModel)) continue;
        asked += 1;
        const why = faultOf(turn, answer);
        if (why !== null) missed.push({ dialogue: dialogue.name, ask: turn.ask, why, answer: answer.summary });
      }
      print(`${dialogue.name}: ${missed.filter((each) => each.dialogue === dialogue.name).length} not accepted`);
    }
  } finally {
    await access.close();
  }
  for (const { dialogue, ask, why, answer } of missed)
    print(`\n${dialogue} > ${ask}\n  ${why}\n  ${answer.slice(0, 600).replaceAll('\n', '\n  ')}`);
  const accepted = asked - missed.length;
  print(
    `\naccepted ${accepted} of ${asked} turns (${(accepted / asked).toFixed(2)})${hasModel ? ', with a model' : ''}`,
  );
  return { accepted, asked, hasModel, missed };
}

/** The documents and catalogues of a dialogue in folders of their own. */
async function placed(folder: string, home: string, { name, documents, catalogues }: Dialogue) {
  const own = join(home, 'given', encodeURIComponent(name));
  const into = async (kind: string, names: readonly string[]): Promise<string[]> => {
    if (names.length === 0) return [];
    await mkdir(join(own, kind), { recursive: true });
    for (const each of names) await cp(resolve(folder, kind, each), join(own, kind, each), { recursive: true });
    return [join(own, kind)];
  };
  return { corpusDirectories: await into('documents', documents), catalogues: await into('catalogues', catalogues) };
}

async function hold(
  { conversations }: TemporalAccess,
  { user: userId, turns }: Dialogue,
  sources: object,
  signal: AbortSignal,
): Promise<AnswerResult[]> {
  const scope = conversationScopeSchema.parse({ ...sources, userId });
  const answers: AnswerResult[] = [];
  for (const { ask: message } of turns) {
    const sessionId = answers[0]?.sessionId;
    const ask = { message, messageId: randomUUID(), userId };
    answers.push(await conversations.ask({ scope: sessionId === undefined ? scope : null, sessionId, ask, signal }));
  }
  return answers;
}

/** Null: a reader would accept it. */
function faultOf(turn: Turn, answer: AnswerResult): string | null {
  const quotes = answer.citations.slice(0, LOOKED_AT).map(({ quote }) => quote.text);
  const text = [plain(answer.summary), ...quotes].join('\n');
  const hidden = turn.shows.find((each) => !each.test(text));
  if (hidden !== undefined) return `does not show ${hidden.source}`;
  if (turn.says?.test(plain(answer.summary)) === false) return `does not say ${turn.says.source}`;
  if (turn.never?.test(plain(answer.summary)) === true) return `says ${turn.never.source}`;
  if (turn.courtesy && answer.citations.length > 0) return 'answers a courtesy with places';
  const titles = answer.cards.map(({ title }) => title);
  const isOther = turn.entries !== undefined && titles.toSorted().join() !== turn.entries.toSorted().join();
  return isOther ? `shows the entries ${titles.join(', ') || 'none'}` : null;
}

/** Without the marks of Markdown. */
function plain(summary: string): string {
  return summary.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1').replaceAll(/[*`]/g, '');
}
