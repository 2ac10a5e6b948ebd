import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { tenantOf } from '@plumbline/contracts/settings/quotas';
import type { Command } from 'commander';
import { BackupRefusedError } from '../../../workers/lifecycle/lifecycle-errors.ts';
import type { SweptPart } from '../../../workers/lifecycle/sweep.ts';
import { endLingering } from '../../connection/embedded.ts';
import type { Histories } from '../../connection/history-deletion.ts';
import { commands, example, OtherStoreError, UnknownRunError, UsageError } from '../../errors/failures.ts';
import type { OtherStore } from '../../runs/other-store.ts';
import type { LocalTools } from '../../service/local-tools.ts';
import { type CommandContext, isConfirmed, requireConfirmation } from '../context/command-context.ts';
import { acting } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { parseDurationOption } from '../options/option-values.ts';
import { isUnfinished, resolveRun } from '../runs/find-run.ts';
import { layoutTable } from '../terminal/text-layout.ts';

const DAY_SECONDS = 86_400;
/** The use of a text is recorded once an hour. */
const LEAST_SECONDS = 3_600;

interface DeleteFlags {
  readonly yes?: boolean;
  readonly keepHistory?: boolean;
  readonly unused?: boolean;
  readonly olderThan?: number;
  readonly corpora?: boolean;
  readonly runsOlderThan?: number;
  readonly tenant?: string;
}

const DELETE_NOTE = `
The index of a folder stays, and so do texts that other reports and answers quote. The id remains in timers of the server
until they fire. --unused never deletes what a report, an answer, an index or a running run refers to; without --yes it
only shows what it would delete.`;

export function addDeleteCommand(program: Command): void {
  program
    .command('delete')
    .description(
      'Delete a run or session completely, with its histories in Temporal; or what the store no longer uses.',
    )
    .argument('[id]', 'id of the run or session; its beginning or end is enough')
    .option('--unused', 'what nothing uses any more; runs may continue meanwhile')
    .option('--older-than <duration>', 'with --unused: for at least this long (default: 24h)', parseDurationOption)
    .option('--corpora', 'with --unused: also indexes of missing folders and of other versions')
    .option(
      '--runs-older-than <duration>',
      'with --unused: first delete runs and sessions that began before and are over',
      parseDurationOption,
    )
    .option('--tenant <name>', 'of these only what the users of a tenant began')
    .option('--yes', 'do not ask')
    .option('--keep-history', 'keep its history, if the Temporal Service cannot be reached')
    .option('--json', 'what was deleted as JSON')
    .addHelpText('after', example('delete research-limits-3f9a21', DELETE_NOTE))
    .action(
      acting((context, id: string | undefined, flags: DeleteFlags) => {
        if ((flags.unused === true) === (id !== undefined))
          throw new UsageError('give an id, or --unused alone', `See: ${commands.help('delete')}`);
        return id === undefined ? collect(context, flags) : deleteRecord(context, id, flags);
      }),
    );
}

async function deleteRecord(context: CommandContext, given: string, flags: DeleteFlags): Promise<void> {
  const tools = await context.tools();
  const id = await resolveRun(context, given);
  const stored = await findStored(tools, id);
  // Before a server is started for it.
  requireConfirmation(context, flags.yes === true);
  const lifecycle = await tools.openLifecycle();
  return withHistories(context, flags.keepHistory === true, async (histories, otherStore) => {
    const state = (await histories?.stateOf(id)) ?? null;
    if (stored === null && state === null) throw new UnknownRunError(id);
    if (stored === null && otherStore !== null) {
      throw new OtherStoreError(`"${id}" is not in this store: ${otherStore.what}`, otherStore.remedy);
    }
    const isSession = stored?.isSession ?? state?.isSession === true;
    if (state?.isRunning === true || (histories === null && stored?.mayRun === true)) throw stillRunning(id, isSession);
    const remove = (apply: boolean) =>
      isSession ? lifecycle.removeSession(id, apply) : lifecycle.removeRun(id, apply);
    const plan = await remove(false);
    for (const note of await forkNotes(tools, id)) context.output.notice(note);
    if (!(await isConfirmed(context, flags.yes === true, `${id}\n${renderSwept(plan.parts)}`))) return;
    await histories?.delete(id, context.signal);
    const { parts, textsKept } = await remove(true);
    const deleted = { deleted: true, history: state !== null, parts, textsKept };
    context.output.result({ [isSession ? 'sessionId' : 'researchId']: id, ...deleted }, () => [
      renderSwept(parts),
      '',
      `Deleted${state === null ? '' : ', with its history in Temporal'}.`,
    ]);
    if (textsKept > 0)
      context.output.notice(
        `Kept because others may use them: ${counted(textsKept, 'text')}. \`delete --unused\` takes unused ones once other runs and sessions are over.`,
      );
  });
}

/** Forks under way have what they keep, but not yet the answers that they would use again. */
async function forkNotes({ runs }: LocalTools, id: string): Promise<string[]> {
  return (await runs.list())
    .filter((run) => isUnfinished(run) && run.progress?.forkedFrom?.researchId === id)
    .map(({ researchId }) => `${researchId} is a fork under way: it goes on, but pays again for answers of this run.`);
}

/** What the store knows; `mayRun`: as far as can be told without Temporal. */
async function findStored(
  { runs, conversations }: LocalTools,
  id: string,
): Promise<{ readonly isSession: boolean; readonly mayRun: boolean } | null> {
  const run = await runs.read(id);
  if (run !== null) return { isSession: false, mayRun: isUnfinished(run) };
  const session = await conversations.read(id);
  return session && { isSession: true, mayRun: session.endsAt > new Date().toISOString() };
}

function stillRunning(id: string, isSession: boolean): UsageError {
  const what = isSession ? `the session "${id}" is still open` : `the run "${id}" is still running`;
  return new UsageError(what, `End it first: ${commands.cancel(id)}`);
}

/** Starts the embedded server if needed: only Temporal knows whether a run or session is over, and can delete its history. */
async function withHistories(
  context: CommandContext,
  keepHistory: boolean,
  use: (histories: Histories | null, otherStore: OtherStore | null) => Promise<void>,
): Promise<void> {
  const { config } = context;
  const isThere = config.usesExternalTemporal || existsSync(join(config.home, 'temporal', 'temporal.db'));
  if (keepHistory || !isThere) return use(null, null);
  const { openHistories } = await import('../../connection/history-deletion.ts');
  return withTemporal(context, { keep: false }, async (access) => {
    const histories = await openHistories(config, access);
    try {
      return await use(histories, access.otherStore);
    } finally {
      await histories.close();
    }
  });
}

async function collect(context: CommandContext, flags: DeleteFlags): Promise<void> {
  const { yes: apply = false, corpora: withIndexes = false, olderThan = DAY_SECONDS } = flags;
  if (olderThan < LEAST_SECONDS)
    throw new UsageError('--older-than: use at least 1h', 'The use of a text is recorded once an hour.');
  const retired = flags.runsOlderThan === undefined ? [] : await retire(context, flags, flags.runsOlderThan);
  if (retired.length > 0) context.output.notice(`${apply ? 'Deleted' : 'Would be deleted'}: ${retired.join(', ')}`);
  const lifecycle = await (await context.tools()).openLifecycle();
  const swept = await lifecycle.sweep({ minimumAgeMs: olderThan * 1_000, withIndexes, apply });
  const { parts, unfinished, otherHomes } = swept;
  const verdict = apply ? 'Deleted.' : `Nothing was deleted. Delete it: ${commands.collectGarbage()}`;
  context.output.result({ deleted: apply, retired, parts, unfinished, otherHomes }, () =>
    parts.every(({ count }) => count === 0) ? 'Nothing to delete.' : [renderSwept(parts), '', verdict],
  );
  if (unfinished.length > 0) {
    context.output.progress(`Kept what these runs and sessions may be using: ${unfinished.join(', ')}`);
  }
  if (otherHomes.length > 0) {
    context.output.notice(
      `Texts were kept, because what refers to them is not known here: their bucket belongs also to ${otherHomes.join(', ')}. If such a home is gone for good, delete its object, and repeat this command.`,
    );
  }
}

/** Runs and sessions of before that time go as `delete` removes them, one by one. @returns ids of what goes */
async function retire(context: CommandContext, { yes, tenant }: DeleteFlags, ageSeconds: number): Promise<string[]> {
  const tools = await context.tools();
  const limit = new Date(Date.now() - ageSeconds * 1_000).toISOString();
  const isTheirs = (user: string | null): boolean => tenant === undefined || tenantOf(user ?? '') === tenant;
  const runs = (await tools.runs.list()).filter(
    (run) => run.startedAt < limit && !isUnfinished(run) && isTheirs(run.userId),
  );
  const sessions = (await tools.conversations.list()).filter(
    ({ lastAt, endsAt, userId }) => lastAt < limit && endsAt < new Date().toISOString() && isTheirs(userId),
  );
  const old = [...runs.map(({ researchId }) => researchId), ...sessions.map(({ sessionId }) => sessionId)];
  if (yes !== true || old.length === 0) return old;
  const lifecycle = await tools.openLifecycle();
  await withHistories(context, false, async (histories) => {
    for (const [place, id] of old.entries()) {
      await histories?.delete(id, context.signal);
      await (place < runs.length ? lifecycle.removeRun(id, true) : lifecycle.removeSession(id, true));
    }
  });
  return old;
}

/** A table of what is deleted, without empty parts. */
function renderSwept(parts: readonly SweptPart[]): string {
  const filled = parts.filter(({ count }) => count > 0);
  const bytes = filled.reduce((total, part) => total + part.bytes, 0);
  const rows = [
    ['WHAT', 'COUNT', 'SIZE'],
    ...filled.map(({ kind, count, bytes: size }) => [kind, String(count), formatBytes(size)]),
    ['total', '', formatBytes(bytes)],
  ];
  return layoutTable(rows, Number.POSITIVE_INFINITY).join('\n');
}

function refuseAsUsage(error: unknown): never {
  if (error instanceof BackupRefusedError) throw new UsageError(error.message, error.remedy, { cause: error });
  throw error;
}

interface BackupFlags {
  readonly restore?: boolean;
  readonly force?: boolean;
}

const BACKUP_NOTE = `
You can pack the folder with any program, such as tar. Not included: environment variables and their keys, and external
databases and services (PLUMBLINE_DATABASE_URL, TEMPORAL_ADDRESS), which need backups of their own. A restored store has the
same identity: use only one of the two with the same service.`;

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('Copy the whole store, including histories, to a folder; or restore it, every file checked first.')
    .argument('<folder>', 'target folder, new or empty; with --restore one that `backup` wrote')
    .option('--restore', 'make it the store again; unfinished runs can be resumed')
    .option('--force', 'with --restore: even if the store is not empty; its content is moved aside')
    .option('--json', 'what was copied as JSON')
    .addHelpText('after', example('backup ~/backups/plumbline-2026-11-22', BACKUP_NOTE))
    .action(
      acting((context, folder: string, flags: BackupFlags) =>
        flags.restore === true ? restore(context, folder, flags.force === true) : backUp(context, folder),
      ),
    );
}

async function backUp(context: CommandContext, folder: string): Promise<void> {
  const { output, signal, config } = context;
  const target = resolve(folder);
  const lifecycle = await (await context.tools()).openLifecycle();
  const onProgress = (line: string) => output.progress(line);
  const { createdAt, files } = await lifecycle.backUp({ target, signal, onProgress }).catch(refuseAsUsage);
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  output.result({ folder: target, createdAt, files: files.length, bytes }, () => [
    `Backed up ${counted(files.length, 'file')}, ${formatBytes(bytes)}, to ${target}`,
    `Restore it: ${commands.restore(target)}`,
  ]);
  if (config.usesExternalTemporal) output.notice('The histories are in the Temporal Service, not in this backup.');
}

async function restore(context: CommandContext, folder: string, force: boolean): Promise<void> {
  const { config, output, signal } = context;
  await endLingering(config.home);
  const lifecycle = await (await context.tools()).openLifecycle();
  const restoring = lifecycle.restore({ source: resolve(folder), force, signal });
  const { backup, movedTo } = await restoring.catch(refuseAsUsage);
  const { createdAt, files } = backup;
  output.result({ home: config.home, createdAt, files: files.length, movedTo }, () => [
    `Restored ${counted(files.length, 'file')} as of ${createdAt} to ${config.home}`,
    ...(movedTo === null ? [] : [`Previous content: ${movedTo}`]),
    `Continue a run: ${commands.list()}, ${commands.resume('<id>')}`,
  ]);
}
