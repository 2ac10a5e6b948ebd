import { collectQuotes } from '@plumbline/quotes/quotes';
import { describe, expect, it } from 'vitest';

const TEXT = 'The lamp burns for nine hours. It smokes.\n\nOnce more: the lamp burns\nfor nine hours. The wick is dry.';
const START = 100;
const stored = {
  passage: { passageId: 'p1', sourceId: 's1', page: 3, headingPath: [], start: START, end: START + TEXT.length },
  source: {
    sourceId: 's1',
    locator: 'lamp.md',
    title: 'Lamp',
    contentHash: 'a'.repeat(64),
    mediaType: 'text/markdown',
    language: 'en',
    publishedAt: null,
    retrievedAt: '2026-01-02T00:00:00.000Z',
    pageCount: null,
    pageLabels: null,
    textLayer: null,
    sourceTier: 3 as const,
    text: { sha256: 'b'.repeat(64), byteLength: 1, mediaType: 'text/plain' },
    untrusted: [],
    untrustedBeside: [],
  },
  text: TEXT,
};
const collect = (texts: readonly string[], maxQuotes = 3, minLength?: number) =>
  collectQuotes(
    texts.map((text) => ({ text, reason: 'the figure' })),
    stored,
    't1f1',
    maxQuotes,
    minLength,
  );
const wordsOf = (texts: readonly string[]) => collect(texts).quotes.map(({ text }) => text);

describe('collectQuotes', () => {
  it("keeps the source's words, location and reason, and issues keys", () => {
    const { quotes, rejected } = collect(['the lamp burns for nine hours', 'the wick is dry']);

    expect(rejected).toBe(1);
    expect(quotes).toMatchObject([{ key: 't1f1q1', reason: 'the figure', sourceId: 's1', page: 3 }]);
    const [quote] = quotes;
    expect(TEXT.slice((quote?.start ?? 0) - START, (quote?.end ?? 0) - START)).toBe(quote?.text);
  });

  it.each([
    ['the same span', ['The lamp burns for nine hours.', 'The lamp burns for nine hours.']],
    ['a contained span', ['The lamp burns for nine hours.', 'lamp burns for nine hours']],
    ['a containing span', ['lamp burns for nine hours', 'The lamp burns for nine hours.']],
    ['the same words at another place', ['The lamp burns for nine hours.', 'the lamp burns\nfor nine hours.']],
  ])('makes one quote of %s', (_, texts) => {
    expect(wordsOf(texts)).toEqual(['The lamp burns for nine hours.']);
  });

  it('refuses quotes shorter than 20 characters, or than the minimum of the run', () => {
    expect(collect(['The wick is dry.']).quotes).toEqual([]);
    expect(collect(['The lamp burns for nine hours.'], 3, 31).quotes).toEqual([]);
    expect(collect(['The wick is dry.'], 3, 5).quotes).toEqual([]);
  });

  it('keeps no more than asked for', () => {
    expect(collect(['The lamp burns for nine hours.', 'Once more: the lamp burns'], 1).quotes).toHaveLength(1);
  });
});
