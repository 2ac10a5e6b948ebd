import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI_ENTRY } from '../support/processes/cli.ts';
import { waitUntil } from '../support/processes/processes.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';
import { countStarted } from '../support/worlds/started.ts';

describe('a command with --linger', () => {
  // Each test leaves it without a server, or is the last.
  let world: CommandWorld;
  beforeAll(async () => {
    world = await createCommandWorld();
  });
  afterAll(() => world.close());

  const ask = (...more: string[]) => [
    'ask',
    'How long does the harbour lamp burn on one filling?',
    '--corpus',
    world.documents,
    ...more,
  ];

  it('leaves its worker to the next one with the same settings, until `down`', async () => {
    const first = await world.asProcesses().run(...ask('--linger', '5'));
    const { workerPid } = (await world.state()) ?? {};

    const second = await world.asProcesses().run(...ask('--json'));
    const afterSecond = await world.state();
    const other = await world.asProcesses({ 'answers.ttl-hours': '5' }).run(...ask('--linger', '5'));
    const afterOther = await world.state();
    const doctor = await world.run('doctor');
    const down = await world.run('down');

    expect([first.code, second.code, other.code]).toEqual([0, 0, 0]);
    expect(first.stderr.trimEnd()).toMatch(
      /\nServer and worker stay ready for 5 minutes \(.*--linger 0 prevents it\)\.$/,
    );
    expect(second.stderr).not.toMatch(/Temporal is ready|stay ready/);
    expect(afterSecond).toMatchObject({ workerPid, staysUntil: expect.any(String) });
    expect(other.stderr).toContain('it has other settings or other code');
    expect(afterOther?.workerPid).not.toBe(workerPid);
    expect(doctor.stdout).toMatch(/answers at .*, stays until \d\d:\d\d/);
    expect(down.stdout).toContain('have stopped');
    expect(await world.state()).toBeUndefined();
  });

  it('leaves nothing when it is interrupted', async () => {
    // Its input stays open: a conversation at whose end the interruption arrives would have ended by itself.
    const args = [CLI_ENTRY, 'chat', '--corpus', world.documents, '--linger', '5'];
    countStarted('process');
    const chat = spawn(process.execPath, args, { env: world.environment, stdio: ['pipe', 'ignore', 'ignore'] });
    await waitUntil(async () => (await world.state())?.phase === 'ready');
    chat.kill('SIGINT');
    await once(chat, 'close');
    expect(await world.state()).toBeUndefined();
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
