import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningCommand } from '../support/processes/cli.ts';
import { isAlive } from '../support/processes/processes.ts';
import { findPostgres } from '../support/servers/postgres.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

/** The program of `npm run cluster`. */
const LOCAL_CLUSTER = fileURLToPath(new URL('../../bench/local-cluster.ts', import.meta.url));

interface Status {
  readonly processes: readonly { readonly name: string; readonly pid: number; readonly isRunning: boolean }[];
}

// Skipped where PostgreSQL is not installed.
describe.skipIf(findPostgres() === undefined)('a cluster on one machine', () => {
  let world: CommandWorld;
  let cluster: RunningCommand;
  let folder: string;
  const program = () => world.asProcesses({}, [], LOCAL_CLUSTER);

  beforeAll(async () => {
    world = await createCommandWorld();
    const above = join(world.home, '..');
    // Where the tests run as root, PostgreSQL runs as another user.
    await chmod(above, 0o755);
    folder = join(above, 'cluster');
    cluster = await bringUp();
  });

  afterAll(async () => {
    await program().run('down', '--folder', folder);
    await world.close();
  });

  async function bringUp(): Promise<RunningCommand> {
    const up = program().start('up', '--folder', folder, '--corpus', world.documents);
    await up.prints('Stop:');
    return up;
  }

  const statusOf = async (): Promise<Status> =>
    JSON.parse((await program().run('status', '--folder', folder, '--json')).stdout) as Status;

  /** Settings from the file that the command names. */
  async function clientIn(home: string) {
    const text = await readFile(join(folder, 'client.env'), 'utf8');
    const variables = [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]);
    return world.with({ ...(Object.fromEntries(variables) as NodeJS.ProcessEnv), PLUMBLINE_HOME: join(folder, home) });
  }

  it('publishes a run of a client with a home of its own, whose report its workers and serve have too', async () => {
    const client = await clientIn('client');
    const run = await client.run(
      'research',
      'How long does the harbour lamp burn?',
      '--corpus',
      world.documents,
      '--id',
      'one',
    );
    expect([run.code, run.stderr]).toEqual([0, expect.any(String) as string]);

    const homes = ['client', 'worker-1', 'worker-2', 'serve'];
    const reports = await Promise.all(homes.map(async (home) => (await clientIn(home)).run('report', 'one')));
    expect(new Set(reports.map(({ stdout }) => stdout)).size).toBe(1);
    expect(reports[0]?.stdout).toContain('nine hours');
  });

  it('keeps its secrets from other users', async () => {
    for (const name of ['client.env', 'cluster.json', 'kept.json']) {
      expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('goes on with its data after its starter was killed, whose processes it ends first', async () => {
    const before = (await statusOf()).processes;
    const { owner } = JSON.parse(await readFile(join(folder, 'cluster.json'), 'utf8')) as { owner: { pid: number } };
    process.kill(owner.pid, 'SIGKILL');
    await cluster.ended;

    cluster = await bringUp();

    expect(before.map(({ name }) => name).toSorted()).toEqual(
      expect.arrayContaining(['serve', 'worker-1', 'worker-2']),
    );
    expect(before.filter(({ pid }) => isAlive(pid))).toEqual([]);
    expect((await (await clientIn('client')).run('report', 'one')).stdout).toContain('nine hours');
  });

  it('ends all of its processes with down', async () => {
    const { processes } = await statusOf();
    expect(processes.map(({ isRunning }) => isRunning)).not.toContain(false);

    const { stdout } = await program().run('down', '--folder', folder);

    expect(stdout).toContain('has stopped');
    expect(processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
    await cluster.ended;
    expect((await statusOf()).processes).toEqual([]);
  });
});
