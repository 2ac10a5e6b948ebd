import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishReport } from '../support/builders/published-report.ts';
import { type CliWorld, createCliWorld } from '../support/processes/cli.ts';

let world: CliWorld;
let runs: string;

beforeEach(async () => {
  world = await createCliWorld();
  runs = join(world.home, 'runs');
  const drift = { tiers: [{ tier: 1 as const, total: 3, kept: 3 }], dropped: [] };
  const { record } = await publishReport(world.home, { drift });
  const third = record.findings.slice(1).map((finding) => ({
    ...finding,
    findingId: 't1f3',
    quotes: finding.quotes.map((quote) => ({ ...quote, key: 't1f3q1' })),
  }));
  await publishReport(world.home, { drift, findings: [...record.findings, ...third] });
});

afterEach(() => world.close());

async function writeRecord(name: string, text: string): Promise<void> {
  await mkdir(join(runs, name));
  await writeFile(join(runs, name, 'report.json'), text);
}

describe('the command replay-eval, without a server', () => {
  it('shows what changes, run by run and in a table', async () => {
    const { code, stdout } = await world.run('replay-eval', runs, '--set', 'tier-caps=1,0,0');

    expect(code).toBe(0);
    expect(stdout).toContain('accepted -> rejected: 1\n    t1f3  lamp.md › Harbour lamp › Oil');
    expect(stdout).toContain('accepted -> left out of the report  (hit 1.00, first 1.00, final 1.00)');
    expect(stdout).toContain('1 run compared, 3 decisions\n');
    expect(stdout).toMatch(/^accepted -> rejected +1 +1$/mu);
  });

  it('names files that cannot be read, compares the others, and ends with 1', async () => {
    await writeRecord('broken', '{ "schemaVersion": 1,');
    await writeRecord('newer', JSON.stringify({ schemaVersion: 99, researchId: 'newer' }));

    const { code, stdout } = await world.run('replay-eval', runs, '--set', 'threshold=0.5', '--json');
    const {
      settings,
      runs: compared,
      total,
    } = JSON.parse(stdout) as {
      settings: object;
      runs: { path: string; state: string; problem?: string }[];
      total: Record<string, number>;
    };

    expect(code).toBe(1);
    expect(settings).toEqual({ relevanceThreshold: 0.5 });
    expect(compared.map(({ state }) => state).sort()).toEqual(['compared', 'unreadable', 'unreadable']);
    expect(compared.map(({ problem = '' }) => problem).join('\n')).toMatch(
      /broken.report\.json cannot be checked: it is not JSON[\s\S]*newer.report\.json cannot be checked: it has schema version 99/u,
    );
    expect(total['rejected']).toBe(0);
  });

  it.each([
    ['rerank-top-k=3', 'rerank-top-k cannot be replayed: it needs the order'],
    ['query-variants=3', 'query-variants cannot be replayed: it decides what is searched'],
    ['nope=1', 'there is no setting "nope"'],
    ['scoring=other', 'Use final or first'],
    ['drift-threshold=2', 'Use 0 to 1'],
    ['entity-bonus=maybe', 'neither on nor off'],
    ['tier-caps=1,2', 'Use 3 whole numbers'],
    ['threshold', 'Write --set name=value'],
  ])('refuses --set %s and says why', async (given, message) => {
    const { code, stderr } = await world.run('replay-eval', runs, '--set', given);

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses a folder without a record, one that is not there, and to change nothing', async () => {
    const empty = await world.run('replay-eval', world.documents, '--set', 'threshold=0.5');
    const missing = await world.run('replay-eval', join(runs, 'nowhere'), '--set', 'threshold=0.5');
    const nothing = await world.run('replay-eval', runs);

    expect([empty.code, missing.code, nothing.code]).toEqual([2, 2, 2]);
    expect(empty.stderr).toContain('there is no report.json in');
    expect(missing.stderr).toContain('there is no folder');
    expect(nothing.stderr).toContain('no other setting is given');
  });
});
