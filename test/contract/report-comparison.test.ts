import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportComparisonSchema } from '@plumbline/contracts/report/report-comparison';
import { describe, expect, it } from 'vitest';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { replaceReport, runsIn } from '../support/builders/stored-records.ts';
import { publishTwoReports } from '../support/builders/two-reports.ts';

/** Two reports in a store, and the API over it. */
async function compareWorld() {
  const home = await mkdtemp(join(tmpdir(), 'report-comparison-'));
  const reports = await publishTwoReports(home);
  const { api } = createApiWorld({ tools: openLocalTools({ PLUMBLINE_HOME: home }) });
  return { home, ...reports, get: (a: string, b: string) => api.request(`/api/runs/${a}/comparison/${b}`) };
}

describe('GET /api/runs/{a}/comparison/{b}', () => {
  it('tells claims, sources, settings, costs and scores of both', async () => {
    const { get } = await compareWorld();

    const response = await get('research-lamp', 'research-other');
    const comparison = reportComparisonSchema.strict().parse(await response.json());

    expect(response.status).toBe(200);
    expect(comparison.isEqual).toBe(false);
    expect(comparison.claims).toMatchObject({
      sameEvidence: [
        {
          a: { numbers: [1], text: 'The harbour lamp burns for nine hours on one filling.', citations: [1] },
          b: { numbers: [1], text: 'The harbour lamp burns for ten hours on one filling.', citations: [1] },
        },
      ],
      both: [{ a: { text: 'Nothing is said about storms.' } }],
      onlyA: [{ text: 'A trimmed wick adds one hour to the burning time.', citations: [2] }],
      onlyB: [{ text: 'No document names the keeper.', citations: [] }],
    });
    expect(comparison.sources).toMatchObject({ both: [{ a: { locator: 'lamp.md' }, isSameText: true }] });
    expect(comparison.settings).toEqual([{ name: 'settings.maxQuotes', a: 10, b: 4 }]);
    expect(comparison.b.costs).toMatchObject({ modelCalls: 5, money: 0.02, workedSeconds: 3 });
    expect(comparison.a.trust).toMatchObject({ leftOut: 0, notJudged: 0 });
  });

  it('finds everything in common, and nothing else, between a run and itself', async () => {
    const { get } = await compareWorld();

    const comparison = reportComparisonSchema.parse(await (await get('research-lamp', 'research-lamp')).json());

    expect(comparison).toMatchObject({
      isEqual: true,
      claims: { onlyA: [], onlyB: [], sameEvidence: [] },
      sources: { onlyA: [], onlyB: [] },
      settings: [],
    });
    expect(comparison.claims.both).toHaveLength(3);
  });

  it('names no folder of the server', async () => {
    const { get, home } = await compareWorld();

    const text = await (await get('research-lamp', 'research-other')).text();

    expect(text).not.toContain('/documents');
    expect(text).not.toContain(home);
  });

  it.each([
    ['research-lamp', 'nowhere'],
    ['nowhere', 'research-lamp'],
  ])('refuses an unknown run: %s and %s', async (a, b) => {
    const { get } = await compareWorld();

    const response = await get(a, b);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: 'there is no run "nowhere"' });
  });

  it('refuses a run under way', async () => {
    const { get, home, a } = await compareWorld();
    const runs = runsIn(home);
    const researchId = 'research-running';
    await runs.recordStart({
      researchId,
      request: a.record.request,
      requestHash: 'hash',
      startedAt: a.record.createdAt,
    });
    await runs.saveProgress(researchProgress({ researchId, stage: 'researching' }));

    const response = await get('research-lamp', researchId);

    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('no report yet') });
  });

  it('says that a record of another version cannot be read, without its path', async () => {
    const { get, b, home } = await compareWorld();
    await replaceReport(home, 'research-other', JSON.stringify({ ...b.record, schemaVersion: 99 }));

    const response = await get('research-lamp', 'research-other');

    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain(home);
  });
});
