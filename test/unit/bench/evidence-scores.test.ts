import { describe, expect, it } from 'vitest';
import { ANSWER, BESIDE_THE_POINT, measure, questionOf, recordOf, ruleFinding } from './measured-report.ts';

const answering = ruleFinding('t1f1', ANSWER);
const beside = ruleFinding('t1f2', BESIDE_THE_POINT);
const good = recordOf([answering]);

describe('residual drift', () => {
  it('counts claims from places without an answer', async () => {
    expect((await measure(recordOf([answering, beside]))).residualDrift).toEqual({ count: 1, n: 2 });
  });

  it('does not count what is also good, by section, by phrase or by file', async () => {
    for (const wanted of [{ section: '§ 4' }, { phrase: 'every evening' }, {}]) {
      const question = questionOf({ alsoGood: [{ file: 'rules.md', ...wanted }] });
      expect((await measure(recordOf([answering, beside]), { question })).residualDrift.count).toBe(0);
    }
  });

  it('treats a neighbouring section as another one', async () => {
    const neighbour = ruleFinding('t1f3', 'The keeper issues permits for longer stays every Monday.');

    expect((await measure(recordOf([neighbour]))).residualDrift).toEqual({ count: 1, n: 1 });
  });

  it('ignores questions without an answer', async () => {
    const question = questionOf({ unanswerable: true, expect: [] });

    expect((await measure(good, { question })).residualDrift).toEqual({ count: 0, n: 0 });
  });
});

describe('drift share', () => {
  it('counts what validation dropped, over all tiers', async () => {
    const tiers = [
      { tier: 1 as const, total: 4, kept: 3 },
      { tier: 3 as const, total: 6, kept: 2 },
    ];

    expect((await measure(recordOf([answering], {}, { drift: { tiers, dropped: [] } }))).dropped).toEqual({
      count: 5,
      n: 10,
    });
    expect((await measure(recordOf([answering], {}, { drift: null }))).dropped.n).toBe(0);
  });
});

describe('quote exactness', () => {
  it('decreases when one character of a quote differs from the stored one at its offsets', async () => {
    const [quote] = answering.quotes;
    if (quote === undefined) throw new Error('no quote');
    const moved = recordOf([{ ...answering, quotes: [{ ...quote, start: quote.start + 1, end: quote.end + 1 }] }]);
    const changed = recordOf([{ ...answering, quotes: [{ ...quote, text: ANSWER.replace('nine', 'five') }] }]);

    expect((await measure(good)).exactQuotes).toEqual({ count: 2, n: 2 });
    expect((await measure(moved)).exactQuotes).toEqual({ count: 0, n: 2 });
    expect((await measure(changed)).exactQuotes).toEqual({ count: 0, n: 2 });
  });
});

describe('traceable', () => {
  const [quote] = answering.quotes;
  if (quote === undefined) throw new Error('no quote');
  const { passageSpan } = answering;

  it.each([
    ['without a citation', recordOf([answering], { summary: [{ text: ANSWER, citations: [] }] })],
    ['with an unknown key', recordOf([answering], { summary: [{ text: ANSWER, citations: ['t9f9q9'] }] })],
    ['of a task that is not planned', recordOf([{ ...answering, taskId: 't7' }])],
    ['with an origin that does not fit its depth', recordOf([{ ...answering, depth: 1 }])],
    ['outside its passage', recordOf([{ ...answering, passageSpan: { ...passageSpan, end: quote.end - 1 } }])],
    ['of an unknown source', recordOf([answering], {}, { sources: [] })],
    ['of another place than its source', recordOf([{ ...answering, locator: 'other.md' }])],
    ['whose citation the reader does not see', recordOf([answering], { citations: [] })],
    [
      'whose text is not stored',
      recordOf([
        {
          ...answering,
          quotes: [{ ...quote, textHash: 'c'.repeat(64) }],
          passageSpan: { ...passageSpan, textHash: 'c'.repeat(64) },
        },
      ]),
    ],
  ])('decreases with a claim %s', async (_, record) => {
    const { traceable, faults } = await measure(record);

    expect(traceable).toEqual({ count: 0, n: 1 });
    expect(faults.length).toBeGreaterThan(0);
  });

  it('holds for a complete walk, also from a clarification', async () => {
    const clarified = recordOf([{ ...answering, taskId: 'clarification', origin: 'clarification' }]);

    expect(await measure(good)).toMatchObject({ traceable: { count: 1, n: 1 }, faults: [] });
    expect((await measure(clarified)).traceable).toEqual({ count: 1, n: 1 });
  });

  it('requires no citation of a limitation, but checks a given one', async () => {
    const uncited = recordOf([answering], { limitations: [{ text: 'The fee is not stated.', citations: [] }] });
    const wrong = recordOf([answering], { limitations: [{ text: 'The fee is not stated.', citations: ['t9f9q9'] }] });

    expect((await measure(uncited)).traceable).toEqual({ count: 1, n: 1 });
    expect((await measure(wrong)).traceable).toEqual({ count: 1, n: 2 });
  });
});

describe('precision per tier', () => {
  it('is the share of findings from places with an answer', async () => {
    const record = recordOf([answering, beside, ruleFinding('t1f3', 'The keeper issues permits', { contextTier: 3 })]);

    expect((await measure(record)).precisionPerTier).toEqual({
      1: { count: 1, n: 2 },
      2: { count: 0, n: 0 },
      3: { count: 0, n: 1 },
    });
  });
});
