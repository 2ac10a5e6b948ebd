import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
let folder: string;
beforeEach(async () => {
  world = await createCommandWorld();
  folder = join(world.documents, 'grid');
});
afterEach(() => world.close());

const run = (command: string, ...options: string[]) => world.run('briefing', command, folder, ...options);
const json = async (command: string, ...options: string[]) =>
  JSON.parse((await run(command, ...options, '--json')).stdout);
const read = (file: string) => readFile(join(folder, file), 'utf8');
const THEMES = 'state/active_themes.yml';

describe('a briefing, without a server', () => {
  it('is begun once; what is there stays', async () => {
    const first = await json('init', '--name', 'grid-storage');
    await writeFile(join(folder, 'SOURCES.md'), '## Tier 1\n\n- example.org\n');
    await rm(join(folder, 'TAXONOMY.md'));
    const second = await json('init');

    expect(first).toMatchObject({ name: 'grid-storage', kept: [] });
    expect(first.written).toContain(THEMES);
    expect(second).toMatchObject({ name: 'grid-storage', written: ['TAXONOMY.md'] });
    expect(await read('SOURCES.md')).toContain('example.org');
  });

  it('is not begun among other files without being asked for', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'Dear heron');
    const refused = await run('init');
    const left = await readdir(folder);
    const asked = await json('init', '--example');

    expect([refused.code, left]).toEqual([2, ['letter.txt']]);
    expect(refused.stderr).toMatch(/has no briefing but other files \(letter\.txt\); nothing was written.*--example/s);
    expect(asked.written).toContain('briefing.yml');
    expect(await read('letter.txt')).toBe('Dear heron');
  });

  it('is shown with what the folder knows', async () => {
    await run('init');

    const shown = await run('show');
    const { schedules, outputs, missed, isServerRunning } = await json('show');

    expect([shown.code, isServerRunning, outputs, missed]).toEqual([0, false, [], []]);
    expect(shown.stdout).toContain('Temporal is not running');
    expect(schedules).toContainEqual(expect.objectContaining({ kind: 'daily', inTemporal: null }));
    expect(await world.state()).toBeUndefined();
  });

  it('has its themes confirmed by a person', async () => {
    await run('init');
    await writeFile(join(folder, THEMES), `# mine\n${await read(THEMES)}`);
    const [{ id }] = (await json('themes', '--yes')).themes.map((theme: string) => ({ id: theme }));

    const refused = await run('themes');
    const confirmed = await json('themes', '--yes', '--set', `${id}.conviction=9`, '--set', `${id}.status=closed`);

    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
    expect(confirmed).toMatchObject({ changes: { [id]: { conviction: 9, status: 'closed' } }, restored: [] });
    const themes = await read(THEMES);
    expect(themes).toMatch(/^# mine\n/);
    expect(themes).toContain(confirmed.updatedAt);
    expect(themes).toMatch(/conviction: 9/);
  });

  it('says what is wrong, with file, line and field, and starts nothing', async () => {
    const missing = await run('show');
    await run('init');
    const cron = await run('schedule', '--cron', '0 25 * * *');
    const theme = await run('themes', '--yes', '--set', 'cars.conviction=2');
    const unknown = await run('run', '--theme', 'cars');
    const future = await run('run', '--slot', '2100-01-01');
    const day = await run('run', '--again', 'monday');
    const name = await world.run('briefing', 'init', join(world.documents, 'other'), '--name', 'No Slug');
    await writeFile(join(folder, 'briefing.yml'), 'name: grid\ntitle: Grid\ntimezone: Mars/Olympus\n');
    const settings = await run('run');

    const all = [missing, cron, theme, unknown, future, day, name, settings];
    expect(all.map(({ code }) => code)).toEqual(all.map(() => 2));
    expect(missing.stderr).toContain('npx plumbline briefing init');
    expect(cron.stderr).toContain('schedules.daily.cron "0 25 * * *"');
    expect(theme.stderr).toContain('there is no theme cars');
    expect(unknown.stderr).toContain('there is no theme cars');
    expect(future.stderr).toContain('2100-01-01');
    expect(day.stderr).toContain('"monday" is not a day');
    expect(name.stderr).toContain('small letters, digits and hyphens');
    expect(settings.stderr).toMatch(/briefing\.yml:3.*timezone/);
    expect(await world.state()).toBeUndefined();
  });
});

describe('a briefing, on the embedded server of up --foreground', () => {
  it('is scheduled, paused, resumed and removed, in Temporal and in its settings', async () => {
    const up = world.asProcesses().start('up', '--foreground');
    await up.prints('Stop:   Ctrl-C');
    await run('init', '--name', 'grid-storage');
    const scheduled = await run('schedule', '--cron', '30 5 * * *', '--jitter', '10m');
    const settings = await read('briefing.yml');
    await run('schedule', '--pause', '--kind', 'daily', '--note', 'on holiday');
    const paused = await json('show');
    const resumed = await json('schedule', '--resume');
    const removed = await json('schedule', '--remove', '--kind', 'daily');
    const after = await json('show');
    // It ends when somebody else stops the server.
    await world.run('down', '--force');
    const { code } = await up.ended;

    expect(code).toBe(0);
    expect(scheduled.stdout).toMatch(/^Scheduled daily: "30 5 \* \* \*", up to 10m later, catch-up 6h, next /);
    expect(scheduled.stderr).toContain('keeps running until npx plumbline down');
    expect(settings).toMatch(/daily:\n +cron: 30 5 \* \* \*\n +jitter: 10m\n +# A slot/);
    const daily = (schedules: { kind: string }[]) => schedules.find(({ kind }) => kind === 'daily');
    expect(daily(paused.schedules)).toMatchObject({ inTemporal: { isPaused: true, note: 'on holiday' } });
    expect(resumed).toMatchObject({ kinds: ['daily'], isPaused: false });
    expect(removed).toEqual({ name: 'grid-storage', removed: ['daily'] });
    expect(daily(after.schedules)).toBeUndefined();
    expect(await read('briefing.yml')).not.toContain('30 5');
  });
});
