import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { EnvironmentError } from '../../failures.ts';
import type { CommandContext, OutputFlags } from '../command-context.ts';
import { ExitCode } from '../exit.ts';
import { runCommand } from '../run-command.ts';

interface ReportFlags extends OutputFlags {
  readonly path?: boolean;
  readonly partial?: boolean;
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
    .option('--json', 'the whole record: report, evidence, plan, conversation')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run report\n  npm run report -- research-limits-3f9a21 --partial\n  npm run -s report -- research-limits-3f9a21 --json > record.json',
    )
    .action((id: string | undefined, flags: ReportFlags) =>
      runCommand(flags, (context) =>
        flags.partial === true ? partialReport(context, id) : report(context, id, flags.path === true),
      ),
    );
}

async function report(context: CommandContext, id: string | undefined, pathOnly: boolean): Promise<ExitCode> {
  const { resolveRun } = await import('../known-runs.ts');
  const { findReport } = await import('../find-report.ts');
  const researchId = await resolveRun(context, id, ({ reportPath }) => reportPath !== null);
  const { reportPath, recordPath } = await findReport(context, researchId);
  if (pathOnly) {
    context.output.result({ researchId, reportPath, recordPath }, () => reportPath);
    return ExitCode.Done;
  }
  if (context.output.isJson) {
    context.output.result(JSON.parse(await readStored(recordPath)), () => '');
    return ExitCode.Done;
  }
  const { renderReport } = await import('../render-report.ts');
  const columns = context.config.terminal.showsResults ? context.columns : null;
  const text = await renderReport(await readStored(reportPath), columns);
  context.output.result(null, () => text);
  return ExitCode.Done;
}

async function partialReport(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../known-runs.ts');
  const { withTemporal } = await import('../reach.ts');
  const researchId = await resolveRun(context, id);
  const partial = await withTemporal(context, { keep: false }, ({ research }) => research.partialReport(researchId));
  const checked = await (await context.tools()).checkPartialReport(partial);
  const { renderReport } = await import('../render-report.ts');
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
