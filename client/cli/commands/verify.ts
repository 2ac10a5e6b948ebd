import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { counted } from '@plumbline/contracts/common/counted';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import type { TracedAttribution, TracedClaim } from '@plumbline/quotes/attribution';
import type { Command } from 'commander';
import { commands, example, UsageError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode, acting } from '../context/command.ts';
import { parseWholeNumber } from '../options/option-values.ts';
import { type CheckOutcome, renderVerification, renderBundleVerification } from '../rendering/render-checks.ts';
import { resolveRun } from '../runs/find-run.ts';
import { present, toPlainLine, wrap } from '../terminal/text-layout.ts';

const WHERE_IT_IS = `Give the id of a run, or the path of a report.json; it is next to the report.md that ${commands.reportPath()} prints.`;

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'Check every quotation, offset and citation of a report against the stored text, or of an audit bundle.',
    )
    .argument(
      '[report]',
      'id of a run (default: the newest with a report), the report.json next to a report, or a bundle that `report --format bundle` wrote',
    )
    .addHelpText('after', example('verify research-limits-3f9a21'))
    .addHelpText('after', '\nA bundle needs nothing else: no store, no server, no network.')
    .addHelpText('after', 'Exit code 0: no problems; 1: problems found.')
    .action(
      acting(async (context, given: string | undefined) => {
        const path = given ?? (await resolveRun(context, given, ({ hasReport }) => hasReport));
        const file = resolve(path);
        const isVerified = (await isFile(file)) ? await verifyFile(context, file) : await verifyRun(context, path);
        return isVerified ? ExitCode.Done : ExitCode.NotVerified;
      }),
    );
}

async function verifyFile(context: CommandContext, path: string): Promise<boolean> {
  const tools = await context.tools();
  if (!(await isArchive(path))) return tell(context, await tools.verifyRecord(path).catch(refuse), renderVerification);
  const bundles = await tools.openBundles();
  return tell(context, await bundles.verify(path).catch(refuse), renderBundleVerification);
}

/** @throws {UsageError} where the store has no such run */
async function verifyRun(context: CommandContext, researchId: string): Promise<boolean> {
  const tools = await context.tools();
  if ((await tools.runs.read(researchId)) === null)
    throw new UsageError(`there is no file ${resolve(researchId)}, and no such run`, WHERE_IT_IS);
  const report = await findReport(context, researchId);
  return tell(context, await tools.verifyReport(report).catch(refuse), renderVerification);
}

function tell<Checked extends CheckOutcome>(
  { output }: CommandContext,
  checked: Checked,
  render: (checked: Checked) => string,
): boolean {
  const isVerified = checked.problems.length === 0;
  output.result({ verified: isVerified, ...checked }, () => render(checked));
  return isVerified;
}

/** @throws {UsageError} where the file is no record */
async function refuse(error: unknown): Promise<never> {
  const { BundleVersionError } = await import('@plumbline/exports/bundles');
  const { NoRecordError } = await import('@plumbline/report/record-reading');
  if (error instanceof BundleVersionError) throw new UsageError(error.message, 'Use the version that wrote it.');
  if (!(error instanceof NoRecordError)) throw error;
  throw new UsageError(error.message, WHERE_IT_IS);
}

/** Every non-empty ZIP file begins like this; a record begins with a brace. */
async function isArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK' || path.toLowerCase().endsWith('.zip');
  } finally {
    await file.close();
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

export function addTraceCommand(program: Command): void {
  program
    .command('trace')
    .description('Follow each claim of a report through citation, finding, passage and source to the stored text.')
    .argument('[id]', 'id of the run (default: the newest with a report)')
    .argument('[number]', 'number of the claim in the report, from 1 (default: all)', parseWholeNumber)
    .addHelpText('after', example('trace research-limits-3f9a21 2'))
    .addHelpText('after', '\nExit code 0: every claim was traced; 1: at least one was not.')
    .action(acting(trace));
}

async function trace(context: CommandContext, id: string | undefined, number: number | undefined): Promise<ExitCode> {
  const researchId = await resolveRun(context, id, ({ hasReport }) => hasReport);
  const report = await findReport(context, researchId);
  const all = await (await context.tools()).traceRecord(report);
  const claims = number === undefined ? all : [pick(all, number)];
  const isTraceable = claims.every((claim) => claim.isTraceable);
  context.output.result({ researchId, traceable: isTraceable, claims }, () => renderTrace(claims, context.columns));
  return isTraceable ? ExitCode.Done : ExitCode.NotVerified;
}

function pick(claims: readonly TracedClaim[], number: number): TracedClaim {
  const claim = claims.find((candidate) => candidate.number === number);
  if (claim !== undefined) return claim;
  throw new UsageError(
    claims.length === 0 ? 'the report has no claims' : `the report has no claim ${number}: use 1 to ${claims.length}`,
  );
}

/** Every claim with the path to its sources, one step per line. */
export function renderTrace(claims: readonly TracedClaim[], columns: number): string {
  const broken = claims.filter(({ isTraceable }) => !isTraceable).length;
  const end = broken === 0 ? 'all traced' : `${broken} NOT traced`;
  const walks = claims.flatMap((claim) => [...renderClaim(claim, columns), '']);
  return [...walks, `${counted(claims.length, 'claim')}, ${end}`].join('\n');
}

function renderClaim({ number, part, claim, attributions }: TracedClaim, columns: number): string[] {
  const { text, citations, bearing } = claim;
  return present(
    ...indented(`${number}. (${part}) ${text}`, 0, columns),
    citations.length === 0 && `  no citation${part === 'limitation' ? ' (a limitation needs none)' : ''}`,
    bearing !== undefined && `  judged: ${bearing.isBeside ? 'BESIDE' : 'serves'} the question${usedBy(bearing)}`,
    ...attributions.flatMap((attribution) => renderAttribution(attribution, columns)),
  );
}

const usedBy = ({ answers = [] }: { readonly answers?: readonly number[] | undefined }): string =>
  answers.length === 0 ? '' : `, uses answer ${answers.join(', ')} of the person`;

function renderAttribution(attribution: TracedAttribution, columns: number): string[] {
  const { key, number, fault } = attribution;
  const steps = [findingStep, passageStep, sourceStep, bytesStep, layerStep].map((step) => step(attribution));
  return [
    ...indented(`citation ${number === null ? '' : `[${number}] `}${key}`, 2, columns),
    ...steps.flatMap((step) => (step === null ? [] : indented(step, 4, columns))),
    ...(fault === null ? [] : indented(`BROKEN: ${fault}`, 4, columns)),
  ];
}

function findingStep({ finding, taskText }: TracedAttribution): string | null {
  if (finding === null) return null;
  const { findingId, contextTier, weight, depth, origin, relevance, finalRelevance, belowThreshold, untrusted } =
    finding;
  const warning = untrusted.length === 0 ? '' : `, ⚠ contains instructions (${untrusted.join(', ')})`;
  const scores = `relevance ${relevance ?? 'unknown'} -> ${finalRelevance ?? 'unknown'}`;
  const grade = `tier ${contextTier}, weight ${Number(weight.toFixed(3))}, depth ${depth}, origin ${origin}, ${scores}${belowThreshold ? ', read below the relevance threshold' : ''}${warning}`;
  return `finding ${findingId}: ${grade}; ${taskText === null ? 'of no task' : `task: ${taskText}`}`;
}

function passageStep({ finding, quote }: TracedAttribution): string | null {
  if (finding === null || quote === null) return null;
  const { headingPath, page, passageSpan } = finding;
  const place = [...headingPath, ...(page === null ? [] : [shownPage(page, quote.recognised)])].join(' › ');
  const span = `${passageSpan.start}–${passageSpan.end}`;
  return `passage ${place === '' ? '(no heading)' : place}: characters ${span}, quote ${quote.start}–${quote.end}`;
}

function sourceStep({ source }: TracedAttribution): string | null {
  if (source === null) return null;
  const hash = source.contentHash === '' ? 'removed from the index during the run' : `content ${source.contentHash}`;
  const tier = source.sourceTier === null ? '' : ` (source tier ${source.sourceTier})`;
  return `source ${source.locator}${tier}: ${hash}`;
}

function bytesStep({ quote, stored }: TracedAttribution): string | null {
  if (quote === null || stored === null) return null;
  if (!stored.isFound) return `stored text ${quote.textHash}: missing`;
  return `stored text ${quote.textHash}: found, ${stored.isEqual ? 'equal' : 'DIFFERENT'}: "${stored.words ?? ''}"`;
}

function layerStep({ stored }: TracedAttribution): string | null {
  const words = stored?.layerWords ?? null;
  return words === null ? null : `text layer of the file: "${words}"`;
}

function indented(text: string, indent: number, columns: number): string[] {
  const [first = '', ...rest] = wrap(toPlainLine(text), Math.max(20, columns - indent - 2));
  return [' '.repeat(indent) + first, ...rest.map((line) => ' '.repeat(indent + 2) + line)];
}
