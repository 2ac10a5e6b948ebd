import { stemOf } from '@plumbline/language/terms';
import { describe, expect, it } from 'vitest';
import {
  assessClarityStep,
  type AssessClarityStepInput,
  usableClarity,
} from '../../../activities/steps/assess-clarity.ts';

function assess(...said: Parameters<typeof inputOf>) {
  return assessClarityStep.offline(inputOf(...said));
}

function inputOf(
  question: string,
  words: Readonly<Record<string, number>>,
  changes: Partial<AssessClarityStepInput> = {},
): AssessClarityStepInput {
  const terms = Object.entries(words).map(([word, weight]) => ({
    word,
    stem: stemOf(word.toLowerCase(), 'en'),
    weight,
  }));
  return {
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
  };
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

  it.each([
    ['en', 'Thresholds?', 'What do you want to know about “Thresholds”?'],
    ['de', 'Grenzwerte', 'Was möchten Sie über „Grenzwerte“ wissen?'],
    ['ja', '基準', 'What do you want to know about “基準”?'],
  ])('ask what about one word, in %s: %s', (language, question, expected) => {
    expect(assess(question, {}, { language }).questions.map(({ text }) => text)).toEqual([expected]);
    expect(assess(question, {}, { language, maxQuestions: 0 }).questions).toEqual([]);
  });

  it.each([
    '線量の基準はいくつですか',
    'Dose limits',
    'How high is the fee?',
    'Should we use Redis or not?',
    'What is ownership?',
  ])('are none for: %s', (question) => {
    expect(assess(question, { fee: 5 }).questions).toEqual([]);
  });

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

describe('questions asked back by a model', () => {
  it('are the question of the rule where it asks nothing about one word', () => {
    const input = inputOf('Grenzwerte', {}, { language: 'de' });
    const said = {
      keyEntities: ['Grenzwerte'],
      scope: 'Grenzwerte der Dosis',
      knowledgeGaps: [],
      coverage: 1,
      tasks: [],
    };

    expect(usableClarity({ ...said, questions: [] }, input).questions).toMatchObject([
      { text: 'Was möchten Sie über „Grenzwerte“ wissen?' },
    ]);
    const own = { text: 'Welche Grenzwerte sind gemeint?', reason: 'Es gibt mehrere.', assumption: 'Alle Grenzwerte.' };
    expect(usableClarity({ ...said, questions: [own] }, input).questions).toEqual([own]);
  });
});
