import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportFormatNames,
} from '../../../workflows/contracts/report/export-format.ts';
import { examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

const STDOUT = '-';
const GIVE_A_FILE = 'Give a file: --out <file>.';

/** Not a report format: it contains all the evidence of the report, and has a check of its own. */
const BUNDLE = 'bundle';

interface ExportFlags<Format = ExportFormat> extends OutputFlags {
  readonly format: Format;
  readonly out?: string;
  readonly force?: boolean;
  readonly withoutOriginals?: boolean;
  readonly yes?: boolean;
}

/** `export`: writes the report of a run into a file. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .helpGroup(CommandGroup.Look)
    .description('Write the report of a run, or a bundle for auditors, into one file. Works without Temporal.')
    .argument('<id>', RUN_ID)
    .addOption(
      new Option('--format <name>', 'what to write; bundle: with all evidence and sources, for `verify`')
        .choices([...exportFormatNames(), BUNDLE])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'the file (default: <id>.<ending> in the current folder); - prints a text format')
    .option('--force', 'replace a file that exists')
    .option('--without-originals', 'for a bundle: only the texts as read, not the documents themselves')
    .option('--yes', 'for a bundle: do not ask before writing more than 100 MB')
    .option('--json', 'path, size and SHA-256 of the file as JSON')
    .addHelpText(
      'after',
      examples(
        'export research-limits-3f9a21 --format pdf',
        'export research-limits-3f9a21 --format html --out report.html --force',
        'export research-limits-3f9a21 --format bundle --out limits.zip',
        'export research-limits-3f9a21 --format bibtex --out - >> literature.bib',
      ),
    )
    .addHelpText(
      'after',
      '\nFor a run under way, it writes what was found so far, marked as partial; that needs a worker. Bundles need a finished run.',
    )
    .action((id: string, flags: ExportFlags<ExportFormat | typeof BUNDLE>) =>
      runCommand(flags, (context) => {
        const { format } = flags;
        return format === BUNDLE ? bundle(context, id, flags) : exportReport(context, id, { ...flags, format });
      }),
    );
}

async function bundle(context: CommandContext, id: string, flags: ExportFlags<unknown>): Promise<ExitCode> {
  if (flags.out === STDOUT) throw new UsageError('a bundle is not a text format', GIVE_A_FILE);
  const { resolveRun } = await import('../runs/find-run.ts');
  const { exportBundle } = await import('../watching/bundle-export.ts');
  return exportBundle(context, await resolveRun(context, id), flags);
}

async function exportReport(context: CommandContext, id: string, flags: ExportFlags): Promise<ExitCode> {
  const { format, out, force = false } = flags;
  requireText(flags);
  if (flags.withoutOriginals === true || flags.yes === true)
    throw new UsageError(`--without-originals and --yes are for bundles, not for ${format}`);
  const { resolveRun } = await import('../runs/find-run.ts');
  const { exportRun } = await import('../../runs/export-run.ts');
  const { requireFree, writeExport } = await import('../runs/export-file.ts');
  const researchId = await resolveRun(context, id);
  // Before the work, so that a refusal comes at once.
  if (out !== undefined && out !== STDOUT) await requireFree(resolve(out), force);
  const exported = await exportRun(
    { ...context, partialReport: (runId) => partialReport(context, runId) },
    researchId,
    format,
  );
  const { bytes, fileName, partialAt, notes } = exported;
  if (partialAt !== null) context.output.notice(`The run is ${partialAt}: this is a partial report.`);
  for (const note of notes) context.output.notice(`note: ${note}`);
  if (out === STDOUT) {
    process.stdout.write(bytes);
    return ExitCode.Done;
  }
  const path = resolve(out ?? fileName);
  await requireFree(path, force);
  await writeExport(path, bytes, force);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const result = { researchId, format, partial: partialAt !== null, path, bytes: bytes.byteLength, sha256, notes };
  context.output.result(result, () => path);
  return ExitCode.Done;
}

/** @throws {UsageError} where the output cannot hold the file */
function requireText({ format, out, json = false }: ExportFlags): void {
  if (out !== STDOUT) return;
  if (json)
    throw new UsageError('--json says where the file is, but --out - writes no file', 'Use only one of the two.');
  if (EXPORT_FORMATS[format].isText) return;
  throw new UsageError(`${format} is not a text format`, GIVE_A_FILE);
}

async function partialReport(context: CommandContext, researchId: string) {
  const { withTemporal } = await import('../context/reach.ts');
  return withTemporal(context, { keep: false }, ({ research }) => research.partialReport(researchId));
}
