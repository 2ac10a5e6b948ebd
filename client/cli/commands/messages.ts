import { type ResearchLimits, researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import { sessionLimitsSchema } from '@plumbline/contracts/settings/conversation-settings';
import type { Command } from 'commander';
import { LIMITS } from '../../configuration/settings.ts';
import type { ConversationClient } from '../../conversations/conversation-client.ts';
import { commands, examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { ResearchClient } from '../../runs/research-client.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { describeIssue } from '../options/request-problems.ts';
import { addChangeOptions, type OptionValues, settingsFrom } from '../options/setting-options.ts';
import { optionOf } from '../options/setting-text.ts';

/** A command that sends one message to a run. */
interface MessageCommand<Message, Flags> {
  readonly name: string;
  readonly description: string;
  /** Arguments of the program, without its name. */
  readonly examples: readonly string[];
  readonly note?: string;
  /** Adds the options that the message is made from. */
  readonly options?: (command: Command) => void;
  /** What the options say. @throws {UsageError} where they say nothing, or what cannot be */
  readonly read: (flags: Flags) => Message | Promise<Message>;
  readonly send: (research: ResearchClient, researchId: string, message: Message) => Promise<Delivery>;
  /** Sends it to a session, where sessions take such a message. */
  readonly toSession?: (conversations: ConversationClient, sessionId: string, message: Message) => Promise<void>;
  /** Shown when the message was accepted. */
  readonly done: string;
}

/** Adds the command to a program. */
export function messageCommand<Message, Flags extends OutputFlags>(
  given: MessageCommand<Message, Flags>,
): (program: Command) => void {
  const { name, description, note, options, read, send, toSession, done } = given;
  return (program) => {
    const command = program
      .command(name)
      .helpGroup(CommandGroup.Steer)
      .description(description)
      .argument('<id>', RUN_ID);
    options?.(command);
    command.option('--json', 'the outcome as JSON');
    if (note !== undefined) command.addHelpText('after', note);
    command.addHelpText('after', examples(...given.examples)).action((id: string, flags: Flags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const message = await read(flags);
        return sendMessage(
          context,
          id,
          (research, researchId) => send(research, researchId, message),
          done,
          toSession && ((conversations, sessionId) => toSession(conversations, sessionId, message)),
        );
      }),
    );
  };
}

/** Of a message that says all by its name. */
const read = (): undefined => undefined;

/** `finish`: ends research early. */
export const addFinishCommand = messageCommand({
  name: 'finish',
  description: 'End research now and write the report from what was found so far.',
  examples: ['finish research-limits-3f9a21'],
  read,
  send: (research, researchId) => research.finish(researchId),
  done: 'Finishing: the report is written from what was found so far.',
});

/** `retry`: ends the wait for a server. */
export const addRetryCommand = messageCommand({
  name: 'retry',
  description: 'Retry now what a run waits for, such as a model endpoint after an outage or with a new key.',
  examples: ['retry research-limits-3f9a21'],
  read,
  send: (research, researchId) => research.retry(researchId),
  toSession: (conversations, sessionId) => conversations.retry(sessionId),
  done: 'Retrying now.',
});

/** `skip`: continues without an answer. */
export const addSkipCommand = messageCommand({
  name: 'skip',
  description: 'Let a run continue with its stated assumptions instead of an answer.',
  examples: ['skip research-limits-3f9a21'],
  read,
  send: (research, researchId) => research.skip(researchId),
  done: 'Skipped: the run continues with its assumptions.',
});

/** `extend`: raises the limits of a run. */
export const addExtendCommand = messageCommand({
  name: 'extend',
  description: 'Raise the limits of a run or session; a run waiting at a limit continues.',
  examples: [
    'extend research-limits-3f9a21 --max-model-calls 800',
    'extend research-limits-3f9a21 --max-money 5 --max-time 8h',
  ],
  note: '\nGive the new total of a limit, not what to add. Limits that you leave out stay. A session has limits of models and money.',
  options: (command) => addChangeOptions(command, LIMITS),
  async read(flags: OptionValues & OutputFlags) {
    const { UsageError } = await import('../../errors/failures.ts');
    const { limits, problems } = readLimits(flags);
    const help = `See: ${commands.help('extend')}`;
    if (problems.length > 0) throw new UsageError(problems.join('; '), help);
    if (Object.keys(limits).length === 0) throw new UsageError('no limit was given', help);
    return limits;
  },
  send: (research, researchId, limits) => research.extend(researchId, limits),
  async toSession(conversations, sessionId, limits) {
    // An id without a session is told by the session itself.
    if ((await conversations.observe(sessionId)) !== null) requireSessionLimits(limits);
    await conversations.extend(sessionId, limits);
  },
  done: 'Raised.',
});

/** `cancel`: ends a run without a report. */
export function addCancelCommand(program: Command): void {
  program
    .command('cancel')
    .helpGroup(CommandGroup.Steer)
    .description('End a run without a report. `finish` ends it with one.')
    .argument('<id>', RUN_ID)
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('cancel research-limits-3f9a21'))
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { requireKnownRun, resolveRun } = await import('../runs/find-run.ts');
        const { withTemporal } = await import('../context/reach.ts');
        const { unlessSession, waitUntilOver } = await import('../runs/send-message.ts');
        const researchId = await resolveRun(context, id);
        await requireKnownRun(context, researchId);
        return withTemporal(context, { keep: false }, async ({ research, conversations }) => {
          const cancelled = await research
            .cancel(researchId)
            .catch(unlessSession(() => conversations.cancel(researchId)));
          const hasEnded = async (): Promise<boolean> =>
            cancelled === null
              ? (await conversations.observe(researchId))?.status !== 'running'
              : (await research.observe(researchId)).endedAt !== null;
          const isOver = await waitUntilOver(hasEnded, context.signal);
          context.output.result({ researchId, cancelled: isOver }, () =>
            isOver ? 'Cancelled.' : 'Cancellation requested; the run ends when a worker picks it up.',
          );
          return ExitCode.Done;
        });
      }),
    );
}

/** The limits among the options of a command, and what is wrong with them. */
function readLimits(options: OptionValues): {
  readonly limits: Partial<ResearchLimits>;
  readonly problems: readonly string[];
} {
  const settings = settingsFrom(options, LIMITS);
  const given: object = 'limits' in settings && settings.limits instanceof Object ? settings.limits : {};
  const { data, error } = researchLimitsSchema.safeParse(given);
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, path: ['settings', 'limits', ...issue.path] }));
  return {
    limits: Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => name in given)),
    problems: issues.map((issue) => describeIssue(issue, LIMITS)),
  };
}

/** @throws {UsageError} when one is a limit of runs alone */
function requireSessionLimits(limits: Partial<ResearchLimits>): void {
  const options = (isOfSessions: boolean): string[] =>
    LIMITS.filter(({ path: [, name = ''] }) => isOfSessions === name in sessionLimitsSchema.shape)
      .filter(({ path: [, name = ''] }) => isOfSessions || name in limits)
      .map(optionOf);
  const foreign = options(false);
  if (foreign.length === 0) return;
  throw new UsageError(
    `a session has no ${foreign.join(', ')}; its limits are ${options(true).join(', ')}`,
    'These bound what models may cost. Searches and waits of an answer are bounded anyway; a run of research has the other limits.',
  );
}
