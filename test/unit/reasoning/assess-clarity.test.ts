import { describe, expect, it } from 'vitest';
import { stemOf } from '../../../activities/language/text/stemmer.ts';
import {
  type AssessClarityStepInput,
  assessClarityStep,
  type RetrievedPassage,
} from '../../../activities/steps/assess-clarity.ts';

function passage(title: string, heading: string, snippet: string): RetrievedPassage {
  return { title, headingPath: [heading], snippet, providerScore: 1 };
}

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

const passages = [
  passage('Harbour', 'Mooring fee', 'The fee is paid on arrival.'),
  passage('Harbour', 'Lamp fee', 'The fee for the lamp.'),
  passage('Harbour', 'Late fee', 'The fee after a week.'),
  passage('Library', 'Reading room', 'The fee of the reading room.'),
  passage('Library', 'Opening hours', 'Open on all days.'),
];

describe('questions asked back by rule', () => {
  it('names the places that a short question may mean, two of each document, and not the others', () => {
    const [question] = assess('How high is the fee?', { fee: 5 }, { passages }).questions;

    expect(question?.text).toBe(
      '“fee” occurs in several contexts: Harbour, Mooring fee; Harbour, Lamp fee; Library, Reading room. Which one do you mean?',
    );
    expect(question?.assumption).not.toBe('');
  });

  it('asks for the subject when no hit is about a short question', () => {
    const { questions } = assess('How long does the guarantee last?', { guarantee: 7, last: 2 }, { passages });

    expect(questions.map(({ text }) => text)).toEqual([expect.stringContaining('“guarantee last”')]);
  });

  it.each([
    ['only one place fits', 'How high is the fee?', { fee: 5 }, passages.slice(0, 1)],
    ['it has more words', 'How high is the fee for berths in winter?', { fee: 5, berths: 6, winter: 6 }, passages],
    ['it names a section', 'What does § 5 say on the fee?', { fee: 5 }, passages],
    ['it names an identifier', 'What is the berthFee?', { berthFee: 6 }, passages],
    ['it holds a figure', 'What was the fee of 1906?', { fee: 5, '1906': 7 }, passages],
  ])('asks nothing when %s', (_, question, words, found) => {
    expect(assess(question, words, { passages: found }).questions).toEqual([]);
  });

  it('asks nothing when an answer would change nothing: a word is in no document, or the telling one in one only', () => {
    const inTwo = [...passages, passage('Town', 'Fees', 'The fee of the town hall.')];
    const both = { fee: 2, hall: 5 };

    expect(assess('What is the hall fee?', both, { passages: inTwo }).questions).toEqual([]);
    expect(assess('What is the room fee?', { fee: 2, room: 5 }, { passages: inTwo }).questions).toEqual([]);
    const unknown = [
      { word: 'fee', stem: 'fee', weight: 2 },
      { word: 'zoo', stem: 'zoo', weight: 7, isKnown: false },
    ];
    expect(assess('What is the zoo fee?', {}, { terms: unknown, passages }).questions).toEqual([]);
  });

  it('asks in the language of the question', () => {
    const { questions } = assess('Wie lang ist die Frist?', { Frist: 5 }, { language: 'de' });

    expect(questions[0]?.text).toContain('Welcher Gegenstand ist gemeint');
  });
});

describe('key entities by rule', () => {
  it('leaves out words that carry little weight among the documents', () => {
    const { keyEntities } = assess('How many Berths has the Harbour in a Year?', { Berths: 6, Harbour: 5, Year: 1 });

    expect(keyEntities).toEqual(['Berths', 'Harbour']);
  });
});
