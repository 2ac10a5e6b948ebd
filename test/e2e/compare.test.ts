import { reportComparisonSchema } from '@plumbline/contracts/report/report-comparison';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublishedReport } from '../support/builders/published-report.ts';
import { replaceReport } from '../support/builders/stored-records.ts';
import { publishTwoReports } from '../support/builders/two-reports.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
let other: PublishedReport;

beforeEach(async () => {
  world = await createCommandWorld();
  ({ b: other } = await publishTwoReports(world.home));
});

afterEach(() => world.close());

describe('the command compare, without a server', () => {
  it('shows contradictions, what only one says, common claims, figures and settings', async () => {
    const { code, stdout } = await world.run('report', 'lamp', '--against', 'other');

    expect(code).toBe(0);
    expect(stdout).toContain('Claims on the same quotation, in other words: 1\n');
    expect(stdout).toContain('a 1. The harbour lamp burns for nine hours on one filling.');
    expect(stdout).toContain('b 1. The harbour lamp burns for ten hours on one filling.');
    expect(stdout).toContain('Claims only in a: 1\n');
    expect(stdout).toContain('Claims in both: 1\n');
    expect(stdout).toContain('settings.maxQuotes: a 10, b 4');
    expect(stdout).toMatch(/model calls +0 +5\n/);
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await world.run('report', 'lamp', '--against', 'other', '--json');

    const { claims } = reportComparisonSchema.parse(JSON.parse(stdout));

    expect([claims.sameEvidence, claims.both, claims.onlyA, claims.onlyB].map(({ length }) => length)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it('says "no difference" of a run and itself', async () => {
    const { code, stdout } = await world.run('report', 'lamp', '--against', 'lamp');

    expect(code).toBe(0);
    expect(stdout).toContain('no difference: 3 claims and 1 source in both');
    expect(stdout).not.toContain('alone');
  });

  it('refuses an unknown run, and a record of another version', async () => {
    await replaceReport(world.home, 'research-other', JSON.stringify({ ...other.record, schemaVersion: 99 }));

    const unknown = await world.run('report', 'lamp', '--against', 'nowhere');
    const newer = await world.run('report', 'lamp', '--against', 'other');

    expect([unknown.code, newer.code]).toEqual([2, 3]);
    expect(unknown.stderr).toContain('there is no run "nowhere"');
    expect(newer.stderr).toContain('schema version 99');
  });
});
