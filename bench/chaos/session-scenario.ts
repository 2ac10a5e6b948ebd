import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { answerIdOf } from '@plumbline/contracts/answers/conversation';
import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import type { CliResult } from '../../test/support/processes/cli.ts';
import { FEEDBACK_NOTE, MESSAGES } from './messages.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';
import { readSessionEvidence, readStoredAnswers, readStreamFaults } from './session-evidence.ts';
import { withTemporal } from './user.ts';

const SESSION_ID = 'chat-chaos';
/** Whose memory the session reads and changes. */
const USER = 'keeper';
/** Turn of the message whose answer is streamed. */
const STREAMED_TURN = 3;

/** One session: a message about everything, feedback on its answer, a message that needs no source, and a streamed answer. */
export const SESSION: Scenario = {
  name: 'session',
  run: (world) => runSession(world),
  readEvidence: ({ home }) =>
    readSessionEvidence({ home, sessionId: SESSION_ID, userId: USER, streamedTurn: STREAMED_TURN }),
  verify: ({ home }) => readStreamFaults(home, answerIdOf(SESSION_ID, STREAMED_TURN)),
};

/** How the first message is asked. */
type FirstAsk = (world: RunWorld) => Promise<CliResult>;

/** Asks and gives feedback, again whenever its command is killed, and opens the session once more at the end. */
export async function runSession(world: RunWorld, askFirst: FirstAsk = insistOnFirst): Promise<CliResult> {
  await startServer(world);
  const commands = [
    askFirst,
    () => insist(world, 'ask', `/unhelpful ${FEEDBACK_NOTE}`, '--session', SESSION_ID, '--user', USER),
    () => insistOnAnswer(world, 'ask', MESSAGES.general, ...optionsOf('general')),
  ];
  for (const command of commands) {
    const result = await command(world);
    if (result.code !== 0) return result;
  }
  await askStreamed(world);
  return reopen(world);
}

function insistOnFirst(world: RunWorld): Promise<CliResult> {
  return insistOnAnswer(world, ...firstAsk(world));
}

/** Asks once, and after the kill of the command only opens the session, which shows the answer. */
export async function abandonFirst(world: RunWorld): Promise<CliResult> {
  const { wasKilled } = await world.follow(async (killed, isAgain) => {
    if (isAgain) return { wasKilled: true };
    await world.attach(killed, ...firstAsk(world)).ended;
    return { wasKilled: false };
  });
  if (!wasKilled) throw new Error('the first command was not killed');
  const result = await reopen(world);
  await startServer(world);
  return result;
}

function firstAsk({ sources }: RunWorld): readonly string[] {
  const scope = ['--corpus', sources.documents, '--catalogue', sources.catalogue];
  return ['ask', MESSAGES.grounded, ...scope, ...optionsOf('grounded')];
}

function optionsOf(messageId: string): readonly string[] {
  return ['--session', SESSION_ID, '--message-id', messageId, '--mode', 'deep', '--user', USER, '--json'];
}

async function insistOnAnswer(world: RunWorld, ...args: readonly string[]): Promise<CliResult> {
  const result = await insist(world, ...args);
  if (result.code === 0) await compareWithStored(world, result.stdout);
  return result;
}

/** The same command again when it was killed: its message is answered once. */
function insist(world: RunWorld, ...args: readonly string[]): Promise<CliResult> {
  return world.follow(async (killed, isAgain) => {
    if (isAgain) await startServer(world, killed);
    return world.attach(killed, ...args).ended;
  });
}

/** Server and worker stay between the commands. */
async function startServer(world: RunWorld, killed = new AbortController().signal): Promise<void> {
  await world.attach(killed, 'up').ended;
}

/** As a program does that shows the text while it is written. */
function askStreamed(world: RunWorld): Promise<AnswerResult> {
  return world.follow(async (killed, isAgain) => {
    if (isAgain) await startServer(world, killed);
    const ask = { message: MESSAGES.streamed, messageId: 'streamed', userId: USER, streams: true };
    return withTemporal(world.home, ({ conversations }) =>
      conversations.ask({ sessionId: SESSION_ID, scope: null, ask, signal: killed }),
    );
  });
}

/** The session shows every answer that is stored, and none besides. */
async function reopen(world: RunWorld): Promise<CliResult> {
  const result = await insist(world, 'chat', '--session', SESSION_ID, '--user', USER, '--json');
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
  const [shown, kept] = [answer, stored.result].map(canonicalJson);
  if (shown !== kept) throw new Error(`the answer ${answer.answerId} is shown otherwise than stored: ${shown}`);
}
