import { createInterface } from 'node:readline/promises';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, RunFailedError, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { renderAnswer } from '../rendering/render-answer.ts';
import { toPlainLine } from '../terminal/text-layout.ts';
import { askInSession, messageFor, type OpenSession } from './session-context.ts';

const HELP = [
  '/research <message>  start a research run with the message',
  '/helpful, /unhelpful <note>  rate the last answer',
  '/session  show the id of this session',
  '/exit, /quit  leave; the session stays',
].join('\n');

/** Reads messages line by line until the input ends, and answers each. */
export async function chat(context: CommandContext, access: TemporalAccess, session: OpenSession): Promise<void> {
  const { output, config, signal, streams } = context;
  const last = session.sessionId === undefined ? null : await showPast(context, access, session);
  let answerId = last?.answerId ?? null;
  if (config.terminal.canAsk) output.notice('Ask something; /help lists the commands, Ctrl-D leaves.');
  // Interrupted while the past was shown.
  signal.throwIfAborted();
  const lines = createInterface({
    input: streams.stdin,
    output: config.terminal.canAsk ? streams.stderr : undefined,
    prompt: '› ',
    historySize: 200,
  });
  signal.addEventListener('abort', () => lines.close(), { once: true });
  // Ctrl-C while a line is edited.
  lines.on('SIGINT', () => context.interrupt());
  if (config.terminal.canAsk) lines.prompt();
  for await (const line of lines) {
    const message = line.trim();
    if (message === '/exit' || message === '/quit') break;
    if (message !== '') answerId = (await reply(context, access, session, message, answerId)) ?? answerId;
    signal.throwIfAborted();
    if (config.terminal.canAsk) lines.prompt();
  }
  signal.throwIfAborted();
  if (session.sessionId !== undefined) output.notice(`Go on later: ${commands.chat(session.sessionId)}`);
}

/** @returns id of the answer, if there is a new one. What a session refuses ends the message, not the chat. */
async function reply(
  context: CommandContext,
  access: TemporalAccess,
  session: OpenSession,
  line: string,
  lastAnswerId: string | null,
): Promise<string | null> {
  const { output } = context;
  const [, command, said = ''] = /^\/(\w+)(.*)/s.exec(line) ?? [];
  const rest = said.trim();
  try {
    if (command === 'help') output.notice(HELP);
    else if (command === 'session') output.notice(session.sessionId ?? 'It begins with your first message.');
    else if (command === 'helpful' || command === 'unhelpful') {
      if (lastAnswerId === null) throw new UsageError('there is no answer yet');
      await access.conversations.feedback({ answerId: lastAnswerId, verdict: command, note: rest });
      output.notice('Noted.');
    } else if (command !== undefined && command !== 'research') {
      throw new UsageError(`There is no /${command}.`, '/help lists the commands.');
    } else {
      const isResearch = command === 'research';
      const ask = await messageFor(session, isResearch ? rest : line, { research: isResearch });
      const answer = await askInSession(context, access, session, ask);
      await show(context, session, answer);
      return answer.answerId;
    }
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof RunFailedError)) throw error;
    output.notice(`${error.message}${error.remedy === '' ? '' : ` ${error.remedy}`}`);
  }
  return null;
}

/** What was said, and the answer to what was being answered. */
async function showPast(
  context: CommandContext,
  access: TemporalAccess,
  session: OpenSession,
): Promise<AnswerResult | null> {
  const { sessionId = '', options } = session;
  const { output } = context;
  const { thread, answers, pending } = await access.conversations.view(sessionId, options.user ?? null);
  const shown = new Map(answers.map((answer) => [answer.answerId, answer]));
  for (const { turn, message, summary, failure } of thread) {
    output.notice(`› ${toPlainLine(message)}`);
    const answer = shown.get(`${sessionId}:${turn}`);
    if (answer !== undefined) await show(context, session, answer);
    else output.notice(toPlainLine(failure ?? summary));
  }
  let last = answers.at(-1) ?? null;
  for (const { message, messageId } of pending) {
    output.notice(`› ${toPlainLine(message)}`);
    last = await askInSession(context, access, session, await messageFor(session, message, { messageId }));
    await show(context, session, last);
  }
  return last;
}

async function show(
  { output, shownColumns, streams, paint }: CommandContext,
  { options: { sources } }: OpenSession,
  answer: AnswerResult,
): Promise<void> {
  const text = await renderAnswer(answer, { columns: shownColumns, paint, sources, isFull: false });
  if (output.isJson) output.event(answer);
  else streams.stdout.write(`\n${text}\n`);
}
