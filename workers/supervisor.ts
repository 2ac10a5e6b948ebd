import { EventEmitter } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EmbeddedState } from '@plumbline/contracts/common/embedded-state';
import { tryLock } from '@plumbline/storage/locks';
import { loadSupervisorConfig, type SupervisorConfig } from './config/worker-config.ts';
import { type ControlChannel, openControlChannel, watchAttachments } from './supervisor/control-channel.ts';
import { endServersOn } from './supervisor/orphaned-servers.ts';
import { databaseFileOf, preferredPortsOf, supervise } from './supervisor/supervision.ts';
import { createSupervisorStatus, type SupervisorStatus } from './supervisor/supervisor-status.ts';
import { WORKER_ENTRY } from './supervisor/worker-program.ts';

const INTERVAL_MS = 500;

const UNKNOWN = -1;

/** The supervisor process of one home: `node workers/supervisor.ts [--home <path>] [--server-only] [--clean-up]`. */
const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    /** Entry file of the worker process. */
    worker: { type: 'string', default: WORKER_ENTRY },
    /** Runs in the foreground until it is interrupted, without a worker. */
    'server-only': { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    /** Only ends processes that a killed supervisor left behind. */
    'clean-up': { type: 'boolean', default: false },
  },
});

/** Well above the time that worker (35 s) and server need to stop gracefully. */
const STOP_LIMIT_MS = 90_000;
/** For the last state to reach the attached commands. */
const FAREWELL_MS = 200;

try {
  const config = loadSupervisorConfig(values.home);
  const lock = tryLock(lockFileOf(config));
  if (lock === undefined) {
    if (values['server-only'])
      process.stdout.write(`Another process already runs the Temporal server of ${config.home}.\n`);
  } else {
    await (values['clean-up'] ? endServersOn(databaseFileOf(config.home)) : run(config, () => lock.release()));
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 3;
}

function lockFileOf({ home }: SupervisorConfig): string {
  return join(home, 'temporal', 'supervisor.lock');
}

async function run(config: SupervisorConfig, releaseLock: () => void): Promise<void> {
  const stopping = new AbortController();
  const renewing = new EventEmitter();
  const stop = () => stopping.abort();
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop).on('disconnect', stop);
  // Read before this supervisor overwrites the previous state.
  const preferredPorts = preferredPortsOf(config);
  const isForeground = values['server-only'];
  const channel = await openControlChannel({
    onStop: stop,
    onRenewWorker: () => renewing.emit('renew'),
    onKeep: () => status.keep(),
    onAttachmentsChange: (lingerSeconds) => status.refresh(attachments.check(lingerSeconds)),
    isLingering: () => status.current().staysUntil !== null,
  });
  const attachments = watchAttachments(() => status.current().keep || channel.attachedPids().length > 0, stop);
  const status = createSupervisorStatus({
    home: config.home,
    channel,
    withWorker: !isForeground,
    keep: isForeground,
    onPhase: isForeground ? announce : () => undefined,
  });
  const homeWatch = watchHome(lockFileOf(config), () => abandon(config, status.current(), channel));
  stopping.signal.addEventListener('abort', () => enterStopping(config, status));
  try {
    const workerEntry = isForeground ? undefined : values.worker;
    await supervise({ config, workerEntry, status, preferredPorts, stopping, renewing });
    status.enter('stopped', 'stopped');
  } catch (error) {
    const wasAsked = error === stopping.signal.reason;
    status.enter(wasAsked ? 'stopped' : 'failed', wasAsked ? 'stopped' : messageOf(error));
    if (!wasAsked) process.exitCode = 3;
  } finally {
    attachments.close();
    homeWatch.close();
    releaseLock();
    // Last: for waiting commands, the end of the connection means that the lock is free.
    channel.close();
    // A connection to the ended server may still try to reach it.
    setTimeout(() => process.exit(), FAREWELL_MS).unref();
  }
}

function enterStopping(config: SupervisorConfig, status: SupervisorStatus): void {
  status.enter('stopping', 'stopping the worker and the Temporal server');
  setTimeout(() => void giveUp(config), STOP_LIMIT_MS).unref();
}

/** Stopping hangs. The worker ends with this process; the server is found by its command line. */
async function giveUp({ home }: SupervisorConfig): Promise<never> {
  process.stderr.write('stopping took too long; killing remaining processes\n');
  await endServersOn(databaseFileOf(home));
  process.exit(3);
}

/**
 * Without the home nothing can be saved. The processes are ended by their ids, and no state is written: another supervisor
 * may run at this path by now.
 */
function abandon({ home }: SupervisorConfig, state: EmbeddedState, channel: ControlChannel): void {
  const detail = `${home} was removed; its server and worker end`;
  process.stderr.write(`${detail}\n`);
  // Attached commands must not start another supervisor.
  channel.publish({ ...state, phase: 'failed', detail });
  channel.close();
  setTimeout(() => {
    for (const pid of [state.workerPid, state.serverPid]) if (pid !== null) process.kill(pid, 'SIGKILL');
    process.exit(3);
  }, FAREWELL_MS);
}

function announce({ phase, detail, uiAddress }: EmbeddedState): void {
  process.stdout.write(`${phase}: ${detail}${phase === 'ready' ? `, Web UI on ${uiAddress}` : ''}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Calls `onMissing` when the file that this process has locked is not at its path any more: somebody removed the home,
 * and may have made another one in its place.
 */
function watchHome(lockFile: string, onMissing: () => void): { close(): void } {
  const locked = inodeAt(lockFile);
  const timer = setInterval(() => {
    const present = inodeAt(lockFile);
    if (present === UNKNOWN || present === locked) return;
    clearInterval(timer);
    onMissing();
  }, INTERVAL_MS).unref();
  return { close: () => clearInterval(timer) };
}

/** 0: there is no such file. A disk that does not answer says nothing about it. */
function inodeAt(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
  } catch {
    return UNKNOWN;
  }
}
