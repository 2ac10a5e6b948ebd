import { leftOutSchema, skippedFileSchema } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { StoredReport } from '@plumbline/storage/runs';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { examples } from '../../errors/cli-commands.ts';
import { EnvironmentError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { shownSourcesOption } from '../options/option-values.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

interface ReportFlags extends OutputFlags {
  readonly path?: boolean;
  readonly partial?: boolean;
  readonly section?: ReportSection;
  readonly sources: ShownSources;
}

/** `report`: shows the report of a run, from the store alone. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .helpGroup(CommandGroup.Look)
    .description('Show the report of a run. Works without Temporal.')
    .argument('[id]', 'id of the run (default: the newest with a report)')
    .option('--path', 'print only the path of the report')
    .addOption(
      new Option('--partial', 'what a run under way has found so far, quotations checked (needs a worker)').conflicts(
        'path',
      ),
    )
    .addOption(
      new Option(
        '--section <name>',
        'only one part: what is behind the report (refused statements, how it came about), files that were not read, or only in part, or unresolved references',
      )
        .choices(REPORT_SECTIONS)
        .conflicts(['path', 'partial']),
    )
    .addOption(shownSourcesOption())
    .option('--json', 'the whole record: report, evidence, plan, conversation')
    .addHelpText(
      'after',
      examples(
        'report',
        'report research-limits-3f9a21 --partial',
        'report research-limits-3f9a21 --section files',
        'report research-limits-3f9a21 --json > record.json',
      ),
    )
    .action((id: string | undefined, flags: ReportFlags) =>
      runCommand(flags, (context) => {
        if (flags.partial === true) return partialReport(context, id);
        if (flags.section !== undefined) return reportSection(context, id, flags.section);
        return report(context, id, flags);
      }),
    );
}

async function report(
  context: CommandContext,
  id: string | undefined,
  { path: pathOnly = false, sources }: ReportFlags,
): Promise<ExitCode> {
  const { researchId, stored } = await findStored(context, id);
  if (pathOnly) return reportPath(context, researchId);
  if (context.output.isJson) {
    context.output.result(JSON.parse(stored.json), () => '');
    return ExitCode.Done;
  }
  const { renderInTerminal } = await import('../rendering/render-report.ts');
  const columns = context.config.terminal.showsResults ? context.columns : null;
  const markdown = sources === 'all' ? await (await context.tools()).renderReport(stored, 'all') : stored.markdown;
  if (markdown === null) throw new EnvironmentError(`${stored.name} cannot be read: it has no report`);
  const text = await renderInTerminal(markdown, columns);
  context.output.result(null, () => text);
  return ExitCode.Done;
}

/** @throws {EnvironmentError} where this home has no files of the report */
async function reportPath(context: CommandContext, researchId: string): Promise<ExitCode> {
  const run = await (await context.tools()).runs.read(researchId);
  const { reportPath: path = null, recordPath = null } = run ?? {};
  if (path === null)
    throw new EnvironmentError(`the report of ${researchId} is not a file of this home`, SHOW_OR_EXPORT);
  context.output.result({ researchId, reportPath: path, recordPath }, () => path);
  return ExitCode.Done;
}

const SHOW_OR_EXPORT = 'It is in the database: leave out --path, or write it with `npx plumbline export`.';

async function reportSection(
  context: CommandContext,
  id: string | undefined,
  section: ReportSection,
): Promise<ExitCode> {
  const { researchId, stored } = await findStored(context, id);
  if (section !== 'about') {
    const entries = readListed(stored, section);
    context.output.result({ researchId, [section]: entries }, () => renderListed(entries, section));
    return ExitCode.Done;
  }
  const { renderInTerminal } = await import('../rendering/render-report.ts');
  const account = await (await context.tools()).renderBehind(stored);
  const text = await renderInTerminal(account, context.config.terminal.showsResults ? context.columns : null);
  context.output.result({ researchId, about: account }, () => text);
  return ExitCode.Done;
}

/** The named run, or the newest with a report, and its report. */
async function findStored(context: CommandContext, id: string | undefined) {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { findReport } = await import('../../runs/find-report.ts');
  const researchId = await resolveRun(context, id, ({ hasReport }) => hasReport);
  return { researchId, stored: await findReport(context, researchId) };
}

async function partialReport(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { withTemporal } = await import('../context/reach.ts');
  const researchId = await resolveRun(context, id);
  const partial = await withTemporal(context, { keep: false }, ({ research }) => research.partialReport(researchId));
  const checked = await (await context.tools()).checkPartialReport(partial);
  const { renderInTerminal } = await import('../rendering/render-report.ts');
  const text = await renderInTerminal(checked.markdown, context.config.terminal.showsResults ? context.columns : null);
  context.output.result(checked, () => text);
  return ExitCode.Done;
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
