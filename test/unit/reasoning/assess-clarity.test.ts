import { stemOf } from '@plumbline/language/terms';
import { describe, expect, it } from 'vitest';
import { assessClarityStep, type AssessClarityStepInput } from '../../../activities/steps/assess-clarity.ts';

function assess(
  question: string,
  words: Readonly<Record<string, number>>,
  changes: Partial<AssessClarityStepInput> = {},
) {
  const terms = Object.entries(words).map(([word, weight]) => ({
    word,
    stem: stemOf(word.toLowerCase(), 'en'),
    weight,
  }));
  return assessClarityStep.offline({
    today: '2026-01-01',
    question,
    shelf: [],
    language: 'en',
    conversation: [],
    mode: 'auto',
    maxQuestions: 3,
    maxTasks: 6,
    terms,
    passages: [],
    ...changes,
  });
}

describe('questions asked back by rule', () => {
  it.each([
    ['en', 'Tell me about it', 'What does “it” refer to? Please name the subject.'],
    ['en', 'And in Munich?', 'What does “in Munich” refer to? Please name the subject.'],
    ['de', 'Was kostet das?', 'Worauf bezieht sich „das“? Bitte nennen Sie den Gegenstand.'],
  ])('name what nobody said, in %s: %s', (language, question, expected) => {
    const [asked, ...others] = assess(question, {}, { language }).questions;

    expect(asked?.text).toBe(expected);
    expect(asked?.assumption).not.toBe('');
    expect(others).toEqual([]);
  });

  it.each(['How high is the fee?', 'Should we use Redis or not?', 'What is ownership?'])(
    'are none for: %s',
    (question) => {
      expect(assess(question, { fee: 5 }).questions).toEqual([]);
    },
  );

  it('are none once something was answered', () => {
    const conversation = [{ question: 'What does “it” refer to?', answer: 'the lamp' }];

    expect(assess('Tell me about it', {}, { conversation } as never).questions).toEqual([]);
  });
});

describe('key entities by rule', () => {
  it('leaves out words that carry little weight among the documents', () => {
    const { keyEntities } = assess('How many Berths has the Harbour in a Year?', { Berths: 6, Harbour: 5, Year: 1 });

    expect(keyEntities).toEqual(['Berths', 'Harbour']);
  });
});
