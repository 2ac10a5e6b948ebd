import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { EnvironmentError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { REPORT_SECTIONS, type ReportSection } from '../runs/report-sections.ts';

interface ReportFlags extends OutputFlags {
  readonly path?: boolean;
  readonly partial?: boolean;
  readonly section?: ReportSection;
}

/** `report`: the report of a run, from the store alone. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('Show the report of a run. Works without Temporal.')
    .argument('[id]', 'the run (default: the newest that has a report)')
    .option('--path', 'print only where the report is')
    .addOption(
      new Option('--partial', 'what a run under way has found so far, quotations checked (needs a worker)').conflicts(
        'path',
      ),
    )
    .addOption(
      new Option(
        '--section <name>',
        'only how it came about, the skipped files, or the references that lead to nothing',
      )
        .choices(REPORT_SECTIONS)
        .conflicts(['path', 'partial']),
    )
    .option('--json', 'the whole record: report, evidence, plan, conversation')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run report\n  npm run report -- research-limits-3f9a21 --partial\n  npm run report -- research-limits-3f9a21 --section files\n  npm run -s report -- research-limits-3f9a21 --json > record.json',
    )
    .action((id: string | undefined, flags: ReportFlags) =>
      runCommand(flags, (context) => {
        if (flags.partial === true) return partialReport(context, id);
        if (flags.section !== undefined) return reportSection(context, id, flags.section);
        return report(context, id, flags.path === true);
      }),
    );
}

async function report(context: CommandContext, id: string | undefined, pathOnly: boolean): Promise<ExitCode> {
  const { researchId, reportPath, recordPath } = await findStored(context, id);
  if (pathOnly) {
    context.output.result({ researchId, reportPath, recordPath }, () => reportPath);
    return ExitCode.Done;
  }
  if (context.output.isJson) {
    context.output.result(JSON.parse(await readStored(recordPath)), () => '');
    return ExitCode.Done;
  }
  const { renderReport } = await import('../rendering/render-report.ts');
  const columns = context.config.terminal.showsResults ? context.columns : null;
  const text = await renderReport(await readStored(reportPath), columns);
  context.output.result(null, () => text);
  return ExitCode.Done;
}

async function reportSection(
  context: CommandContext,
  id: string | undefined,
  section: ReportSection,
): Promise<ExitCode> {
  const { researchId, reportPath, recordPath } = await findStored(context, id);
  if (section !== 'about') {
    const { readListed, renderListed } = await import('../runs/report-sections.ts');
    const entries = await readListed(recordPath, section);
    context.output.result({ researchId, [section]: entries }, () => renderListed(entries, section));
    return ExitCode.Done;
  }
  const { renderReport } = await import('../rendering/render-report.ts');
  const { accountOf } = await import('../rendering/report-view.ts');
  const account = accountOf(await readStored(reportPath));
  const text = await renderReport(account, context.config.terminal.showsResults ? context.columns : null);
  context.output.result({ researchId, about: account }, () => text);
  return ExitCode.Done;
}

/** The run that is named, or the newest with a report, and where its report is. */
async function findStored(context: CommandContext, id: string | undefined) {
  const { resolveRun } = await import('../runs/known-runs.ts');
  const { findReport } = await import('../runs/find-report.ts');
  const researchId = await resolveRun(context, id, ({ reportPath }) => reportPath !== null);
  return { researchId, ...(await findReport(context, researchId)) };
}

async function partialReport(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/known-runs.ts');
  const { withTemporal } = await import('../context/reach.ts');
  const researchId = await resolveRun(context, id);
  const partial = await withTemporal(context, { keep: false }, ({ research }) => research.partialReport(researchId));
  const checked = await (await context.tools()).checkPartialReport(partial);
  const { renderReport } = await import('../rendering/render-report.ts');
  const text = await renderReport(checked.markdown, context.config.terminal.showsResults ? context.columns : null);
  context.output.result(checked, () => text);
  return ExitCode.Done;
}

async function readStored(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new EnvironmentError(`${path} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}
