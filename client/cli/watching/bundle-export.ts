import { resolve } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { renderBundle } from '../rendering/render-bundle.ts';
import { requireFree } from '../runs/export-file.ts';

export interface BundleFlags {
  readonly withoutOriginals?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** Larger bundles are asked about. */
const LARGE_BYTES = 100 * 1_024 ** 2;

/**
 * Writes the audit bundle of a run, and checks the written file.
 *
 * @throws {UsageError} when the run is not over, or a text that its report rests on is gone
 */
export async function exportBundle(
  context: CommandContext,
  researchId: string,
  { withoutOriginals = false, out, force = false, yes = false }: BundleFlags,
): Promise<ExitCode> {
  const { output, config, signal } = context;
  const [{ findReport }, { readHistory }] = await Promise.all([
    import('../../runs/find-report.ts'),
    import('../../connection/history-deletion.ts'),
  ]);
  const report = await findReport(context, researchId);
  const path = resolve(out ?? `${researchId.replaceAll(/[^\w.-]/g, '_')}-audit.zip`);
  await requireFree(path, force);
  const history = await readHistory(config, researchId);
  const bundles = await (await context.tools()).openBundles();
  const plan = await bundles.plan(report, { withOriginals: !withoutOriginals, history }).catch(asUsage);
  output.progress(`Bundle of ${counted(plan.files, 'file')}, ${formatBytes(plan.bytes)}: ${path}`);
  if (!(await isWanted(context, researchId, plan.bytes, yes))) return ExitCode.Done;
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
