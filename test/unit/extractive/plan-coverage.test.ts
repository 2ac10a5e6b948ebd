import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksSomething, coverQuestion } from '../../../activities/language/question/plan-coverage.ts';

const RETRIES = 'How many times does RetryAgent retry a request by default, and which status codes trigger a retry?';
const CODES = 'Which status codes trigger a retry?';
const TIMES = 'How many times does RetryAgent retry a request by default?';

describe('a plan of a model', () => {
  it.each([
    { name: 'the question itself', question: RETRIES, planned: [RETRIES], added: [] },
    { name: 'both halves', question: RETRIES, planned: [TIMES, CODES], added: [] },
    {
      name: 'both halves in other words',
      question: RETRIES,
      planned: ['Default number of retries of the RetryAgent', 'List of HTTP status codes for which it will retry'],
      added: [],
    },
    { name: 'the first half', question: RETRIES, planned: [TIMES], added: [CODES] },
    {
      name: 'the second half with the name of the first',
      question: RETRIES,
      planned: ['Which status codes trigger a retry of RetryAgent?'],
      added: ['How many times does RetryAgent retry a request by default?'],
    },
    {
      name: 'a letter',
      question: 'What is the default of bodyTimeout?',
      planned: ['x'],
      added: ['What is the default of bodyTimeout?'],
    },
    {
      name: 'nothing',
      question: 'What is the default of bodyTimeout?',
      planned: [],
      added: ['What is the default of bodyTimeout?'],
    },
    {
      name: 'another option of a similar name',
      question: 'What is the default of bodyTimeout?',
      planned: ['What is the default of headersTimeout?'],
      added: ['What is the default of bodyTimeout?'],
    },
    {
      name: 'the name in words',
      question: 'What is the default of bodyTimeout?',
      planned: ['Default value of the body timeout'],
      added: [],
    },
    {
      name: 'another year',
      question: 'How many boats were registered in the harbour in 1954?',
      planned: ['How many boats were registered in the harbour in 1955?'],
      added: ['How many boats were registered in the harbour in 1954?'],
    },
    {
      name: 'halves of one part',
      question: 'What do keepAliveTimeout and bodyTimeout limit?',
      planned: ['What does keepAliveTimeout limit?', 'What does bodyTimeout limit?'],
      added: [],
    },
    {
      name: 'half of a German question',
      question: 'Wie hoch sind die Grenzwerte für Lärm, und wer misst ihn am Kai?',
      planned: ['Welche Lärmgrenzwerte gelten?'],
      added: ['Wie hoch sind die Grenzwerte für Lärm, und wer misst ihn am Kai?'],
    },
  ])('of $name gets: $added', ({ question, planned, added }) => {
    const language = question.startsWith('Wie') ? 'de' : 'en';

    const plan = coverQuestion(question, language, planned, 6);

    expect(plan).toEqual({ texts: [...added, ...planned], added });
  });

  it('becomes the question itself when there is no room for what it leaves out', () => {
    expect(coverQuestion(RETRIES, 'en', [TIMES], 1)).toEqual({ texts: [RETRIES], added: [RETRIES] });
    expect(coverQuestion(RETRIES, 'en', [TIMES, 'What is a Dispatcher?'], 2).texts[0]).toBe(CODES);
  });

  it('has at least one task and never too many, and is complete', () => {
    const words = fc.array(fc.constantFrom('retry', 'RetryAgent', 'status', 'codes', 'x', '?', 'the', '§ 5', '1954'));
    const texts = fc.array(
      words.map((chosen) => chosen.join(' ')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(words, texts, fc.integer({ min: 1, max: 4 }), (asked, planned, maxTasks) => {
        const question = `Which ${asked.join(' ')}?`;
        const { texts: covering } = coverQuestion(question, 'en', planned, maxTasks);
        expect(covering.length).toBeGreaterThan(0);
        expect(covering.length).toBeLessThanOrEqual(maxTasks);
        expect(coverQuestion(question, 'en', covering, maxTasks).added).toEqual([]);
      }),
    );
  });
});

describe('a task', () => {
  it.each([
    { task: 'x', question: 'What is the default of bodyTimeout?', asks: false },
    { task: '', question: 'What is the default of bodyTimeout?', asks: false },
    { task: 'What is it?', question: 'What is the default of bodyTimeout?', asks: false },
    { task: 'x', question: 'What does the option x do?', asks: true },
    { task: 'Timeouts', question: 'What is the default of bodyTimeout?', asks: true },
  ])('"$task" of "$question" asks something: $asks', ({ task, question, asks }) => {
    expect(asksSomething(task, question, 'en')).toBe(asks);
  });
});
