import { researchRecordSchema } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decidedHitOf, telemetryOf } from '../support/builders/research-fixtures.ts';
import { runsIn } from '../support/builders/stored-records.ts';
import { createTestActivities, research, type TestActivities } from '../support/builders/test-activities.ts';

let world: TestActivities;
let input: PublishReportInput;
beforeAll(async () => {
  world = await createTestActivities();
  input = await research(world, 'How long does the harbour lamp burn?');
});
afterAll(() => world.dispose());

async function publish(published: PublishReportInput) {
  await world.activities.publishReport(published);
  const report = await runsIn(world.corpus.home).readReport(published.researchId);
  return researchRecordSchema.parse(JSON.parse(report?.json ?? ''));
}

describe('the record of a published report', () => {
  it('has every score with its reason from what is kept with the run', async () => {
    const [finding] = input.findings;
    const read = decidedHitOf('lamp.md', 0.9, { id: finding?.passageId ?? '', reason: 'names the hours' });
    const unread = decidedHitOf('tide.md', 0.2, { reason: 'about tides', order: null, decision: 'below-threshold' });
    const queries = [{ query: 'lamp', provider: null, hits: [read.id, unread.id] }];
    const taskId = finding?.taskId ?? '';
    await runsIn(world.corpus.home).saveDecisions('research-kept', {
      taskId,
      queries,
      hits: [read, unread],
    });

    const record = await publish({ ...input, researchId: 'research-kept' });

    const hits = [{ ...read, findingId: finding?.findingId }, unread];
    expect(record.report.telemetry.tasks).toEqual([{ taskId, queries, hits }]);
  });

  it('has the drift that the run sent before, with its material', async () => {
    const researchId = 'research-drifted';
    const { request, anchor, corpus, gaps, degradations, engine, usage } = input;
    const dropped = { findingId: 'f9', taskId: 't1', locator: 'tide.md', headingPath: [], contextTier: 2 as const };
    const scores = {
      origin: 'search' as const,
      relevance: 0.9,
      finalRelevance: 0.1,
      reason: 'tides',
      excerpt: 'Tides',
    };
    const drift = { tiers: [{ tier: 2 as const, total: 1, kept: 0 }], dropped: [{ ...dropped, ...scores }] };
    const none = {
      tasks: [],
      taskSummaries: [],
      findings: [],
      quotes: [],
      reserve: [],
      leftOut: [],
      contradictions: [],
    };
    const material = { anchor, corpus, clarificationSummary: null, clarity: null, ...none };
    const stage = { settledAt: input.publishedAt, gaps, degradations, usage, workedSeconds: 1, tasks: [], engine };
    const settled = { ...stage, material, drift, telemetry: telemetryOf() };
    await runsIn(world.corpus.home).saveSettled(researchId, { request, stages: { material: settled } });
    const { drift: _, ...undrifted } = input;

    expect((await publish({ ...undrifted, researchId })).drift).toEqual(drift);
    expect((await publish({ ...undrifted, researchId, drift: null })).drift).toBeNull();
  });
});
