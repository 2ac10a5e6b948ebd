import { leftOutSchema, skippedFileSchema } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { StoredReport } from '@plumbline/storage/runs';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { example, EnvironmentError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import type { CommandContext } from '../context/command-context.ts';
import type { ExitCode } from '../context/command.ts';
import { acting } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { shownSourcesOption } from '../options/option-values.ts';
import { resolveRun } from '../runs/find-run.ts';
import { toPlainLine } from '../terminal/text-layout.ts';
import { type ExportFlags, writeReport, WRITTEN_FORMATS, type WrittenFormat } from './export.ts';

interface ReportFlags extends Partial<ExportFlags<WrittenFormat>> {
  readonly path?: boolean;
  readonly partial?: boolean;
  readonly section?: ReportSection;
  readonly sources: ShownSources;
  readonly against?: string;
}

const NOTE = `
Works without Temporal. Of a run under way, --format writes what was found so far, marked as partial; that needs a worker.`;

export function addReportCommand(program: Command): void {
  const command = program
    .command('report')
    .description('Show the report of a run, write it into a file, or compare it with another.')
    .argument('[id]', 'id of the run (default: the newest with a report)');
  addShownParts(command);
  command
    .addOption(
      new Option('--format <name>', 'write it into a file; bundle: with all evidence and sources, for `verify`')
        .choices(WRITTEN_FORMATS)
        .conflicts(['path', 'partial', 'section', 'against']),
    )
    .option('--out <file>', 'the file (default: <id>.<ending> in the current folder); - prints a text format')
    .option('--force', 'replace a file that exists')
    .option('--without-originals', 'for a bundle: only the texts as read, not the documents themselves')
    .option('--yes', 'for a bundle: do not ask before writing more than 100 MB')
    .option('--json', 'the whole record: report, evidence, plan, conversation; or what was written')
    .addHelpText('after', example('report research-limits-3f9a21 --format pdf', NOTE))
    .action(
      acting(async (context, id: string | undefined, flags: ReportFlags) => {
        const { against, format, section } = flags;
        if (format !== undefined) return writeReport(context, id, { ...flags, format });
        if (against !== undefined)
          return (await import('../rendering/render-comparison.ts')).compare(context, id, against);
        if (flags.partial === true) return partialReport(context, id);
        return section === undefined ? report(context, id, flags) : reportSection(context, id, section);
      }),
    );
}

function addShownParts(command: Command): void {
  command
    .option('--path', 'print only the path of the report')
    .addOption(
      new Option('--partial', 'what a run under way has found so far, quotations checked (needs a worker)').conflicts(
        'path',
      ),
    )
    .addOption(
      new Option(
        '--section <name>',
        'only one part: about (refused statements, how it came about), files not read, or unresolved references',
      )
        .choices(REPORT_SECTIONS)
        .conflicts(['path', 'partial']),
    )
    .option('--against <id>', 'what it has in common with this other report, and where they differ')
    .addOption(shownSourcesOption());
}

async function report(
  context: CommandContext,
  id: string | undefined,
  { path: pathOnly = false, sources }: Pick<ReportFlags, 'path' | 'sources'>,
): Promise<ExitCode | void> {
  const { researchId, stored } = await findStored(context, id);
  if (pathOnly) return reportPath(context, researchId);
  if (context.output.isJson) return context.output.result(JSON.parse(stored.json), () => '');
  const markdown = sources === 'all' ? await (await context.tools()).renderReport(stored, 'all') : stored.markdown;
  if (markdown === null) throw new EnvironmentError(`${stored.name} cannot be read: it has no report`);
  const text = await rendered(context, markdown);
  context.output.result(null, () => text);
}

/** @throws {EnvironmentError} where this home has no files of the report */
async function reportPath(context: CommandContext, researchId: string): Promise<void> {
  const run = await (await context.tools()).runs.read(researchId);
  const { reportPath: path = null, recordPath = null } = run ?? {};
  if (path === null)
    throw new EnvironmentError(`the report of ${researchId} is not a file of this home`, SHOW_OR_EXPORT);
  context.output.result({ researchId, reportPath: path, recordPath }, () => path);
}

const SHOW_OR_EXPORT = 'It is in the database: leave out --path, or write it with `npx plumbline report --format`.';

async function reportSection(context: CommandContext, id: string | undefined, section: ReportSection): Promise<void> {
  const { researchId, stored } = await findStored(context, id);
  if (section !== 'about') {
    const entries = readListed(stored, section);
    return context.output.result({ researchId, [section]: entries }, () => renderListed(entries, section));
  }
  const account = await (await context.tools()).renderBehind(stored);
  const text = await rendered(context, account);
  context.output.result({ researchId, about: account }, () => text);
}

const rendered = async ({ shownColumns }: CommandContext, markdown: string): Promise<string> =>
  (await import('../rendering/render-report.ts')).renderInTerminal(markdown, shownColumns);

/** The named run, or the newest with a report, and its report. */
async function findStored(context: CommandContext, id: string | undefined) {
  const researchId = await resolveRun(context, id, ({ hasReport }) => hasReport);
  return { researchId, stored: await findReport(context, researchId) };
}

async function partialReport(context: CommandContext, id: string | undefined): Promise<void> {
  const researchId = await resolveRun(context, id);
  const partial = await withTemporal(context, { keep: false }, ({ research }) => research.partialReport(researchId));
  const checked = await (await context.tools()).checkPartialReport(partial);
  const text = await rendered(context, checked.markdown);
  context.output.result(checked, () => text);
}

/** Parts of a report that can be shown alone. */
const REPORT_SECTIONS = ['about', 'files', 'references'] as const;
type ReportSection = (typeof REPORT_SECTIONS)[number];

const listedSchema = z.object({
  skippedFiles: z.array(skippedFileSchema),
  leftOutFiles: z.array(leftOutSchema).default([]),
  report: z.object({ telemetry: z.object({ references: z.object({ unresolved: z.array(z.string()) }) }) }),
});

/** Every file that was not read, or only in part, with its reason and what was left out, or every unresolved reference, from a record. @throws {EnvironmentError} */
function readListed(stored: StoredReport, section: 'files' | 'references'): readonly string[] {
  const { skippedFiles, leftOutFiles, report } = readListedParts(stored);
  if (section === 'references') return report.telemetry.references.unresolved;
  const leftOut = leftOutFiles.map((group) => nameLeftOut([group]));
  return [...skippedFiles.map(({ locator, reason }) => `${locator}: ${reason}`), ...leftOut];
}

/** One line per entry, or a sentence for an empty section. */
function renderListed(entries: readonly string[], section: 'files' | 'references'): string {
  if (entries.length > 0) return entries.map((entry) => toPlainLine(entry)).join('\n');
  return section === 'files' ? 'All files were read completely.' : 'All references were resolved.';
}

function readListedParts({ name, json }: StoredReport): z.infer<typeof listedSchema> {
  try {
    return listedSchema.parse(JSON.parse(json));
  } catch (error) {
    throw new EnvironmentError(`${name} cannot be read`, 'Use the version that wrote it.', { cause: error });
  }
}
