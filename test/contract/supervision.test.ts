import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readState, stop } from '../../client/connection/embedded.ts';
import { findServersOn } from '../../workers/supervisor/orphaned-servers.ts';
import { databaseFileOf } from '../../workers/supervisor/supervision.ts';
import {
  createTestHome,
  isAlive,
  supervisionEnvironment,
  supportFile,
  type TestHome,
  waitUntil,
} from '../support/processes/processes.ts';
import { countStarted } from '../support/worlds/started.ts';

let home: TestHome;
beforeEach(async () => {
  home = await createTestHome();
});
afterEach(() => home.remove());

const serversOf = () => findServersOn(databaseFileOf(home.path));

async function readyState() {
  const state = await home.until((current) => current?.phase === 'ready');
  const { address, serverPid, workerPid } = state ?? {};
  if (!state || !address || !serverPid || !workerPid) throw new Error('not ready');
  return { ...state, address, serverPid, workerPid };
}

async function startCommand(): Promise<ChildProcess> {
  countStarted('process');
  const command = spawn(process.execPath, [supportFile('attached-command.ts'), home.path], {
    env: supervisionEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (command.stdout !== null) await once(command.stdout, 'data');
  return command;
}

describe('the embedded server', () => {
  it('is one server when several commands start at the same moment', async () => {
    const servers = await Promise.all([home.join(), home.join(), home.join()]);

    expect(new Set(servers.map(({ address }) => address)).size).toBe(1);
    expect(servers.filter(({ startedHere }) => startedHere)).toHaveLength(1);
    expect(await serversOf()).toHaveLength(1);
  });

  it('ends with the last command that holds it, not with the first', async () => {
    const [first, second] = [await startCommand(), await startCommand()];
    const { pid, serverPid, workerPid } = await readyState();

    first.kill('SIGINT');
    await once(first, 'exit');
    const afterFirst = [pid, serverPid, workerPid].map(isAlive);
    second.kill('SIGINT');
    await once(second, 'exit');

    expect(afterFirst).toEqual([true, true, true]);
    await waitUntil(() => [serverPid, workerPid].every((one) => !isAlive(one)));
    await home.until((state) => state === undefined);
  });

  it('ends when the only command that held it is killed', async () => {
    const command = await startCommand();
    const { pid, serverPid, workerPid } = await readyState();

    command.kill('SIGKILL');
    await waitUntil(() => !isAlive(pid));

    expect([serverPid, workerPid].map(isAlive)).toEqual([false, false]);
  });

  it.each([
    { name: 'is removed', remakes: false },
    { name: 'is removed and made anew', remakes: true },
  ])('ends when its home $name', async ({ remakes }) => {
    const server = await home.join({ keep: true });
    const { pid, serverPid, workerPid } = await readyState();

    await rm(home.path, { recursive: true });
    if (remakes) await mkdir(join(home.path, 'temporal'), { recursive: true });
    await waitUntil(() => ![pid, serverPid, workerPid].some(isAlive));
    await server.release();

    expect(await readdir(home.path, { recursive: true }).catch(() => [])).toEqual(remakes ? ['temporal'] : []);
  });

  it('stays up when told to, and comes back on the same addresses after a stop', async () => {
    const kept = await home.join({ keep: true });
    await kept.release();

    const joined = await home.join();
    const stopped = await stop(home.path, { force: true });
    const again = await home.join();

    expect(joined).toMatchObject({ startedHere: false, address: kept.address });
    expect(stopped).toBe(true);
    expect(again).toMatchObject({ startedHere: true, address: kept.address, uiAddress: kept.uiAddress });
  });

  it('is not stopped under a command that holds it, unless forced', async () => {
    await home.join();

    await expect(stop(home.path, { force: false })).rejects.toThrow(`in use by process ${process.pid}`);

    expect((await readState(home.path))?.phase).toBe('ready');
  });
});

describe('a killed process of the embedded server', () => {
  it('comes back when it is the worker', async () => {
    await home.join();
    const before = await readyState();

    process.kill(before.workerPid, 'SIGKILL');
    const after = await home.until((state) => state?.phase === 'ready' && state.workerPid !== before.workerPid);

    expect(after).toMatchObject({ pid: before.pid, serverPid: before.serverPid });
  });

  it('is replaced for the commands that still need it when it is the supervisor, and its orphans end first', async () => {
    await home.join();
    const before = await readyState();

    process.kill(before.pid, 'SIGKILL');
    const after = await home.until((state) => state?.phase === 'ready' && state.pid !== before.pid);

    await waitUntil(() => !isAlive(before.workerPid));
    expect(await serversOf()).toEqual([after?.serverPid]);
    expect(after?.address).toBe(before.address);
  });

  it('leaves nothing behind after `down` when it is a supervisor without commands', async () => {
    await (await home.join({ keep: true })).release();
    const { pid } = await readyState();
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => !isAlive(pid));

    expect(await serversOf()).toHaveLength(1);
    expect(await stop(home.path, { force: false })).toBe(false);

    expect(await serversOf()).toEqual([]);
  });
});

describe('an embedded server that cannot start', () => {
  it.each([
    { worker: 'refusing-worker.ts', message: 'PLUMBLINE_MODEL is missing' },
    { worker: 'broken-worker.ts', message: 'the store is damaged' },
  ])('says what $worker said and gives up', async ({ worker, message }) => {
    await expect(home.join({ worker })).rejects.toThrow(message);

    await waitUntil(async () => (await serversOf()).length === 0);
  });

  it('names a TEMPORAL_CLI_PATH that does not run', async () => {
    const joining = home.join({ environment: { TEMPORAL_CLI_PATH: '/nowhere/temporal' } });

    await expect(joining).rejects.toThrow('TEMPORAL_CLI_PATH: /nowhere/temporal does not exist');
  });
});
