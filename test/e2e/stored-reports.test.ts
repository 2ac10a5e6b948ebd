import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PublishedReport, publishReport } from '../support/builders/published-report.ts';
import { replaceReport } from '../support/builders/stored-records.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
let published: PublishedReport;

beforeEach(async () => {
  world = await createCommandWorld();
  published = await publishReport(world.home);
});

afterEach(() => world.close());

const TRUST = { confirmed: 0, leftOut: 0, notJudged: 0 };

const changeRecord = (change: (record: ResearchRecord) => object): Promise<void> =>
  replaceReport(world.home, 'research-lamp', JSON.stringify(change(published.record)));

describe('a stored report, without a server', () => {
  it('is traced to the stored words, whole or one claim', async () => {
    const all = await world.run('trace', 'research-lamp');
    const one = await world.run('trace', 'research-lamp', '2', '--json');

    expect(all.code).toBe(0);
    expect(all.stdout).toContain('3 claims, all traced');
    expect(JSON.parse(one.stdout)).toMatchObject({
      researchId: 'research-lamp',
      traceable: true,
      claims: [{ number: 2, part: 'key finding', attributions: [{ key: 't1f2q1', stored: { isEqual: true } }] }],
    });
  });

  it('refuses a claim that it does not have', async () => {
    const { code, stderr } = await world.run('trace', 'research-lamp', '4');

    expect(code).toBe(2);
    expect(stderr).toContain('no claim 4: use 1 to 3');
  });

  it('fails the trace when a step fails, and says where', async () => {
    await changeRecord((record) => ({ ...record, sources: [] }));
    const { code, stdout } = await world.run('trace', 'research-lamp', '1');

    expect(code).toBe(1);
    expect(stdout).toContain('BROKEN: unknown source s1');
  });

  it('goes when it is as old as runs may become, if it is of the tenant that is meant', async () => {
    const retired = async (...words: string[]) =>
      JSON.parse((await world.run('delete', '--unused', '--runs-older-than', '30d', '--json', ...words)).stdout)
        .retired;

    expect([await retired('--tenant', 'acme'), await retired()]).toEqual([[], ['research-lamp']]);
    expect((await world.run('report', 'research-lamp')).code).toBe(0);
    expect(await retired('--yes')).toEqual(['research-lamp']);
    expect((await world.run('report', 'research-lamp')).code).toBe(2);
    expect(await retired()).toEqual([]);
  });

  it('shows trust and dropped findings', async () => {
    const drift = await world.run('status', 'research-lamp', '--drift');
    const status = await world.run('status', '--json');
    const list = await world.run('list', '--json');

    expect(drift.stdout).toContain('t1f3: tier 2, reference, relevance 0.75 -> 0.25');
    expect(JSON.parse(status.stdout)).toMatchObject({ trust: TRUST, drift: { dropped: [{ findingId: 't1f3' }] } });
    expect(JSON.parse(list.stdout)).toMatchObject([{ trust: TRUST, drift: { total: 3, dropped: 1 } }]);
  });

  it('shows how it was made, the skipped files and the references separately', async () => {
    const [about, files, references, asJson] = await Promise.all([
      world.run('report', '--section', 'about'),
      world.run('report', 'research-lamp', '--section', 'files'),
      world.run('report', 'research-lamp', '--section', 'references'),
      world.run('report', 'research-lamp', '--section', 'files', '--json'),
    ]);

    expect(about.stdout).toMatch(/^## About this report\n\n- Engine: offline/);
    expect(files.stdout).toBe('All files were read completely.\n');
    expect(references.stdout).toBe('All references were resolved.\n');
    expect(JSON.parse(asJson.stdout)).toEqual({ researchId: 'research-lamp', files: [] });
  });

  it('proposes similar ids', async () => {
    const unknown = await Promise.all([world.run('status', 'r'), world.run('delete', 'research-lomp', '--yes')]);

    expect(unknown.map(({ code }) => code)).toEqual([2, 2]);
    for (const { stderr } of unknown) expect(stderr).toContain('Did you mean research-lamp?');
  });

  it('of another version is still shown and listed, and verify and trace say that they cannot check it', async () => {
    await changeRecord(({ researchId, report: { markdown } }) => ({
      researchId,
      schemaVersion: 99,
      report: { markdown, quality: {} },
    }));
    const [report, list, drift, verify, trace] = await Promise.all([
      world.run('report'),
      world.run('list', '--json'),
      world.run('status', '--drift'),
      world.run('verify', 'research-lamp'),
      world.run('trace'),
    ]);

    expect(report.stdout).toContain('burns for nine hours');
    expect(JSON.parse(list.stdout)).toMatchObject([{ researchId: 'research-lamp', trust: null, drift: null }]);
    expect(drift.stdout).toContain('Drift is unknown');
    expect([verify.code, trace.code]).toEqual([3, 3]);
    expect(verify.stderr).toContain('schema version 99');
    expect(trace.stderr).toContain('schema version 99');
  });
});
