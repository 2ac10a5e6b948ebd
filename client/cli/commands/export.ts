import { createHash } from 'node:crypto';
import { stat, unlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { EXPORT_FORMATS, type ExportFormat, exportFormatNames } from '@plumbline/contracts/report/export-format';
import type { Command } from 'commander';
import { commands, example, EnvironmentError, UsageError } from '../../errors/failures.ts';
import { findServedAddress } from '../../http/server/served-address.ts';
import { findReport } from '../../runs/find-report.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode, acting } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { parseWholeNumber } from '../options/option-values.ts';
import { renderBundle } from '../rendering/render-checks.ts';
import { isUnfinished, resolveRun } from '../runs/find-run.ts';

/** Where `serve` listens unless it is told otherwise. */
const USUAL_ADDRESS = 'http://127.0.0.1:8787';
const STDOUT = '-';
const GIVE_A_FILE = 'Give a file: --out <file>.';

/** Not a report format: it contains all the evidence of the report, and has a check of its own. */
const BUNDLE = 'bundle';

/** Of `report --format`. */
export interface ExportFlags<Format = ExportFormat> extends OutputFlags {
  readonly format: Format;
  readonly out?: string;
  readonly force?: boolean;
  readonly withoutOriginals?: boolean;
  readonly yes?: boolean;
}

/** What `report` can write into a file. */
export type WrittenFormat = ExportFormat | typeof BUNDLE;
export const WRITTEN_FORMATS = [...exportFormatNames(), BUNDLE];

/** Writes the report of a run, or a bundle for auditors, into one file. */
export function writeReport(context: CommandContext, id: string | undefined, flags: ExportFlags<WrittenFormat>) {
  const { format } = flags;
  return format === BUNDLE ? exportBundle(context, id, flags) : exportReport(context, id, { ...flags, format });
}

async function exportReport(context: CommandContext, id: string | undefined, flags: ExportFlags): Promise<void> {
  const { format, out, force = false } = flags;
  requireText(flags);
  if (flags.withoutOriginals === true || flags.yes === true)
    throw new UsageError(`--without-originals and --yes are for bundles, not for ${format}`);
  const { exportRun } = await import('../../runs/export-run.ts');
  const researchId = await resolveRun(context, id, ({ hasReport }) => hasReport, isUnfinished);
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
    return;
  }
  const path = resolve(out ?? fileName);
  await requireFree(path, force);
  await writeExport(path, bytes, force);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const result = { researchId, format, partial: partialAt !== null, path, bytes: bytes.byteLength, sha256, notes };
  context.output.result(result, () => path);
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
  return withTemporal(context, { keep: false }, ({ research }) => research.partialReport(researchId));
}

interface ShareFlags extends OutputFlags {
  readonly days: number;
  readonly list?: boolean;
  readonly revoke?: string;
}

const SHARE_NOTE =
  '\nEverybody with the link reads this report and its sources in the page of serve, and nothing else. Only a hash of it is kept.';

export function addShareCommand(program: Command): void {
  program
    .command('share')
    .description('Make a link by which others read a finished report, until it expires or is revoked.')
    .argument('[id]', 'id of the run (default: the newest with a report)')
    .option('--days <number>', 'how long it works, up to 365 days', parseDays, 7)
    .option('--list', 'list the links that still work, and make none')
    .option('--revoke <share>', 'revoke the link with this id, at once')
    .addHelpText('after', example('share research-limits-3f9a21 --days 30', SHARE_NOTE))
    .action(acting(share));
}

function parseDays(text: string): number {
  const days = parseWholeNumber(text);
  if (days < 1 || days > 365) throw new UsageError(`--days ${text}: use 1 to 365`, 'Give another number.');
  return days;
}

async function share(
  context: CommandContext,
  given: string | undefined,
  { days, list, revoke }: ShareFlags,
): Promise<void> {
  const researchId = await resolveRun(context, given, ({ hasReport }) => hasReport);
  await findReport(context, researchId);
  const { shares } = await context.tools();
  if (list === true) {
    const found = await shares.list(researchId);
    const lines = found.map(
      ({ shareId, expiresAt }) => `${shareId}  works until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
    );
    return context.output.result({ shares: found }, () => (lines.length === 0 ? 'No link works.' : lines));
  }
  if (revoke !== undefined) {
    if (!(await shares.revoke(researchId, revoke)))
      throw new UsageError(`there is no link "${revoke}" to ${researchId}`, 'List them: --list.');
    return context.output.result({ shareId: revoke }, () => `${revoke} does not work any more.`);
  }
  const made = await shares.create(researchId, days);
  const { home, pageUrl } = context.config;
  const served = pageUrl ?? (await findServedAddress(home));
  if (served === null) context.output.notice(`No page is served now: ${commands.serve()}, or set page.url.`);
  const address = `${(served ?? USUAL_ADDRESS).replace(/\/$/u, '')}/shared/${made.token}`;
  context.output.result(
    { ...made, address },
    () => `${address}\n${made.shareId}, works until ${made.expiresAt.slice(0, 10)}.`,
  );
}

/** @throws {UsageError} if the file exists and must stay */
export async function requireFree(path: string, mayReplace: boolean): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true)
    throw new UsageError(`${path} is a folder`, 'Give the name of a file: --out <file>.');
  if (found !== null && !mayReplace) throw fileExists(path);
}

/**
 * Writes a file whole, or not at all.
 *
 * @throws {UsageError} where a file appeared meanwhile
 * @throws {EnvironmentError} where it cannot be written
 */
export async function writeExport(path: string, bytes: Uint8Array, mayReplace: boolean): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw fileExists(path);
    // What was begun is no export; a file that could not be opened was not touched.
    if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) await unlink(path).catch(() => undefined);
    const cause = error instanceof Error ? error.message : String(error);
    throw new EnvironmentError(`${path} cannot be written (${cause})`, 'Choose another file: --out <file>.', {
      cause: error,
    });
  }
}

function fileExists(path: string): UsageError {
  return new UsageError(
    `there is a file ${path} already`,
    'Replace it with --force, or choose another one: --out <file>.',
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Larger bundles are asked about. */
const LARGE_BYTES = 100 * 1_024 ** 2;

/**
 * Writes the audit bundle of a run, and checks the written file.
 *
 * @throws {UsageError} when the run is not over, or a text that its report rests on is gone
 */
async function exportBundle(
  context: CommandContext,
  id: string | undefined,
  { withoutOriginals = false, out, force = false, yes = false }: ExportFlags<unknown>,
): Promise<ExitCode | void> {
  if (out === STDOUT) throw new UsageError('a bundle is not a text format', GIVE_A_FILE);
  const { output, config, signal } = context;
  const { readHistory } = await import('../../connection/history-deletion.ts');
  const researchId = await resolveRun(context, id, ({ hasReport }) => hasReport);
  const report = await findReport(context, researchId);
  const path = resolve(out ?? `${researchId.replaceAll(/[^\w.-]/g, '_')}-audit.zip`);
  await requireFree(path, force);
  const history = await readHistory(config, researchId);
  const bundles = await (await context.tools()).openBundles();
  const plan = await bundles.plan(report, { withOriginals: !withoutOriginals, history }).catch(asUsage);
  output.progress(`Bundle of ${counted(plan.files, 'file')}, ${formatBytes(plan.bytes)}: ${path}`);
  if (!(await isWanted(context, researchId, plan.bytes, yes))) return;
  const written = await plan.write(path, signal).catch(asUsage);
  const { problems } = await bundles.verify(path);
  const { files, originalsMissing } = plan;
  const historyMissing = 'reason' in history ? history.reason : null;
  const told = { researchId, format: 'bundle', ...written, files, originalsMissing, historyMissing, problems };
  output.result(told, () => renderBundle(told));
  return problems.length === 0 ? ExitCode.Done : ExitCode.NotVerified;
}

/** Only a person is asked: a script has been told the size, and nothing is lost by writing. */
async function isWanted(
  { config, output, signal, streams }: CommandContext,
  researchId: string,
  bytes: number,
  yes: boolean,
): Promise<boolean> {
  if (yes || bytes <= LARGE_BYTES || !config.terminal.canAsk) return true;
  const { confirm } = await import('@clack/prompts');
  const message = `The bundle will have ${formatBytes(bytes)}. Write it?`;
  if ((await confirm({ message, output: streams.stderr, signal })) === true) return true;
  output.notice(
    `Nothing was written. Without the documents themselves it is smaller: ${commands.exportTexts(researchId)}`,
  );
  return false;
}

/** @throws {UsageError} where the report cannot be made into a bundle */
async function asUsage(error: unknown): Promise<never> {
  const { BundleNotPossibleError } = await import('@plumbline/exports/bundles');
  if (error instanceof BundleNotPossibleError) throw new UsageError(error.message, '', { cause: error });
  throw error;
}
