import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { filesIn } from '../support/builders/bundles.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { runsIn } from '../support/builders/stored-records.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';
import { startWorkerHere } from '../support/worlds/worker-here.ts';

let world: CommandWorld;
let folder: string;

beforeAll(async () => {
  world = await createCommandWorld();
  folder = await mkdtemp(join(tmpdir(), 'exported-'));
  await publishReport(world.home);
});

afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** A network namespace of its own has no way out; left out where that is not allowed. */
const ISOLATED = ['unshare', '--map-root-user', '--net'];

function canIsolate(): boolean {
  try {
    execFileSync(ISOLATED[0] ?? '', [...ISOLATED.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const bundle = () => join(folder, 'lamp.zip');

/** As on another machine: without a store. */
const NO_STORE = () => ({ PLUMBLINE_HOME: join(folder, 'nowhere') });
const elsewhere = () => world.with(NO_STORE());

describe('the audit bundle of a run', () => {
  it('is written, and says its size, its hash and what is not in it', async () => {
    const { code, stdout, stderr } = await world.run(
      'report',
      'research-lamp',
      '--format',
      'bundle',
      '--out',
      bundle(),
    );

    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Bundle of 9 files, \d+(\.\d)? KB: /)]);
    expect(stdout).toMatch(/SHA-256 [0-9a-f]{64}/);
    expect(stdout).toContain('Only the text is included for 1 document:\n  lamp.md: ');
    expect(stdout).toContain('The history in Temporal is missing: no Temporal server was running.');
  });

  it('verifies where there is no store and no network', async () => {
    const { run } = world.asProcesses(NO_STORE(), canIsolate() ? ISOLATED : []);
    const { code, stdout } = await run('verify', bundle());

    expect(code).toBe(0);
    expect(stdout).toContain('all 9 files match the list');
    expect(stdout).toContain(
      'verified: 4 quotations, 2 citations, 3 claims checked against the stored text, no problems',
    );
    expect(stdout).toContain('not proved: who wrote it, and when.');
  });

  it('does not verify after one byte was changed, and the file is named', async () => {
    const bytes = await readFile(bundle());
    const at = bytes.indexOf('nine hours');
    bytes.write('N', at);
    await writeFile(join(folder, 'changed.zip'), bytes);
    const { code, stdout } = await elsewhere().run('verify', join(folder, 'changed.zip'), '--json');

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      verified: false,
      problems: [expect.stringContaining('report.md was changed')],
    });
  });

  it('holds the history of the run while its server runs', async () => {
    const settings = { TEMPORAL_ADDRESS: inject('temporalAddress') };
    const worker = await startWorkerHere({ ...world.environment, ...settings });
    const { run } = world.with(settings);
    await run('research', 'How long does the harbour lamp burn?', '--corpus', world.documents, '--id', 'with-history');
    const out = join(folder, 'history.zip');
    const { code } = await run('report', 'with-history', '--format', 'bundle', '--out', out);
    await worker.stop();
    const { events } = JSON.parse(String((await filesIn(out)).get('history.json'))) as { events: unknown[] };

    expect(code).toBe(0);
    expect(events[0]).toMatchObject({ eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_STARTED' });
    expect((await elsewhere().run('verify', out)).code).toBe(0);
  });

  it('replaces no file', async () => {
    const { code, stderr } = await world.run('report', 'research-lamp', '--format', 'bundle', '--out', bundle());

    expect([code, stderr]).toEqual([2, expect.stringContaining('Replace it with --force')]);
  });

  it('of a run under way is refused, with what to do', async () => {
    const runs = runsIn(world.home);
    const request = researchRequestSchema.parse({
      question: 'How high is the tide?',
      corpusDirectories: ['/documents'],
    });
    const startedAt = '2026-01-01T00:00:00.000Z';
    await runs.recordStart({ researchId: 'research-tide', request, requestHash: 'hash', startedAt });
    await runs.saveProgress(researchProgress({ researchId: 'research-tide', stage: 'researching' }));
    const { code, stderr } = await world.run(
      'report',
      'research-tide',
      '--format',
      'bundle',
      '--out',
      join(folder, 'tide.zip'),
    );

    expect(code).toBe(2);
    expect(stderr).toContain('the run has no report yet (researching)');
    expect(stderr).toContain('npx plumbline resume research-tide');
  });

  it('that is no bundle at all is refused', async () => {
    await writeFile(join(folder, 'letter.zip'), 'Dear Sir or Madam');
    const { code, stdout } = await elsewhere().run('verify', join(folder, 'letter.zip'));

    expect([code, stdout]).toEqual([1, expect.stringContaining('no complete ZIP archive')]);
  });
});
