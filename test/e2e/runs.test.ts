import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, waitUntil } from '../support/processes/processes.ts';
import { type CommandWorld, createCommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

const BURNING = 'How long does the harbour lamp burn on one filling?';
const WICK = 'When is the wick of the harbour lamp replaced?';

describe('runs whose commands start and stop the server', () => {
  let world: CommandWorld;
  beforeAll(async () => {
    world = await createCommandWorld();
  });
  afterAll(() => world.close());

  it('two at once on one corpus, started by two commands, use one server and both complete', async () => {
    const { start, run } = world.asProcesses();
    const commands = [
      start('research', BURNING, '--corpus', world.documents, '--id', 'burning', '--json'),
      start('research', WICK, '--corpus', world.documents, '--id', 'wick', '--json'),
    ];

    const [plain, ...results] = await Promise.all([
      run('ask', BURNING, '--corpus', world.documents),
      ...commands.map(({ ended }) => ended),
    ]);

    expect(plain?.code).toBe(0);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    const [burning, wick] = results.map(({ stdout }) => JSON.parse(stdout) as { webUi: string });
    expect(new URL(burning?.webUi ?? '').host).toBe(new URL(wick?.webUi ?? '').host);
    expect((await world.record('burning')).report.summary[0]?.text).toContain('nine hours');
    expect((await world.record('wick')).report.summary[0]?.text).toContain('forty days');
  });

  it('are listed, shown, reported and verified with no worker and no server', async () => {
    // None of the commands lingers. Two that end at the same moment each leave the waiting to the other.
    await waitUntil(async () => (await world.state()) === undefined);

    const list = await world.run('list');
    const status = await world.run('status', 'burning');
    const report = await world.run('report', 'burning');
    const verified = await world.run('verify', join(world.home, 'runs/burning/report.json'));

    expect([list.code, status.code, report.code, verified.code]).toEqual([0, 0, 0, 0]);
    expect(list.stdout).toContain('burning');
    expect(status.stdout).toContain('published');
    expect(status.stdout).toContain('broken.pdf');
    expect(report.stdout).toContain('nine hours on one filling of rapeseed oil');
    expect(await world.state()).toBeUndefined();
  });

  it('complete when CLI, supervisor, worker and server were killed while a clarification was pending: resumed and answered', async () => {
    const args = ['research', BURNING, '--corpus', world.documents, '--id', 'asked', '--clarify', 'always'];
    const { start } = world.asProcesses();
    const command = start(...args);
    await command.prints('npx plumbline answer asked');
    const state = await world.state();
    const pids = [command.process.pid, state?.pid, state?.workerPid, state?.serverPid];
    for (const pid of pids) {
      if (typeof pid !== 'number') throw new Error('a process is missing');
      process.kill(pid, 'SIGKILL');
    }
    await waitUntil(() => !pids.some((pid) => typeof pid === 'number' && isAlive(pid)));

    const resumed = start('resume', 'asked', '--json');
    await resumed.prints('npx plumbline answer asked');
    // Joins the server, and keeps it for the next test.
    const started = await world.run('research', BURNING, ...alone());
    const answered = await world.run('answer', 'asked', 'with rapeseed oil, please');

    expect([answered.code, started.code]).toEqual([0, 0]);
    expect((await resumed.ended).code).toBe(0);
    expect((await world.record('asked')).anchor.refinements).toEqual(['with rapeseed oil, please']);
  });

  const alone = () => ['--corpus', world.documents, '--id', 'alone', '--clarify', 'never', '--detach'];

  it('continue by themselves after --detach, and are found by resume', async () => {
    const resumed = await world.run('resume', 'alone', '--json');
    const down = await world.run('down');

    expect(JSON.parse(resumed.stdout)).toMatchObject({ researchId: 'alone', stage: 'published' });
    expect(down.code).toBe(0);
    expect(await world.state()).toBeUndefined();
  });
});

describe('runs on a server that stays', () => {
  let world: CommandWorld;
  beforeAll(async () => {
    world = await createServedWorld();
  });
  afterAll(() => world.close());

  it('attach to the run of the same id instead of starting another, also after it is over', async () => {
    const args = ['research', BURNING, '--corpus', world.documents, '--id', 'mine', '--json'];

    const [first, second] = await Promise.all([world.run(...args), world.run(...args)]);
    const later = await world.run(...args);
    const other = await world.run('research', WICK, '--corpus', world.documents, '--id', 'mine');

    expect([first.code, second.code, later.code]).toEqual([0, 0, 0]);
    const listed = JSON.parse((await world.run('list', '--json')).stdout) as { researchId: string }[];
    expect(listed.filter(({ researchId }) => researchId === 'mine')).toHaveLength(1);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('mine');
  });

  it('fail verification when one letter of a quotation was changed', async () => {
    await world.run('research', BURNING, '--corpus', world.documents, '--id', 'altered');
    const path = join(world.home, 'runs/altered/report.json');
    const text = JSON.stringify(await world.record('altered'));
    const altered = text.replace('"text":"The harbour lamp burns for nine', '"text":"The harbour lamp burns for nina');
    expect(altered).not.toBe(text);
    await writeFile(path, altered);

    const verified = await world.run('verify', path);

    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain('NOT verified');
  });

  it('say plainly when the documents contain no answer, and answer nothing', async () => {
    const asked = await world.run(
      'research',
      'Which tax applies to imported bananas?',
      '--corpus',
      world.documents,
      '--id',
      'none',
      '--json',
    );

    expect(asked.code).toBe(0);
    expect(JSON.parse(asked.stdout)).toMatchObject({ result: { answered: false } });
    expect((await world.record('none')).report.summary).toEqual([]);
  });

  it('stop being watched at Ctrl-C, say how to continue, and complete after resume', async () => {
    const command = world.start(
      'research',
      BURNING,
      '--corpus',
      world.documents,
      '--id',
      'paused',
      '--clarify',
      'always',
    );
    await command.prints('npx plumbline answer paused');

    command.interrupt();
    const interrupted = await command.ended;
    const resumed = world.start('resume', 'paused', '--json');
    await resumed.prints('npx plumbline answer paused');
    await world.run('answer', 'paused', '--skip');

    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toContain('npx plumbline resume paused');
    expect((await resumed.ended).code).toBe(0);
  });
});
