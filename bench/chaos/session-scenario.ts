import type { CliResult } from '../../test/support/processes/cli.ts';
import type { AnswerResult } from '../../workflows/contracts/answer.ts';
import { answerIdOf } from '../../workflows/contracts/conversation.ts';
import { FEEDBACK_NOTE, MESSAGES } from './messages.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';
import { comparableAnswer, readSessionEvidence, readStoredAnswers, streamFaults } from './session-evidence.ts';
import { withTemporal } from './user.ts';

export const SESSION_ID = 'chat-chaos';
/** Turn of the message whose answer is streamed. */
const STREAMED_TURN = 3;

/** One session: a message about everything, feedback on its answer, a message that needs no source, and a streamed answer. */
export const SESSION: Scenario = {
  name: 'session',
  run: (world) => runSession(world),
  readEvidence: ({ home }) => readSessionEvidence(home, SESSION_ID, STREAMED_TURN),
  verify: ({ home }) => streamFaults(home, answerIdOf(SESSION_ID, STREAMED_TURN)),
};

/** Asks and gives feedback, again whenever its command is killed, and opens the session once more at the end. */
export async function runSession(world: RunWorld): Promise<CliResult> {
  // Server and worker stay between the commands.
  await world.start('up').ended;
  const commands = [
    () => ask(world, 'grounded'),
    () => insist(world, 'feedback', answerIdOf(SESSION_ID, 1), 'unhelpful', FEEDBACK_NOTE),
    () => ask(world, 'general'),
  ];
  for (const command of commands) {
    const result = await command();
    if (result.code !== 0) return result;
  }
  await askStreamed(world);
  return reopen(world);
}

/** The first command of the session, in the state in which a person leaves it. */
export async function ask(world: RunWorld, kind: 'grounded' | 'general'): Promise<CliResult> {
  const { documents, catalogue } = world.sources;
  const sources = kind === 'grounded' ? ['--corpus', documents, '--catalogue', catalogue] : [];
  const session = ['--session', SESSION_ID, '--message-id', kind, '--mode', 'deep', '--json'];
  const result = await insist(world, 'ask', MESSAGES[kind], ...sources, ...session);
  if (result.code === 0) await compareWithStored(world, result.stdout);
  return result;
}

/** The same command again when it was killed: its message is answered once. */
function insist(world: RunWorld, ...args: readonly string[]): Promise<CliResult> {
  return world.follow((killed) => world.attach(killed, ...args).ended);
}

/** As a program does that shows the text while it is written. */
function askStreamed(world: RunWorld): Promise<AnswerResult> {
  return world.follow(async (killed) => {
    await world.attach(killed, 'up').ended;
    const ask = { message: MESSAGES.streamed, messageId: 'streamed', streams: true };
    return withTemporal(world.home, ({ conversations }) =>
      conversations.ask({ sessionId: SESSION_ID, scope: null, ask, signal: killed }),
    );
  });
}

/** The session shows every answer that is stored, and none besides. */
export async function reopen(world: RunWorld): Promise<CliResult> {
  const result = await insist(world, 'chat', '--session', SESSION_ID, '--json');
  if (result.code !== 0) return result;
  const shown = result.stdout.trim().split('\n').filter(Boolean);
  const stored = await readStoredAnswers(world.home, SESSION_ID);
  if (shown.length !== stored.length) throw new Error(`${stored.length} answers are stored, ${shown.length} shown`);
  for (const line of shown) await compareWithStored(world, line);
  return result;
}

/** @throws {Error} when a command shows another answer than the stored one */
async function compareWithStored({ home }: RunWorld, printed: string): Promise<void> {
  const answer = JSON.parse(printed) as AnswerResult;
  const stored = (await readStoredAnswers(home, SESSION_ID)).find(({ result }) => result.answerId === answer.answerId);
  if (stored === undefined) throw new Error(`the answer ${answer.answerId} is not stored`);
  const [shown, kept] = [answer, stored.result].map((result) => comparableAnswer(result).join('\n'));
  if (shown !== kept) throw new Error(`the answer ${answer.answerId} is shown otherwise than stored: ${printed}`);
}
