import { type Command, Option } from 'commander';
import { example, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import type { ExitCode } from '../context/command.ts';
import { acting } from '../context/command.ts';
import { type LingerFlags, withTemporal } from '../context/reach.ts';
import { lingerOption, readPlan } from '../options/option-values.ts';
import { findRun, isUnfinished, requireKnownRun, resolveRun } from '../runs/find-run.ts';
import { sendMessage, waitsForPerson as prefers } from '../runs/send-message.ts';

interface AnswerFlags {
  readonly question?: string;
  readonly skip?: boolean;
  readonly approve?: boolean;
  readonly plan?: string;
  readonly printPlan?: boolean;
}

export function addAnswerCommand(program: Command): void {
  program
    .command('answer')
    .description('Answer what a run asks: its questions, or whether its plan is right.')
    .argument('[id]', 'id of the run; its beginning or end is enough (default: the newest that waits)')
    .argument('[text]', 'the answer in quotes; - reads it from standard input')
    .option('--question <id>', 'answer only this question')
    .addOption(new Option('--skip', 'continue with the stated assumptions').conflicts(['approve', 'question']))
    .option('--approve', 'approve the plan of a run that was started with --approve-plan')
    .option('--plan <file>', 'approve this edited plan instead')
    .option('--print-plan', 'print the plan as JSON for editing; approves nothing')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', example('answer research-limits-3f9a21 "Only for HTTP/2."'))
    .action(
      acting((context, id: string | undefined, text: string | undefined, flags: AnswerFlags) =>
        answer(context, [id, text], flags),
      ),
    );
}

async function answer(
  context: CommandContext,
  [first, second]: readonly (string | undefined)[],
  flags: AnswerFlags,
): Promise<void> {
  const { skip: isSkipped = false, approve = false, plan, printPlan: isPrinted = false, question } = flags;
  const needsText = !isSkipped && !approve && plan === undefined && !isPrinted;
  if (!needsText && second !== undefined) throw new UsageError(`"${second}" is not used`, 'Leave it out.');
  // A word alone is the answer, where one is needed.
  const [id, text] = needsText && second === undefined ? [undefined, first] : [first, second];
  if (isPrinted) return printPlan(context, id);
  if (isSkipped)
    return sendMessage(context, id, {
      send: (research, researchId) => research.skip(researchId),
      done: 'Skipped: the run continues with its assumptions.',
      prefers,
    });
  const edited = plan === undefined ? undefined : await readPlan(plan);
  const given = needsText && { text: await readAnswer(context, text), ...(question && { questionId: question }) };
  return sendMessage(context, id, {
    send: (research, researchId) =>
      given ? research.answer(researchId, given) : research.approvePlan(researchId, edited),
    done: given ? 'Answer accepted.' : 'Plan approved.',
    prefers,
  });
}

/** Far more than a run accepts. A server refuses messages of megabytes without naming a reason. */
const MAX_SENT_LENGTH = 500_000;

async function readAnswer({ streams }: CommandContext, text: string | undefined): Promise<string> {
  if (text === undefined) throw new UsageError('the answer is missing', 'Give it in quotes, or --skip or --approve.');
  const answer = text === '-' ? await (await import('node:stream/consumers')).text(streams.stdin) : text;
  if (answer.length <= MAX_SENT_LENGTH) return answer.trim();
  throw new UsageError(`the answer has ${answer.length} characters`, 'Send a shorter one.');
}

async function printPlan(context: CommandContext, id: string | undefined): Promise<void> {
  const plan = (await findRun(context, id)).progress?.planToApprove ?? null;
  if (plan === null) throw new UsageError('this run has no plan waiting for approval');
  context.output.result(plan, () => JSON.stringify(plan, null, 2));
}

type ResumeFlags = LingerFlags & { readonly detach?: boolean };

export function addResumeCommand(program: Command): void {
  program
    .command('resume')
    .description(
      'Continue a run, even a failed one, and follow it; retry now what it waits for. Shows the report if the run is over.',
    )
    .argument('[id]', 'id of the run (default: the newest run that is unfinished or failed)')
    .option('--detach', 'do not follow it')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', example('resume research-limits-3f9a21'))
    .action(acting(resume));
}

async function resume(context: CommandContext, id: string | undefined, flags: ResumeFlags): Promise<ExitCode | void> {
  const { canResume, hasFailed } = await import('@plumbline/contracts/report/progress');
  const { followOrShow } = await import('../watching/follow-run.ts');
  const researchId = await resolveRun(
    context,
    id,
    (run) => isUnfinished(run) || (run.progress !== null && canResume(run.progress)),
    ({ progress }) => hasFailed(progress?.stage ?? null),
  );
  await requireKnownRun(context, researchId);
  const { conversations: sessions, runs } = await context.tools();
  const isSession = (await sessions.read(researchId)) !== null;
  if (isSession || flags.detach === true) return retry(context, researchId);
  const { waits = [] } = (await runs.read(researchId))?.progress ?? {};
  return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
    const from = await access.research.resume(researchId);
    if (from !== null) context.output.progress(`Continuing ${researchId} after its failure, from ${from}`);
    else if (waits.some(({ kind }) => kind !== 'budget')) await access.research.retry(researchId);
    return followOrShow(context, access, researchId, { isQuiet: flags.quiet === true });
  });
}

/** Ends the wait for a server. */
async function retry(context: CommandContext, researchId: string): Promise<void> {
  return sendMessage(context, researchId, {
    send: (research, runId) => research.retry(runId),
    toSession: (conversations, sessionId) => conversations.retry(sessionId),
    done: 'Retrying now.',
  });
}
