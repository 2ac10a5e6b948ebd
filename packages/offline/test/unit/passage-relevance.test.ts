import { answerFormOf } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { passageRelevance, scoreHits } from '@plumbline/offline/relevance';
import type { InformationNeed } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';

const needOf = (question: string, language: string) => ({
  terms: weighTermsEvenly(question, language),
  answerForm: answerFormOf(question, language),
});

const german = needOf('Wie lange brennt die Hafenlampe mit einer Füllung?', 'de');
const english = needOf('How long does the harbour lamp burn on one filling?', 'en');

const lampe = (text: string, rank: number) => ({
  title: 'Lampenordnung',
  headingPath: ['§ 3 Brenndauer'],
  text,
  language: 'de',
  rank,
});
const lamp = (text: string, rank: number) => ({ title: 'Lamps', headingPath: ['Oil'], text, language: 'en', rank });

describe('passageRelevance', () => {
  it.each([
    ['German', german, lampe('Die Hafenlampe brennt mit einer Füllung neun Stunden.', 1)],
    ['English', english, lamp('The harbour lamp burns for nine hours on one filling.', 1)],
  ])('calls a passage that answers relevant (%s)', (_, need, passage) => {
    expect(scoreHits(need, [passage])[0]?.relevance).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ['German', german, lampe('Der Wärter hat am Sonntag frei und geht in die Stadt.', 20)],
    ['English', english, lamp('The keeper is free on Sundays and walks to the town.', 20)],
  ])('leaves a passage without the words below the threshold (%s)', (_, need, passage) => {
    expect(scoreHits(need, [passage])[0]?.relevance).toBeLessThan(0.5);
  });

  it('prefers the earlier rank between equal texts', () => {
    const text = 'Die Hafenlampe steht auf der Mole.';
    const [first, second, last] = [1, 2, 30].map((rank) => passageRelevance(german, lampe(text, rank)).relevance);

    expect(first).toBeGreaterThan(second ?? 1);
    expect(second).toBeGreaterThan(last ?? 1);
  });

  it('prefers the better statement to a somewhat earlier rank', () => {
    const answer = passageRelevance(german, lampe('Die Hafenlampe brennt mit einer Füllung neun Stunden.', 6));
    const other = passageRelevance(german, lampe('Die Hafenlampe wird von einem Wärter gepflegt.', 3));

    expect(answer.relevance).toBeGreaterThan(other.relevance);
  });

  it('names the matched words of the question', () => {
    expect(
      passageRelevance(german, lampe('Die Hafenlampe brennt.  Sie brennt neun Stunden.', 1)).matchedWords,
    ).toContain('Hafenlampe');
  });

  it('is 0 for a passage without statements, at any rank', () => {
    expect(passageRelevance(german, lampe('(weggefallen)', 1))).toEqual({ relevance: 0, matchedWords: [] });
  });
});

describe('scoreHits', () => {
  const claim: InformationNeed = {
    terms: weighTermsEvenly('Whale oil lamps burn brighter than rape oil lamps.', 'en'),
    answerForm: 'open',
    isAssertion: true,
  };
  const report = (text: string, rank: number) => ({
    title: `Report ${rank}`,
    headingPath: [],
    text,
    language: 'en',
    rank,
  });
  const other = (rank: number) => report('The harbour keeps a list of ships and of their oil.', rank);
  const support = 'We compared lamps. Whale oil lamps burn brighter than rape oil lamps in every trial.';

  it('separates a hit that states the claim from those that do not', () => {
    const [first, second, third] = scoreHits(claim, [report(support, 1), other(2), other(3)]);

    expect(first?.relevance).toBeGreaterThanOrEqual(0.7);
    expect(second?.relevance).toBeLessThan(0.7);
    expect(third?.relevance).toBeLessThan(0.7);
  });

  it('trusts a hit less when others score almost as high', () => {
    const [alone] = scoreHits(claim, [report(support, 1), other(2)]);
    const [contested] = scoreHits(claim, [report(support, 1), report(`In winter, too. ${support}`, 2)]);

    expect(contested?.relevance).toBeLessThan(alone?.relevance ?? 0);
  });

  it('does not compare the parts of one long section with each other', () => {
    const parts = [1, 2].map((rank) => ({ ...report(support, rank), title: 'Report', headingPath: ['Results'] }));
    const [withPart] = scoreHits(claim, [...parts, other(3)]);
    const [without] = scoreHits(claim, [...parts.slice(0, 1), other(3)]);

    expect(withPart?.relevance).toBe(without?.relevance);
  });

  it('gives a score from 0 to 1 for any input', () => {
    const odd = ['', '(weggefallen)', 'x'.repeat(5_000), '🙂 '.repeat(200), support.repeat(40)];
    const needs = [claim, german, english, { terms: [], answerForm: 'open' as const }];

    for (const need of needs) {
      const scores = scoreHits(
        need,
        odd.map((text, index) => report(text, index + 1)),
      );
      expect(scores).toHaveLength(odd.length);
      for (const { relevance } of scores) {
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
      }
    }
  });

  it('returns nothing without hits', () => {
    expect(scoreHits(claim, [])).toEqual([]);
  });
});
