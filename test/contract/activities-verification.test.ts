import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActivitiesUnderTest, createActivitiesUnderTest, research } from '../support/activities-under-test.ts';
import { anchorOf, findingOf, quoteOf } from '../support/research-fixtures.ts';

let world: ActivitiesUnderTest;

beforeAll(async () => {
  world = await createActivitiesUnderTest();
});

afterAll(async () => {
  await world.dispose();
});

describe('verifyReport', () => {
  const verify = async (change: (text: string) => string, statement: { text?: string; citations?: string[] } = {}) => {
    const input = await research(world, 'How long does the harbour lamp burn?');
    const findings = input.findings.map((finding, index) =>
      index > 0
        ? finding
        : { ...finding, quotes: finding.quotes.map((quote) => ({ ...quote, text: change(quote.text) })) },
    );
    const [answer] = input.draft.summary;
    const draft = { ...input.draft, summary: answer === undefined ? [] : [{ ...answer, ...statement }] };
    const { anchor, engine } = input;
    return world.activities.verifyReport({ anchor, draft, findings, engine });
  };

  it('rejects a quote with another letter, and the statement that rested on it', async () => {
    const { quality, findings, draft } = await verify((text) => text.replace('nine', 'nine '));

    expect(quality.quotesRejected).toBeGreaterThan(0);
    expect(quality.statementsRemoved).toBeGreaterThan(0);
    expect(findings[0]?.quotes.map(({ text }) => text).join(' ')).not.toContain('nine  hours');
    expect(draft.summary.map(({ text }) => text).join(' ')).not.toContain('nine');
  });

  it.each<[string, { text?: string; citations?: string[] }]>([
    ['a statement that is not the quote', { text: 'The harbour lamp burns for ten hours on one filling of oil.' }],
    ['a key that was never issued', { citations: ['t9f9q9'] }],
    ['a statement without a citation', { citations: [] }],
  ])('removes %s', async (_, statement) => {
    const { quality, draft } = await verify((text) => text, statement);

    expect(quality.statementsRemoved).toBe(1);
    expect(draft.summary.some(({ text }) => text === statement.text)).toBe(false);
  });

  it('refuses a quote from a text that was never stored', async () => {
    const textHash = 'd'.repeat(64);
    const finding = findingOf('t1f1', 'Words that stand nowhere at all.', {
      quotes: [quoteOf('t1f1q1', 'Words that stand nowhere at all.', { textHash })],
    });
    const draft = { summary: [], keyFindings: [], sections: [], queryCoverage: 0, remainingGaps: [] };
    const input = { anchor: anchorOf(), draft, findings: [finding], engine: 'offline' as const };
    const { findings, quality } = await world.activities.verifyReport(input);

    expect(findings[0]?.quotes).toEqual([]);
    expect(quality.notes).toEqual([`Quote t1f1q1 was rejected: the stored text ${textHash} is missing.`]);
  });
});
