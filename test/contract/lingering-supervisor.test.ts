import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readState, stop } from '../../client/connection/embedded.ts';
import {
  createTestHome,
  isAlive,
  supervisionEnvironment,
  supportFile,
  type TestHome,
  waitUntil,
} from '../support/processes/processes.ts';
import { countStarted } from '../support/worlds/started.ts';

describe('a supervisor that lingers', () => {
  let home: TestHome;
  beforeEach(async () => {
    home = await createTestHome();
  });
  afterEach(() => home.remove());

  /** Leaves a supervisor that lingers for ten minutes. */
  async function linger(environment: NodeJS.ProcessEnv = {}) {
    const staysUntil = await (await home.join({ environment })).release(600);
    const state = await readState(home.path);
    expect(state).toMatchObject({ phase: 'ready', attachedPids: [], keep: false, staysUntil });
    return { pid: state?.pid ?? 0, workerPid: state?.workerPid ?? 0, serverPid: state?.serverPid ?? 0, staysUntil };
  }

  it('serves the next command with the same processes, and as long again as that one wishes', async () => {
    const { pid, workerPid, staysUntil } = await linger();

    const next = await home.join();
    const held = await readState(home.path);
    const renewed = await next.release(1_200);

    expect(next).toMatchObject({ startedHere: false, lingered: true });
    expect(held).toMatchObject({ pid, workerPid, attachedPids: [process.pid], staysUntil: null });
    expect(Date.parse(String(renewed))).toBeGreaterThan(Date.parse(String(staysUntil)));
    expect(isAlive(workerPid)).toBe(true);
  });

  it('stays as long as it would have after a command that wishes nothing', async () => {
    const { pid } = await linger();

    const left = await (await home.join()).release();

    expect(left).not.toBeNull();
    expect(await readState(home.path)).toMatchObject({ pid, staysUntil: left });
  });

  it('ends with a command that wants it to', async () => {
    const { pid, workerPid, serverPid } = await linger();

    expect(await (await home.join()).release(0)).toBeNull();

    await waitUntil(() => !isAlive(pid));
    expect([workerPid, serverPid].map(isAlive)).toEqual([false, false]);
  });

  it('ends with a command that is killed', async () => {
    const { pid, workerPid, serverPid } = await linger();
    countStarted('process');
    const command = spawn(process.execPath, [supportFile('attached-command.ts'), home.path], {
      env: supervisionEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (command.stdout !== null) await once(command.stdout, 'data');
    expect(await readState(home.path)).toMatchObject({ pid, attachedPids: [command.pid] });

    command.kill('SIGKILL');
    await waitUntil(() => !isAlive(pid));

    expect([workerPid, serverPid].map(isAlive)).toEqual([false, false]);
  });

  it.each([
    { name: 'changes a setting', first: { PLUMBLINE_MODEL: 'small' }, second: { PLUMBLINE_MODEL: 'large' } },
    { name: 'has one more', first: {}, second: { OPENAI_API_KEY: 'sk-planted' } },
    { name: 'lacks one', first: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, second: {} },
  ])('is replaced by a command that $name', async ({ first, second }) => {
    const before = await linger(first);

    const next = await home.join({ environment: second });

    expect(next.startedHere).toBe(true);
    expect([before.workerPid, before.serverPid].map(isAlive)).toEqual([false, false]);
  });

  it('is not replaced once a command holds it', async () => {
    const { pid } = await linger({ PLUMBLINE_MODEL: 'small' });
    await home.join({ environment: { PLUMBLINE_MODEL: 'small' } });

    const next = await home.join({ environment: { PLUMBLINE_MODEL: 'large' } });

    expect(next.startedHere).toBe(false);
    expect(await readState(home.path)).toMatchObject({ pid });
  });

  it('stays after `up`, until `down`', async () => {
    const { pid, workerPid, serverPid } = await linger();

    expect(await (await home.join({ keep: true })).release()).toBeNull();
    expect(await readState(home.path)).toMatchObject({ pid, keep: true, staysUntil: null });

    expect(await stop(home.path, { force: false })).toBe(true);
    expect([workerPid, serverPid].map(isAlive)).toEqual([false, false]);
  });
});
