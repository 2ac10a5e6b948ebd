import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { EXPORT_FORMATS, type ExportFormat, exportFormatNames } from '@plumbline/contracts/report/export-format';
import { type Command, Option } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseWholeNumber } from '../options/option-values.ts';

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
    context.streams.stdout.write(bytes);
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

interface ShareFlags extends OutputFlags {
  readonly days: number;
  readonly list?: boolean;
  readonly revoke?: string;
}

const SHARE_NOTE =
  '\nEverybody with the link reads this report and its sources in the page of serve, and nothing else. Only a hash of it is kept.';

/** `share`: makes, lists and revokes links to a report. */
export function addShareCommand(program: Command): void {
  program
    .command('share')
    .helpGroup(CommandGroup.Look)
    .description('Make a link by which others read a finished report, until it expires or is revoked.')
    .argument('<id>', RUN_ID)
    .option('--days <number>', 'how long it works, up to 365 days', parseDays, 7)
    .option('--list', 'list the links that still work, and make none')
    .option('--revoke <share>', 'revoke the link with this id, at once')
    .option('--json', 'as JSON')
    .addHelpText('after', SHARE_NOTE)
    .addHelpText(
      'after',
      examples('share research-limits-3f9a21 --days 30', 'share research-limits-3f9a21 --revoke 3f9a21c0'),
    )
    .action((id: string, flags: ShareFlags) => runCommand(flags, (context) => share(context, id, flags)));
}

function parseDays(text: string): number {
  const days = parseWholeNumber(text);
  if (days < 1 || days > 365) throw new UsageError(`--days ${text}: use 1 to 365`, 'Give another number.');
  return days;
}

async function share(context: CommandContext, given: string, { days, list, revoke }: ShareFlags): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { findReport } = await import('../../runs/find-report.ts');
  const researchId = await resolveRun(context, given);
  await findReport(context, researchId);
  const { shares } = await context.tools();
  if (list === true) {
    const found = await shares.list(researchId);
    const lines = found.map(
      ({ shareId, expiresAt }) => `${shareId}  works until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
    );
    context.output.result({ shares: found }, () => (lines.length === 0 ? 'No link works.' : lines.join('\n')));
    return ExitCode.Done;
  }
  if (revoke !== undefined) {
    if (!(await shares.revoke(researchId, revoke)))
      throw new UsageError(`there is no link "${revoke}" to ${researchId}`, 'List them: --list.');
    context.output.result({ shareId: revoke }, () => `${revoke} does not work any more.`);
    return ExitCode.Done;
  }
  const { findServedAddress } = await import('../../http/server/served-address.ts');
  const made = await shares.create(researchId, days);
  const address = `${(await findServedAddress(context.config.home)) ?? ''}/shared/${made.token}`;
  context.output.result(
    { ...made, address },
    () => `${address}\n${made.shareId}, works until ${made.expiresAt.slice(0, 10)}.`,
  );
  return ExitCode.Done;
}
