import type { TaskProgress, TaskStep } from '@plumbline/contracts/report/progress';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { checkPartialReport } from '@plumbline/report/partial-report';
import { describe, expect, it } from 'vitest';
import { createPartialReport } from '../../workflows/deep-research/deep-research.ts';
import { scriptedFinding } from '../support/builders/scripted-evidence.ts';

const TEXT = 'The lamp burns for nine hours on one filling. It stands on the quay.';
const NOW = '2026-01-02T03:04:05.000Z';
const progress = {
  researchId: 'research-lamp',
  question: 'How long does it burn?',
  stage: 'researching',
  language: 'en',
  tasks: [taskOf('t1', 'done'), taskOf('t2', 'extracting')],
} as const;

function taskOf(taskId: string, step: TaskStep): TaskProgress {
  return { taskId, text: `Task ${taskId}`, step, searches: 1, hits: 1, pages: 1, findings: 1 };
}

const texts = () => createStoredTexts({ getText: async () => TEXT });

describe('a partial report', () => {
  it('contains coverage, gaps, and the quotes that the sources contain', async () => {
    const found = [scriptedFinding('t1f1', 'p1'), scriptedFinding('t2f1', 'p2', { contextTier: 3 })];
    const partial = createPartialReport(
      progress,
      found,
      [createGap('search-failed', { subject: 'lamp', cause: 'x' })],
      NOW,
    );

    const { quotesChecked, quotesRejected, markdown } = await checkPartialReport(partial, texts());

    expect(partial).toMatchObject({ taskCoverage: 50, findingCount: 2, asOf: NOW });
    expect([quotesChecked, quotesRejected]).toEqual([2, 0]);
    expect(markdown).toContain('50 % of 2 tasks');
    expect(markdown).toContain('> The lamp burns for nine hours on one filling.');
    expect(markdown).toContain('The search "lamp" failed: x');
  });

  it('leaves out and counts quotes that the sources do not contain', async () => {
    const genuine = scriptedFinding('t1f1', 'p1');
    const forged = scriptedFinding('t1f2', 'p2', {
      quotes: genuine.quotes.map((quote) => ({ ...quote, text: quote.text.replace('nine', 'five') })),
    });

    const checked = await checkPartialReport(createPartialReport(progress, [genuine, forged], [], NOW), texts());

    expect(checked).toMatchObject({ quotesChecked: 2, quotesRejected: 1 });
    expect(checked.report.findings.map(({ findingId }) => findingId)).toEqual(['t1f1']);
    expect(checked.markdown).not.toContain('five hours');
  });

  it('is valid before anything was found', async () => {
    const partial = createPartialReport({ ...progress, stage: 'indexing', language: null, tasks: [] }, [], [], NOW);

    expect(partial.taskCoverage).toBe(0);
    expect((await checkPartialReport(partial, texts())).markdown).toContain('0 findings');
  });

  it('stays below what a query may answer, the best findings first', () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      scriptedFinding(`t1f${index}`, `p${index}`, {
        extractedInfo: 'x'.repeat(1_000),
        contextTier: index === 399 ? 1 : 2,
      }),
    );
    const partial = createPartialReport(progress, many, [], NOW);

    expect(JSON.stringify(partial).length).toBeLessThan(131_072);
    expect(partial.findings.length).toBeLessThan(400);
    expect(partial.findingCount).toBe(400);
    expect(partial.findings[0]?.findingId).toBe('t1f399');
  });
});
