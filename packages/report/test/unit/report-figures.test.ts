import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { figuresOf } from '@plumbline/report/figures';
import { describe, expect, it } from 'vitest';
import { publishReport } from '../../../../test/support/builders/published-report.ts';
import { decidedHitOf, draftOf, findingOf, telemetryOf } from '../../../../test/support/builders/research-fixtures.ts';

const CALLS = { kind: 'model', name: 'plan-research', model: 'small', lost: 0, reused: 0 } as const;

async function recordOf(changes: Parameters<typeof publishReport>[1] = {}): Promise<ResearchRecord> {
  return (await publishReport(await mkdtemp(join(tmpdir(), 'report-figures-')), changes)).record;
}

describe('the figures of a report', () => {
  it('count the findings of each task, those that the report cites, and its gaps', async () => {
    const uncited = findingOf('t2f1', 'The keeper lives in the tower.', { taskId: 't2' });
    const record = await recordOf({
      plan: {
        tasks: [
          { taskId: 't1', text: 'How long does it burn?', rationale: '' },
          { taskId: 't2', text: 'Who lights it?', rationale: '' },
        ],
      },
      gaps: [{ kind: 'nothing-found', taskId: 't2', subject: '', cause: '', description: 'Nothing was found.' }],
    });

    const { tasks } = figuresOf({ ...record, findings: [...record.findings, uncited] }, []);

    expect(tasks).toEqual([
      { taskId: 't1', text: 'How long does it burn?', findings: 2, cited: 2, gaps: 0 },
      { taskId: 't2', text: 'Who lights it?', findings: 1, cited: 0, gaps: 1 },
    ]);
  });

  it('count for each source the claims that rest on it, once each', async () => {
    const record = await recordOf({
      draft: draftOf({
        summary: [{ text: 'It burns for nine hours, ten with a trimmed wick.', citations: ['t1f1q1', 't1f2q1'] }],
        keyFindings: [{ text: 'It burns for nine hours.', citations: ['t1f1q1'] }],
        limitations: [{ text: 'Nothing is said about storms.', citations: [] }],
      }),
    });

    const { sources } = figuresOf(record, []);

    expect(sources).toEqual([{ sourceId: 's1', locator: 'lamp.md', title: 'Harbour lamp', citations: 2, claims: 2 }]);
  });

  it('agree with the record: none is counted twice, and no step of the retrieval has more than those before it', async () => {
    const counts = { ...telemetryOf().counts, found: 40, read: 3 };
    const hits = [...Array(12).keys()].map((rank) => decidedHitOf(`${rank}.md`, rank === 0 ? null : 0.5));
    const tasks = [{ taskId: 't1', queries: [], hits }];
    const record = await recordOf({ telemetry: { ...telemetryOf(), counts, tasks } });

    const { tasks: figures, sources, funnel } = figuresOf(record, []);
    const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);

    expect(sum(figures.map(({ findings }) => findings))).toBe(record.findings.length);
    expect(sum(sources.map(({ citations }) => citations))).toBe(record.report.citations.length);
    expect(funnel).toEqual({ found: 40, scored: 11, read: 3, quoted: 2, stated: 2 });
  });

  it('say whether the store still has every request of the ledger', async () => {
    const record = await recordOf();
    const entry = { ...CALLS, requests: 3, promptTokens: 20, completionTokens: 5, money: null };
    const paid = { ...record, ledger: { entries: [entry], reusedFrom: [] } };
    const point = { at: '2026-01-02T03:00:00.000Z', tokens: 25, money: 0 };

    expect(figuresOf(paid, [{ ...point, requests: 3 }]).spending.isWhole).toBe(true);
    expect(figuresOf(paid, [{ ...point, requests: 2 }]).spending.isWhole).toBe(false);
    expect(figuresOf(record, []).spending).toEqual({ points: [], isWhole: true });
  });
});
