import { describe, expect, it } from 'vitest';
import { answerFormOf } from '../../../activities/reading/answer-form.ts';
import { passageGradeOf, passageRelevance } from '../../../activities/reading/passage-relevance.ts';
import { weighTermsEvenly } from '../../../activities/reading/weighted-terms.ts';

const interestOf = (question: string, language: string) => ({
  terms: weighTermsEvenly(question, language),
  answerForm: answerFormOf(question),
});

const german = interestOf('Wie lange brennt die Hafenlampe mit einer Füllung?', 'de');
const english = interestOf('How long does the harbour lamp burn on one filling?', 'en');

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
  ])('grades a passage that answers as such (%s)', (_, interest, passage) => {
    expect(passageGradeOf(passageRelevance(interest, passage).relevance)).toBe(1);
  });

  it.each([
    ['German', german, lampe('Der Wärter hat am Sonntag frei und geht in die Stadt.', 20)],
    ['English', english, lamp('The keeper is free on Sundays and walks to the town.', 20)],
  ])('leaves a passage without the words below the threshold (%s)', (_, interest, passage) => {
    expect(passageGradeOf(passageRelevance(interest, passage).relevance)).toBeLessThan(0.5);
  });

  it('lets the earlier rank win between equal texts', () => {
    const text = 'Die Hafenlampe steht auf der Mole.';
    const [first, second, last] = [1, 2, 30].map((rank) => passageRelevance(german, lampe(text, rank)).relevance);

    expect(first).toBeGreaterThan(second ?? 1);
    expect(second).toBeGreaterThan(last ?? 1);
  });

  it('lets the better statement win against a somewhat earlier rank', () => {
    const answer = passageRelevance(german, lampe('Die Hafenlampe brennt mit einer Füllung neun Stunden.', 6));
    const other = passageRelevance(german, lampe('Die Hafenlampe wird von einem Wärter gepflegt.', 3));

    expect(answer.relevance).toBeGreaterThan(other.relevance);
  });

  it('names the words of the question that are met', () => {
    expect(
      passageRelevance(german, lampe('Die Hafenlampe brennt.  Sie brennt neun Stunden.', 1)).matchedWords,
    ).toContain('Hafenlampe');
  });

  it('is nothing where a passage makes no statement, whatever its rank', () => {
    expect(passageRelevance(german, lampe('(weggefallen)', 1))).toEqual({ relevance: 0, matchedWords: [] });
  });
});

describe('passageGradeOf', () => {
  it.each([
    [1, 1],
    [0.6, 1],
    [0.59, 0.75],
    [0.5, 0.75],
    [0.49, 0.5],
    [0.35, 0.5],
    [0.34, 0.25],
    [0.19, 0],
  ])('grades %d as %d', (relevance, grade) => {
    expect(passageGradeOf(relevance)).toBe(grade);
  });
});
