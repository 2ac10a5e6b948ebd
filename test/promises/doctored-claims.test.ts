import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ClaimSupport, supportOf } from '../../packages/evidence/claims/claim-support.ts';

const KINDS = ['figure', 'unit', 'date', 'name', 'negation', 'quantifier', 'swapped source'] as const;
const caseSchema = z.strictObject({
  title: z.string(),
  headings: z.array(z.string()),
  language: z.enum(['de', 'en']),
  question: z.string(),
  quote: z.string(),
  faithful: z.array(z.string()),
  /** One entry: what was changed, and the claim. */
  doctored: z.array(z.partialRecord(z.enum(KINDS), z.string())),
});
const cases = z.array(caseSchema).parse(parse(readFileSync(new URL('doctored-claims.yaml', import.meta.url), 'utf8')));

const CAUGHT_FROM = 0.95;
const CAUGHT_OF_A_KIND = 0.8;
const REMOVED_AT_MOST = 0.05;

function supportFor(
  claim: string,
  { title, headings, language, question, quote }: (typeof cases)[number],
): ClaimSupport {
  const quotes = [{ text: quote, place: [title, ...headings].join('\n'), language }];
  return supportOf(claim, quotes, { language, question });
}

const doctored = cases.flatMap((one) =>
  one.doctored.flatMap((entry) =>
    Object.entries(entry).map(([kind, text]) => ({ kind, text, isCaught: supportFor(text, one).reasons.length > 0 })),
  ),
);
const faithful = cases.flatMap((one) =>
  one.faithful.map((text) => ({ text, isRemoved: supportFor(text, one).reasons.length > 0 })),
);

describe('claims that differ from their quotation in one thing', () => {
  it('are at least 60, of every kind and in both languages', () => {
    expect(doctored.length).toBeGreaterThanOrEqual(60);
    expect(new Set(doctored.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(cases.map(({ language }) => language))).toEqual(new Set(['de', 'en']));
  });

  it('are caught', () => {
    const caught = doctored.filter(({ isCaught }) => isCaught);

    expect(caught.length / doctored.length).toBeGreaterThanOrEqual(CAUGHT_FROM);
  });

  it.each(KINDS)('are caught when the difference is the %s', (kind) => {
    const ofKind = doctored.filter((one) => one.kind === kind);

    expect(ofKind.filter(({ isCaught }) => isCaught).length / ofKind.length).toBeGreaterThanOrEqual(CAUGHT_OF_A_KIND);
  });
});

describe('claims that say the same in other words', () => {
  it('stand', () => {
    const removed = faithful.filter(({ isRemoved }) => isRemoved);

    expect(faithful.length).toBeGreaterThanOrEqual(30);
    expect(removed.length / faithful.length).toBeLessThanOrEqual(REMOVED_AT_MOST);
  });
});
