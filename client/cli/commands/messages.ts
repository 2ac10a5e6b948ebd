import { type ResearchLimits, researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import type { Steer } from '@plumbline/contracts/research/steering';
import { sessionLimitsSchema } from '@plumbline/contracts/settings/conversation-settings';
import { type Command, Option } from 'commander';
import { LIMITS, settingOf } from '../../configuration/settings.ts';
import { commands, example, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { acting } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { collect, parseLanguage } from '../options/option-values.ts';
import {
  describeIssue,
  addChangeOptions,
  createSettingOption,
  type OptionValues,
  settingsFrom,
  optionOf,
} from '../options/setting-options.ts';
import { isUnfinished, requireKnownRun, resolveRun } from '../runs/find-run.ts';
import { sendMessage, unlessSession, waitUntilOver } from '../runs/send-message.ts';

const WHICH = 'id of the run; its beginning or end is enough (default: the newest that is under way)';

export function addFinishCommand(program: Command): void {
  program
    .command('finish')
    .description('End research now and write the report from what was found so far.')
    .argument('[id]', WHICH)
    .option('--without-report', 'end the run or session at once, and write nothing')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', example('finish research-limits-3f9a21'))
    .action(
      acting((context, id: string | undefined, flags: { readonly withoutReport?: boolean }) =>
        flags.withoutReport === true ? cancel(context, id) : finish(context, id),
      ),
    );
}

async function finish(context: CommandContext, id: string | undefined): Promise<void> {
  return sendMessage(context, id, {
    send: (research, researchId) => research.finish(researchId),
    done: 'Finishing: the report is written from what was found so far.',
  });
}

async function cancel(context: CommandContext, id: string | undefined): Promise<void> {
  const researchId = await resolveRun(context, id, isUnfinished);
  await requireKnownRun(context, researchId);
  return withTemporal(context, { keep: false }, async ({ research, conversations }) => {
    const cancelled = await research.cancel(researchId).catch(unlessSession(() => conversations.cancel(researchId)));
    const hasEnded = async (): Promise<boolean> =>
      cancelled === null
        ? (await conversations.observe(researchId))?.status !== 'running'
        : (await research.observe(researchId)).endedAt !== null;
    const isOver = await waitUntilOver(hasEnded, context.signal);
    context.output.result({ researchId, cancelled: isOver }, () =>
      isOver ? 'Cancelled.' : 'Cancellation requested; the run ends when a worker picks it up.',
    );
  });
}

interface SteerFlags {
  readonly addTask?: readonly string[];
  readonly dropTask?: readonly string[];
  readonly banSource?: readonly string[];
  readonly banDomain?: readonly string[];
  readonly preferSource?: readonly string[];
  readonly relevanceThreshold?: number;
  readonly language?: string;
  readonly name?: string;
  readonly pin?: boolean;
  readonly [limit: string]: unknown;
}

const NOTE = `
A change applies from now on; the report lists each with its time and effect. Give the new total of a limit, not what to add;
a session has limits of models and money. --name and --pin are for lists and the page, also of runs that are over.`;

export function addSteerCommand(program: Command): void {
  const command = program
    .command('steer')
    .description('Change a run: its tasks, sources and language, its limits, or its name in lists.')
    .argument('[id]', WHICH)
    .option('--add-task <text>', 'add this task; may be repeated', collect)
    .option('--drop-task <task>', 'drop this task (`status --json` shows the ids); may be repeated', collect)
    .option('--ban-source <locator>', 'ignore this document or page; may be repeated', collect)
    .option('--ban-domain <domain>', 'ignore this domain and those below it; may be repeated', collect)
    .option('--prefer-source <source>', 'read this document, page or domain first; may be repeated', collect)
    .addOption(createSettingOption(settingOf('relevanceThreshold'), undefined))
    .option('--language <code>', 'language of the report: its ISO 639-1 code such as de or en', parseLanguage)
    .option('--name <name>', 'what lists call it; empty: its question again')
    .addOption(new Option('--pin', 'pin it to the top of the list'))
    .option('--no-pin', 'unpin it')
    .option('--json', 'the outcome as JSON');
  // Both are there, so neither is the default.
  command.setOptionValue('pin', undefined);
  addChangeOptions(command, LIMITS);
  command
    .addHelpText('after', example('steer research-limits-3f9a21 --add-task "What changed in 2024?"', NOTE))
    .action(acting(steer));
}

async function steer(context: CommandContext, id: string | undefined, flags: SteerFlags): Promise<void> {
  const changes = changesOf(flags);
  const limits = limitsOf(flags);
  const hasLimits = Object.keys(limits).length > 0;
  const isNamed = flags.name !== undefined || flags.pin !== undefined;
  if (changes.length === 0 && !hasLimits && !isNamed)
    throw new UsageError('no change was given', `See: ${commands.help('steer')}`);
  if (isNamed) await rename(context, id, flags);
  if (hasLimits)
    await sendMessage(context, id, {
      send: (research, researchId) => research.extend(researchId, limits),
      done: 'Raised.',
      async toSession(conversations, sessionId) {
        // An id without a session is told by the session itself.
        if ((await conversations.observe(sessionId)) !== null) requireSessionLimits(limits);
        await conversations.extend(sessionId, limits);
      },
    });
  if (changes.length > 0)
    await sendMessage(context, id, {
      send: (research, researchId) => research.steer(researchId, changes),
      done: 'Changed.',
    });
}

async function rename(context: CommandContext, given: string | undefined, flags: SteerFlags): Promise<void> {
  const { name, pin: isPinned } = flags;
  const { labels } = await context.tools();
  const id = await resolveRun(context, given);
  const label = await labels.change(id, { isPinned, ...(name !== undefined && { name: name.trim() || null }) });
  context.output.result({ id, ...label }, () => `${label.isPinned ? 'Pinned: ' : ''}${label.name ?? id}`);
}

function changesOf(flags: SteerFlags): readonly Steer[] {
  const { addTask, dropTask, banSource, banDomain, preferSource, relevanceThreshold, language } = flags;
  return [
    ...(addTask ?? []).map((text) => ({ action: 'add-task', text }) as const),
    ...(dropTask ?? []).map((taskId) => ({ action: 'drop-task', taskId }) as const),
    ...(banSource ?? []).map((locator) => ({ action: 'ban-source', locator }) as const),
    ...(banDomain ?? []).map((domain) => ({ action: 'ban-domain', domain }) as const),
    ...(preferSource ?? []).map((source) => ({ action: 'prefer-source', source }) as const),
    ...(relevanceThreshold === undefined ? [] : [{ action: 'set-threshold', relevanceThreshold } as const]),
    ...(language === undefined ? [] : [{ action: 'set-language', language } as const]),
  ];
}

/** The limits among the options. @throws {UsageError} that says what is wrong with them */
function limitsOf(options: OptionValues): Partial<ResearchLimits> {
  const settings = settingsFrom(options, LIMITS);
  const given: object = 'limits' in settings && settings.limits instanceof Object ? settings.limits : {};
  const { data, error } = researchLimitsSchema.safeParse(given);
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, path: ['settings', 'limits', ...issue.path] }));
  const problems = issues.map((issue) => describeIssue(issue, LIMITS));
  if (problems.length > 0) throw new UsageError(problems.join('; '), `See: ${commands.help('steer')}`);
  return Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => name in given));
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
