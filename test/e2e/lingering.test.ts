import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readState, stop } from '../../client/connection/embedded.ts';
import { CLI_ENTRY, type CliWorld, createCliWorld } from '../support/processes/cli.ts';
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

describe('a command with --linger', () => {
  let world: CliWorld;
  beforeEach(async () => {
    world = await createCliWorld();
  });
  afterEach(() => world.close());

  const ask = (...more: string[]) => [
    'ask',
    'How long does the harbour lamp burn on one filling?',
    '--corpus',
    world.documents,
    ...more,
  ];

  it('leaves its worker to the next one with the same settings, until `down`', async () => {
    const first = await world.run(...ask('--linger', '1'));
    const { workerPid } = (await world.state()) ?? {};

    const second = await world.run(...ask('--json'));
    const afterSecond = await world.state();
    const other = await world.with({ PLUMBLINE_ANSWER_TTL_HOURS: '5' }).run(...ask('--linger', '5'));
    const afterOther = await world.state();
    const doctor = await world.run('doctor');
    const down = await world.run('down');

    expect([first.code, second.code, other.code]).toEqual([0, 0, 0]);
    expect(first.stderr.trimEnd()).toMatch(
      /\nServer and worker stay ready for 1 minute \(.*--linger 0 prevents it\)\.$/,
    );
    expect(second.stderr).not.toMatch(/Temporal is ready|stay ready/);
    expect(afterSecond).toMatchObject({ workerPid, staysUntil: expect.any(String) });
    expect(other.stderr).toContain('it has other settings or other code');
    expect(afterOther?.workerPid).not.toBe(workerPid);
    expect(doctor.stdout).toMatch(/answers at .*, stays until \d\d:\d\d/);
    expect(down.stdout).toContain('have stopped');
    expect(await world.state()).toBeUndefined();
  });

  it('leaves nothing when it is interrupted, nor without the option and a terminal', async () => {
    // Its input stays open: a conversation at whose end the interruption arrives would have ended by itself.
    const args = [CLI_ENTRY, 'chat', '--corpus', world.documents, '--linger', '5'];
    countStarted('process');
    const chat = spawn(process.execPath, args, { env: world.environment, stdio: ['pipe', 'ignore', 'ignore'] });
    await waitUntil(async () => (await world.state())?.phase === 'ready');
    chat.kill('SIGINT');
    await once(chat, 'close');
    expect(await world.state()).toBeUndefined();

    const plain = await world.run(...ask());
    expect([plain.code, await world.state()]).toEqual([0, undefined]);
  });

  const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;
  it.skipIf(!hasScript)('is not needed on a terminal', async () => {
    const command = [process.execPath, CLI_ENTRY, ...ask()].map((word) => `'${word}'`).join(' ');
    const { CI: _, ...environment } = world.environment;
    countStarted('process');
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...environment, COLUMNS: '100' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(terminal, 'close');

    expect(printed).toContain('Server and worker stay ready for 10 minutes');
    expect(await world.state()).toMatchObject({ phase: 'ready', attachedPids: [], keep: false });
  });
});
