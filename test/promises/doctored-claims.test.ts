import { readFileSync } from 'node:fs';
import { ruleOnCited } from '@plumbline/evidence/statement-rules';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { doctoredClaims } from '../../bench/claims/meant-statements.ts';
import { readGroup } from '../../bench/claims/statement-groups.ts';

/** `subject`: another thing, which its spelling does not show to be a name. */
const KINDS = ['figure', 'unit', 'date', 'name', 'subject', 'negation', 'quantifier', 'swapped source'] as const;
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

/** What stands nowhere in the cited passage; the rest only a judge notices: `bench/claims-judged.ts`. */
const CERTAIN: readonly (string | null)[] = ['figure', 'unit', 'date', 'name'];

const NOTICED_FROM = 0.95;
const NOTICED_OF_A_KIND = 0.8;
const DOUBTED_AT_MOST = 0.05;

const groups = await Promise.all(doctoredClaims().map(readGroup));
const doubted = await Promise.all(
  groups.flatMap(({ evidence, statements }) =>
    statements.map(async ({ fault: kind, claim }) => {
      const words = claim.citations.flatMap((key) => evidence.wordsOf(key) ?? []);
      const ruling = await ruleOnCited(claim, words, evidence);
      return { kind, text: claim.text, isDoubted: ruling.refused !== null || ruling.doubts.length > 0 };
    }),
  ),
);
const doctored = doubted.filter(({ kind }) => kind !== null);
const absent = doctored.filter(({ kind }) => CERTAIN.includes(kind));
const faithful = doubted.filter(({ kind }) => kind === null);

describe('claims that differ from their quotation in one thing', () => {
  it('are at least 60, of every kind and in both languages', () => {
    expect(doctored.length).toBeGreaterThanOrEqual(60);
    expect(new Set(doctored.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(cases.map(({ language }) => language))).toEqual(new Set(['de', 'en']));
  });

  it('are noticed where the other thing stands nowhere in the passage', () => {
    const noticed = absent.filter(({ isDoubted }) => isDoubted);

    expect(noticed.length / absent.length).toBeGreaterThanOrEqual(NOTICED_FROM);
  });

  it.each(CERTAIN)('are noticed when the difference is the %s', (kind) => {
    const ofKind = doctored.filter((one) => one.kind === kind);

    expect(ofKind.filter(({ isDoubted }) => isDoubted).length / ofKind.length).toBeGreaterThanOrEqual(
      NOTICED_OF_A_KIND,
    );
  });
});

describe('claims that say the same in other words', () => {
  it('stand', () => {
    const wrongly = faithful.filter(({ isDoubted }) => isDoubted);

    expect(faithful.length).toBeGreaterThanOrEqual(30);
    expect(wrongly.length / faithful.length).toBeLessThanOrEqual(DOUBTED_AT_MOST);
  });
});
