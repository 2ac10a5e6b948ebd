import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { describe, expect, it } from 'vitest';
import { replayRecord } from '../../../bench/replay/record-replay.ts';
import type { ReplayedRun, ReplaySettings } from '../../../bench/replay/replayed-run.ts';
import { publishReport } from '../../support/builders/published-report.ts';
import { decidedHitOf, findingOf, telemetryOf } from '../../support/builders/research-fixtures.ts';

/** A finding of tier 2 that names no key entity. */
function plain(findingId: string, changes: Partial<Finding> = {}): Finding {
  const relevance = changes.relevance ?? 0.75;
  return findingOf(findingId, 'Whale oil burns for seven hours.', {
    headingPath: ['Oil'],
    title: 'Oil',
    hitScore: 0.8,
    relevance,
    finalRelevance: 0.8,
    contextTier: 2,
    weight: 0.7 * relevance,
    ...changes,
  });
}

function driftOf(kept: number, dropped: Drift['dropped'] = []): Drift {
  return { tiers: [{ tier: 2, total: kept + dropped.length, kept }], dropped };
}

/** Replays a run that found these with other settings. */
async function replay(
  findings: readonly Finding[],
  changes: Partial<ReplaySettings>,
  recorded: Partial<PublishReportInput> = {},
): Promise<ReplayedRun> {
  const home = await mkdtemp(join(tmpdir(), 'replay-evaluation-'));
  const drift = driftOf(findings.length);
  const { record } = await publishReport(home, { findings, drift, ...recorded });
  return replayRecord(record, changes);
}

function changesOf(replayed: ReplayedRun) {
  if (replayed.state !== 'compared') throw new Error(replayed.differences.join('; '));
  return replayed.changes.map(({ effect, subject, findingId, after }) => `${effect} ${findingId ?? subject}: ${after}`);
}

const DROPPED = {
  findingId: 't1f9',
  taskId: 't1',
  locator: 'tide.md',
  headingPath: ['Tide'],
  contextTier: 2 as const,
  origin: 'search' as const,
  relevance: 0.75,
  finalRelevance: 0.45,
  reason: 'says nothing about the lamp',
  excerpt: 'The tide rises twice a day.',
};

describe('replayRecord', () => {
  it('comes to the recorded decisions with the recorded settings', async () => {
    const replayed = await replay([plain('t1f1'), plain('t1f2', { finalRelevance: 0.6 })], { driftThreshold: 0.5 });

    expect(replayed).toMatchObject({ state: 'compared', decisions: 2, changes: [], notRecorded: [] });
  });

  it('rejects what another drift threshold drops, with all three scores', async () => {
    const replayed = await replay([plain('t1f1'), plain('t1f2', { finalRelevance: 0.6 })], { driftThreshold: 0.7 });

    expect(replayed).toMatchObject({
      counts: { rejected: 1, warned: 1 },
      changes: [
        {
          effect: 'rejected',
          findingId: 't1f2',
          place: 'lamp.md › Oil',
          before: 'accepted',
          after: 'dropped by validation',
          scores: { hit: 0.8, first: 0.75, final: 0.6 },
        },
        { effect: 'warned', place: 'tier 2', before: '2 of 2 kept', after: '1 of 2 kept' },
      ],
    });
  });

  it('accepts what was dropped, and then warns no longer', async () => {
    const drift = driftOf(1, [DROPPED]);
    const diagnostics = [{ code: 'DRIFT' as const, tier: 2 as const, kept: 1, total: 2 }];

    const replayed = await replay([plain('t1f1')], { driftThreshold: 0.4 }, { drift, diagnostics });

    expect(changesOf(replayed)).toEqual(['accepted t1f9: accepted', 'no-longer-warned tier: 2 of 2 kept']);
  });

  it('decides by the first score where validation is left out', async () => {
    const replayed = await replay([plain('t1f1'), plain('t1f2', { relevance: 0.6 })], {
      scoring: 'first',
      driftThreshold: 0.7,
    });

    expect(changesOf(replayed)).toContain('rejected t1f2: dropped by validation');
  });

  it('leaves out what is not citable, and what exceeds the caps and the floor of its task', async () => {
    const findings = [plain('t1f1'), plain('t1f2', { finalRelevance: 0.8 }), plain('t1f3', { finalRelevance: 0.6 })];

    const cited = await replay(findings, { citeThreshold: 0.7 });
    const capped = await replay(findings, { tierCaps: { tier1: 15, tier2: 1, tier3: 5 } });

    for (const replayed of [cited, capped]) {
      expect(changesOf(replayed)).toEqual(['rejected t1f3: left out of the report']);
    }
  });

  it('keeps what the report drew although the caps left it out', async () => {
    const findings = [plain('t1f1'), plain('t1f2'), plain('t1f3', { finalRelevance: 0.6 })];
    const { findingId, taskId, locator, headingPath, contextTier, finalRelevance } = plain('t1f3');
    const drawn = { findingId, taskId, locator, headingPath, contextTier, finalRelevance };
    const leftOut = [{ ...drawn, reason: 'cap' as const, isDrawn: true as const }];

    const replayed = await replay(findings, { tierCaps: { tier1: 15, tier2: 2, tier3: 5 } }, { leftOut });

    expect(changesOf(replayed)).toEqual([]);
  });

  it('reads what reaches the threshold, what leads, and the three best where nothing does', async () => {
    const findings = [0.9, 0.85, 0.8, 0.75].map((hitScore, index) => plain(`t1f${index + 1}`, { hitScore }));
    const leading = findings.map((finding) => (finding.findingId === 't1f4' ? { ...finding, searchRank: 1 } : finding));

    expect(changesOf(await replay(findings, { relevanceThreshold: 0.82 }))).toEqual([
      'unread t1f3: not read',
      'unread t1f4: not read',
    ]);
    expect(changesOf(await replay(leading, { relevanceThreshold: 0.82 }))).toEqual(['unread t1f3: not read']);
    expect(changesOf(await replay(findings, { relevanceThreshold: 0.95 }))).toEqual(['unread t1f4: not read']);
  });

  it('tells hits without a finding that would pass', async () => {
    const telemetry = telemetryOf({
      tasks: [
        {
          taskId: 't1',
          queries: [],
          hits: [decidedHitOf('lamp.md', 0.8), decidedHitOf('tide.md', 0.65), decidedHitOf('moon.md', null)],
        },
      ],
    });

    const replayed = await replay([plain('t1f1')], { relevanceThreshold: 0.6 }, { telemetry });

    expect(replayed).toMatchObject({
      decisions: 3,
      changes: [{ effect: 'read', subject: 'hit', place: 'tide.md', scores: { hit: 0.65 } }],
    });
  });

  it.each<[string, Partial<Finding>]>([
    ['another grade', { weight: 0.1 }],
    ['a score below the threshold', { finalRelevance: 0.2 }],
    ['another standing to the relevance threshold', { hitScore: 0.1 }],
  ])('says so of a run that was recorded by other rules: %s', async (_, changes) => {
    const replayed = await replay([plain('t1f1', changes)], { citeThreshold: 0 });

    expect(replayed).toMatchObject({
      state: 'recorded-by-other-rules',
      differences: [expect.stringContaining('t1f1')],
    });
  });

  it('says so of an order and of a warning that the rules do not lead to', async () => {
    const order = await replay([plain('t1f1', { finalRelevance: 0.6 }), plain('t1f2')], { citeThreshold: 0 });
    const warning = await replay([plain('t1f1')], { citeThreshold: 0 }, { drift: driftOf(1, [DROPPED]) });

    expect(order).toMatchObject({ differences: ['the findings are in another order'] });
    expect(warning).toMatchObject({ differences: ['tier 2 is not warned of'] });
  });

  it('names what these settings might have changed but is not recorded', async () => {
    const steering = [
      {
        steer: { action: 'set-threshold' as const, relevanceThreshold: 0.5 },
        at: '2026-01-02T03:30:00.000Z',
        effect: '',
      },
    ];

    const leftOut = await replay([plain('t1f1')], { citeThreshold: 0.2 }, { drift: driftOf(3) });
    const steered = await replay([plain('t1f1')], { relevanceThreshold: 0.9 }, { steering });

    expect(leftOut).toMatchObject({ notRecorded: ['2 findings that validation kept and the report left out'] });
    expect(steered).toMatchObject({ changes: [], notRecorded: [expect.stringContaining('changed during this run')] });
  });

  it('keeps all of a run that was stopped early', async () => {
    const findings = [plain('t1f1'), plain('t1f2', { finalRelevance: 0.1 })];

    const replayed = await replay(findings, { driftThreshold: 0.9 }, { outcome: 'stopped' });

    expect(changesOf(replayed)).toEqual([]);
  });
});
