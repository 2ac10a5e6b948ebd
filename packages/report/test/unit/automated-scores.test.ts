import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../../../test/support/builders/research-fixtures.ts';
import { automatedScores, type ScoredAnswer } from '../../record/automated-scores.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of oil.';
const GERMAN = 'Die Laterne der Mole wird in jedem Sommer bei Sonnenaufgang von dem Wärter gelöscht.';
const cited = (text: string, changes: Partial<Claim> = {}): Claim => ({ text, citations: ['t1f1q1'], ...changes });
const checks = (claims: number, statementsRemoved = 0, claimsRepaired = 0) => ({
  claims,
  statementsRemoved,
  claimsRepaired,
});

const score = (claims: readonly Claim[], changes: Partial<ScoredAnswer> = {}) =>
  automatedScores({
    anchor: anchorOf(),
    claims,
    keys: new Set(['t1f1q1']),
    verification: checks(claims.length),
    ...changes,
  });

describe('automated scores', () => {
  it('are unknown where nothing is said', () => {
    expect(score([])).toEqual({
      citationCoverage: null,
      claimSupport: null,
      questionCoverage: null,
      languagePurity: null,
    });
  });

  it.each([
    ['all claims that cite an issued key', [cited(BURNS), cited(BURNS)], 1],
    ['no claim that cites nothing', [cited(BURNS), cited(BURNS, { citations: [] })], 0.5],
    ['no claim that cites an invented key', [cited(BURNS, { citations: ['t9f9q9'] })], 0],
  ])('count by citation coverage %s', (_, claims, share) => {
    expect(score(claims).citationCoverage).toBe(share);
  });

  it.each([
    ['as written', checks(4), [], 1],
    ['removed', checks(3, 1), [], 0.75],
    ['repaired', checks(4, 0, 1), [], 0.75],
    ['removed and repaired', checks(2, 2, 1), [], 0.25],
    ['not comparable', checks(2), [cited(BURNS, { isUnverified: true }), cited(BURNS)], 0.5],
    ['all removed', checks(0, 3), [], 0],
  ])('judge by claim support claims that were %s', (_, verification, claims, share) => {
    expect(score(claims, { verification }).claimSupport).toBe(share);
  });

  it.each([
    ['every word', 'How long does the harbour lamp burn?', [cited(BURNS)], 1],
    ['half of the words', 'Who painted the lamp?', [cited(BURNS)], 0.5],
    ['nothing where it has no content words', 'Why?', [cited(BURNS)], null],
    ['no word', 'Who painted whales?', [cited(BURNS)], 0],
    [
      'words of a quotation in another language',
      'Who painted whales?',
      [cited(GERMAN, { quotedLanguage: 'de' })],
      null,
    ],
  ])('find %s of the question by question coverage', (_, originalQuestion, claims, share) => {
    expect(score(claims, { anchor: anchorOf({ originalQuestion }) }).questionCoverage).toBe(share);
  });

  it('take a word within a German compound for a part of it, and compare none across languages', () => {
    const originalQuestion = 'Welcher Grenzwert gilt?';
    const claims = [cited('Nachts gilt der Immissionsgrenzwert.')];
    const { questionCoverage } = score(claims, { anchor: anchorOf({ originalQuestion, language: 'de' }) });

    expect(questionCoverage).toBeGreaterThan(0);
    expect(questionCoverage).toBeLessThan(1);
    expect(score(claims, { anchor: anchorOf({ language: 'de', questionLanguage: 'en' }) }).questionCoverage).toBeNull();
  });

  it.each([
    ['all in the language of the answer', [cited(BURNS)], 1],
    ['one in another', [cited(BURNS), cited(GERMAN)], 0.5],
    ['one a labelled quotation', [cited(BURNS), cited(GERMAN, { quotedLanguage: 'de' })], 1],
    ['none but quotations', [cited(GERMAN, { quotedLanguage: 'de' })], null],
  ])('judge by language purity claims of which %s', (_, claims, share) => {
    expect(score(claims).languagePurity).toBe(share);
  });
});
