import type { Steer } from '@plumbline/contracts/research/steering';
import type { Command } from 'commander';
import { settingOf } from '../../configuration/settings.ts';
import { commands, examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { lingerOption } from '../options/linger-option.ts';
import { collect, parseLanguage } from '../options/option-values.ts';
import { readPlan } from '../options/plan-file.ts';
import { createSettingOption } from '../options/setting-options.ts';
import { messageCommand } from './messages.ts';

interface AnswerFlags extends OutputFlags {
  readonly question?: string;
}

const ANSWER_EXAMPLES = examples(
  'answer research-limits-3f9a21 "Only for HTTP/2."',
  'answer research-limits-3f9a21 --question q1 "Version 8"',
  'answer research-limits-3f9a21 -',
);

interface ApproveFlags extends OutputFlags {
  readonly plan?: string;
  readonly print?: boolean;
}

const APPROVE_EXAMPLES = examples(
  'approve research-limits-3f9a21',
  'approve research-limits-3f9a21 --print > plan.json',
  'approve research-limits-3f9a21 --plan plan.json',
);

const RELEVANCE_THRESHOLD = settingOf('relevanceThreshold');

interface SteerFlags extends OutputFlags {
  readonly addTask?: readonly string[];
  readonly dropTask?: readonly string[];
  readonly banSource?: readonly string[];
  readonly banDomain?: readonly string[];
  readonly preferSource?: readonly string[];
  readonly relevanceThreshold?: number;
  readonly language?: string;
}

/** `steer`: changes the remaining work of a run. */
export const addSteerCommand = messageCommand({
  name: 'steer',
  description: 'Change the remaining work of a run: tasks, sources, threshold, language of the report.',
  examples: [
    'steer research-limits-3f9a21 --add-task "What changed in 2024?" --drop-task t3',
    'steer research-limits-3f9a21 --ban-domain example.com --prefer-source minutes/2024.md',
    'steer research-limits-3f9a21 --language de --relevance-threshold 0.6',
  ],
  note: '\nA change applies from now on; the report lists each change with its time and effect.',
  options: (command) =>
    command
      .option('--add-task <text>', 'add this task; may be repeated', collect)
      .option('--drop-task <task>', 'drop this task (`status --json` shows the ids); may be repeated', collect)
      .option('--ban-source <locator>', 'ignore this document or page; may be repeated', collect)
      .option('--ban-domain <domain>', 'ignore this domain and those below it; may be repeated', collect)
      .option('--prefer-source <source>', 'read this document, page or domain first; may be repeated', collect)
      .addOption(createSettingOption(RELEVANCE_THRESHOLD, undefined))
      .option(
        '--language <code>',
        'write the report in this language, by its ISO 639-1 code such as de or en',
        parseLanguage,
      ),
  async read(flags: SteerFlags) {
    const { UsageError } = await import('../../errors/failures.ts');
    const changes = changesOf(flags);
    if (changes.length === 0) throw new UsageError('no change was given', `See: ${commands.help('steer')}`);
    return changes;
  },
  send: (research, researchId, changes) => research.steer(researchId, changes),
  done: 'Changed.',
});

/** `answer`: answers the pending questions of a run. */
export function addAnswerCommand(program: Command): void {
  program
    .command('answer')
    .helpGroup(CommandGroup.Steer)
    .description('Answer the questions of a run: all at once, or a single one.')
    .argument('<id>', RUN_ID)
    .argument('<text>', 'the answer in quotes; - reads it from standard input')
    .option('--question <id>', 'answer only this question')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', ANSWER_EXAMPLES)
    .action((id: string, text: string, flags: AnswerFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const answer = {
          text: await readAnswer(context, text),
          ...(flags.question !== undefined && { questionId: flags.question }),
        };
        return sendMessage(
          context,
          id,
          (research, researchId) => research.answer(researchId, answer),
          'Answer accepted.',
        );
      }),
    );
}

/** Far more than a run accepts. A server refuses messages of megabytes without naming a reason. */
const MAX_SENT_LENGTH = 500_000;

async function readAnswer({ streams }: CommandContext, text: string): Promise<string> {
  const answer = text === '-' ? await (await import('node:stream/consumers')).text(streams.stdin) : text;
  if (answer.length <= MAX_SENT_LENGTH) return answer.trim();
  const { UsageError } = await import('../../errors/failures.ts');
  throw new UsageError(`the answer has ${answer.length} characters`, 'Send a shorter one.');
}

/** `approve`: starts research with the pending plan, or with an edited one. */
export function addApproveCommand(program: Command): void {
  program
    .command('approve')
    .helpGroup(CommandGroup.Steer)
    .description('Approve the plan of a run that was started with --approve-plan.')
    .argument('<id>', RUN_ID)
    .option('--plan <file>', 'use this edited plan instead')
    .option('--print', 'print the plan as JSON for editing; approves nothing')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', APPROVE_EXAMPLES)
    .action((id: string, flags: ApproveFlags) =>
      runCommand(flags, async (context) => {
        if (flags.print === true) return printPlan(context, id);
        const plan = flags.plan === undefined ? undefined : await readPlan(flags.plan);
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.approvePlan(researchId, plan),
          'Plan approved.',
        );
      }),
    );
}

async function printPlan(context: CommandContext, id: string): Promise<ExitCode> {
  const { findRun } = await import('../runs/find-run.ts');
  const plan = (await findRun(context, id)).progress?.planToApprove ?? null;
  if (plan === null) throw new UsageError('this run has no plan waiting for approval');
  context.output.result(plan, () => JSON.stringify(plan, null, 2));
  return ExitCode.Done;
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

/** `resume`: starts Temporal and a worker if needed and follows a run. */
export function addResumeCommand(program: Command): void {
  program
    .command('resume')
    .helpGroup(CommandGroup.Start)
    .description(
      'Continue a run, even a failed one, from its last completed stage and follow it. Shows the report if the run is over.',
    )
    .argument('[id]', 'id of the run (default: the newest run that is unfinished or failed)')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('resume', 'resume research-limits-3f9a21'))
    .action((id: string | undefined, flags: LingerFlags) =>
      runCommand(flags, async (context) => {
        const { isUnfinished, requireKnownRun, resolveRun } = await import('../runs/find-run.ts');
        const { canResume, hasFailed } = await import('@plumbline/contracts/report/progress');
        const { withTemporal } = await import('../context/reach.ts');
        const { followOrShow } = await import('../watching/follow-run.ts');
        const researchId = await resolveRun(
          context,
          id,
          (run) => isUnfinished(run) || (run.progress !== null && canResume(run.progress)),
          ({ progress }) => hasFailed(progress?.stage ?? null),
        );
        await requireKnownRun(context, researchId);
        return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
          const from = await access.research.resume(researchId);
          if (from !== null) context.output.progress(`Continuing ${researchId} after its failure, from ${from}`);
          return followOrShow(context, access, researchId, { isQuiet: flags.quiet === true });
        });
      }),
    );
}
