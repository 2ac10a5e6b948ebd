import { describe, expect, it } from 'vitest';
import type { StoredTexts } from '../../../activities/corpus/quotes/stored-quotes.ts';
import { reviewByRules } from '../../../activities/report/review/rule-review.ts';
import { createClaimVerifier } from '../../../activities/verification/claims/claim-verdict.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import { anchorOf, findingOf, quoteOf } from '../../support/builders/research-fixtures.ts';

const ENGLISH = {
  lamp: 'On one filling of oil the lamp of the quay burns for nine hours. The keeper trims the wick at midnight.',
  pier: 'A storm destroyed the northern pier in 1904. The town rebuilt the pier with granite from Penryn.',
};
const GERMAN = {
  lamp: 'Die Laterne der Mole brennt mit einer Ölfüllung höchstens neun Stunden. Der Wärter kürzt den Docht um Mitternacht.',
  pier: 'Ein Sturm zerstörte 1904 den nördlichen Pier. Die Stadt baute den Pier mit Granit aus Penryn wieder auf.',
};
const ALL = [ENGLISH.lamp, ENGLISH.pier, GERMAN.lamp, GERMAN.pier];
const hashOf = (text: string): string => `${ALL.indexOf(text)}`.repeat(64);
const texts: StoredTexts = {
  read: async (hash) => {
    const text = ALL.find((one) => hashOf(one) === hash);
    return text === undefined ? { text: null, fault: 'missing' } : { text, fault: null };
  },
};

/** A finding whose one quote is the first sentence of a stored text. */
function registered(text: string): Finding {
  const textHash = hashOf(text);
  const end = text.indexOf('.') + 1;
  const key = text === ENGLISH.lamp || text === GERMAN.lamp ? 'lamp' : 'pier';
  return findingOf(key, text, {
    title: 'Hafen',
    headingPath: [],
    quotes: [quoteOf(key, text.slice(0, end), { textHash, start: 0, end })],
    passageSpan: { textHash, start: 0, end: text.length },
  });
}

async function review(language: 'de' | 'en', text: string, citations: string[], changes: Partial<Finding> = {}) {
  const { lamp, pier } = language === 'en' ? ENGLISH : GERMAN;
  const findings = [registered(lamp), registered(pier)].map((finding) => ({ ...finding, ...changes }));
  const originalQuestion = language === 'en' ? 'How long does the quay lamp burn?' : 'Wie lange brennt die Laterne?';
  const anchor = anchorOf({ language, originalQuestion });
  const evidence = { findings, texts, anchor };
  return reviewByRules({ claims: [{ text, citations }], ...evidence }, createClaimVerifier(evidence));
}

describe('reviewByRules', () => {
  it.each([
    ['en', 'A storm destroyed the northern pier in 1904.', 'pier'],
    ['en', 'In 1904 a storm destroyed the northern pier.', 'pier'],
    ['en', 'The keeper trims the wick at midnight.', 'lamp'],
    ['de', 'Ein Sturm zerstörte 1904 den nördlichen Pier.', 'pier'],
    ['de', 'Der Wärter kürzt den Docht um Mitternacht.', 'lamp'],
  ] as const)('finds in %s nothing wrong with "%s"', async (language, text, key) => {
    expect(await review(language, text, [key])).toEqual([]);
  });

  it.each([
    ['en', 'A storm destroyed the northern pier in 1904.', 'pier'],
    ['de', 'Die Laterne der Mole brennt mit einer Ölfüllung höchstens neun Stunden.', 'lamp'],
  ] as const)('misses in %s the citation of "%s"', async (language, text, suggestedSource) => {
    expect(await review(language, text, [])).toEqual([{ kind: 'missing_citation', claim: text, suggestedSource }]);
  });

  it.each([
    ['en', 'A storm destroyed the northern pier in 1904.', 'lamp', 'pier'],
    ['de', 'Ein Sturm zerstörte 1904 den nördlichen Pier.', 'lamp', 'pier'],
  ] as const)('finds in %s the source that says "%s"', async (language, text, ref, actual) => {
    expect(await review(language, text, [ref])).toEqual([{ kind: 'wrong_citation', ref, claim: text, actual }]);
  });

  it.each([
    ['A storm destroyed the northern pier in 1904.', 'pier'],
    ['The harbour master speaks fourteen languages.', null],
  ])('reports a key that was never issued, for "%s"', async (text, actual) => {
    expect(await review('en', text, ['q99'])).toEqual([{ kind: 'wrong_citation', ref: 'q99', claim: text, actual }]);
  });

  it.each([
    ['en', 'A storm destroyed the northern pier in 1914.', 'pier'],
    ['en', 'A storm destroyed the southern pier in 1904.', 'pier'],
    ['en', 'The harbour master speaks fourteen languages.', 'lamp'],
    ['de', 'Ein Sturm zerstörte 1914 den nördlichen Pier.', 'pier'],
    ['de', 'Die Laterne der Mole brennt mit einer Ölfüllung höchstens elf Stunden.', 'lamp'],
  ] as const)('finds in %s no source that says "%s"', async (language, text, key) => {
    expect(await review(language, text, [key])).toEqual([{ kind: 'unsupported', claim: text }]);
  });

  it.each([
    ['general knowledge', 'Oil is lighter than water and floats on it.'],
    ['own reasoning', 'Two lamps are therefore the safer choice for a long night.'],
    ['what the user said', 'You asked how long the quay lamp burns.'],
    ['a question', 'Did a storm destroy the northern pier in 1904?'],
    ['a short remark', 'The pier.'],
  ])('asks for no source of %s', async (_, text) => {
    expect(await review('en', text, [])).toEqual([]);
  });

  it('suggests no passage that addresses a program', async () => {
    const text = 'A storm destroyed the northern pier in 1904.';

    expect(await review('en', text, [], { untrusted: ['instructions'] })).toEqual([]);
  });
});
