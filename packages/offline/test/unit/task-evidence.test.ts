import type { Finding } from '@plumbline/contracts/evidence/finding';
import { answerFormOf } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { type ReadableFinding, toReadableFinding } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../test/support/builders/research-fixtures.ts';
import { evidenceOfTasks } from '../../answers/task-evidence.ts';

const found = (findingId: string, text: string, changes: Partial<Finding> = {}): ReadableFinding =>
  toReadableFinding(findingOf(findingId, text, { title: 'Rules', headingPath: [findingId], ...changes }));
const taskOf = (text: string, unknown: readonly string[] = []) => {
  const terms = weighTermsEvenly(text, 'en').map((term) => ({ ...term, isKnown: !unknown.includes(term.word) }));
  return { text, need: { terms, answerForm: answerFormOf(text, 'en') } };
};
const evidenceOf = (question: string, ...findings: ReadableFinding[]) => {
  const [evidence] = evidenceOfTasks([taskOf(question)], findings, 'en');
  return { stated: evidence?.stated?.text ?? null, shown: evidence?.passages.map(({ text }) => text) ?? [] };
};

const BURNS = 'The harbour lamp burns for nine hours.';

describe('what is shown of a task', () => {
  it('are the first five of the search, in its order, whatever their words', () => {
    const sentences = [
      'Oil is dear.',
      'The pier is old.',
      'Boats come at noon.',
      'Fog hides it.',
      'Gulls sleep there.',
    ];
    const others = sentences.map((text, index) => found(`f${index + 2}`, text, { searchRank: index + 2 }));

    expect(evidenceOf('How long does the lamp burn?', ...others, found('f1', BURNS, { searchRank: 1 })).shown).toEqual([
      BURNS,
      ...sentences.slice(0, 4),
    ]);
  });

  it('are at most two passages of a section, and no copies', () => {
    const section = { headingPath: ['Lamp'] };
    const given = [
      found('f1', 'The lamp burns oil of rapeseed.', { ...section, searchRank: 1 }),
      found('f2', 'The lamp has a wick of cotton.', { ...section, searchRank: 2 }),
      found('f3', 'The lamp is cleaned on Mondays.', { ...section, searchRank: 3 }),
      found('f4', 'The lamp burns oil of rapeseed.', { searchRank: 4 }),
      found('f5', BURNS, { searchRank: 5 }),
    ];

    expect(evidenceOf('How long does the lamp burn?', ...given).shown).toEqual([
      'The lamp burns oil of rapeseed.',
      'The lamp has a wick of cotton.',
      BURNS,
    ]);
  });

  it('are three passages for each of several tasks, each passage once', () => {
    const tasks = ['How long does the lamp burn?', 'Who cleans the lamp?'].map((text) => taskOf(text));
    const findings = ['one', 'two', 'three', 'four', 'five'].map((number, index) =>
      found(`f${index + 1}`, `The lamp has ${number} drawers for wicks, and a ${number}th for oil.`, {
        searchRank: index + 1,
      }),
    );
    const shown = evidenceOfTasks(tasks, findings, 'en').map(({ passages }) => passages.length);

    expect(shown[0]).toBeLessThanOrEqual(3);
    expect(shown.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5);
  });
});

describe('what is stated', () => {
  it('shares two words with the question beside those that only ask', () => {
    const question = 'At which age may a keeper light the harbour lamp?';
    const ofLamp = 'A keeper of 18 years of age may light the harbour lamp.';

    expect(evidenceOf(question, found('f1', ofLamp)).stated).toBe(ofLamp);
    expect(
      evidenceOf('At which age is a keeper retired?', found('f1', 'A keeper below the age of 14 fetches oil.')).stated,
    ).toBeNull();
  });

  it.each([
    ['a figure of the kind that is asked for', 'How long does the harbour lamp burn?', BURNS],
    ['a yes or no', 'Is the harbour lamp lit by day?', 'The harbour lamp is never lit by day.'],
    ['a name', 'Who cleans the harbour lamp?', 'The keeper Anna Holm cleans the harbour lamp.'],
  ])('is %s', (_, question, answer) => {
    expect(evidenceOf(question, found('f1', answer), found('f2', 'The pier is of oak.')).stated).toBe(answer);
  });

  it.each([
    [
      'a figure of another kind',
      'How long does the harbour lamp burn?',
      'The harbour lamp burns since 9 keepers left.',
    ],
    ['a reason', 'Why does the harbour lamp burn?', 'The harbour lamp burns.'],
    ['a comparison', 'What is the difference between lamp and wick?', 'The lamp and the wick differ.'],
    ['what has few of the words', 'Does the harbour lamp burn in dense fog?', 'Dense is the old wood of the pier.'],
    ['a row of facts', 'Which colour has the harbour lamp?', 'Lamp: harbour; Colour: red; Height: low'],
    ['what is true of another version', 'Does the harbour lamp of 2.1 burn?', 'The harbour lamp of 2.0 burns.'],
  ])('is not %s', (_, question, sentence) => {
    expect(evidenceOf(question, found('f1', sentence)).stated).toBeNull();
  });

  it('has no rival in another passage, unless that says the same', () => {
    const question = 'How long does the harbour lamp burn?';

    expect(evidenceOf(question, found('f1', BURNS), found('f2', 'The harbour lamp burns for two hours.')).stated).toBe(
      null,
    );
    expect(evidenceOf(question, found('f1', BURNS), found('f2', BURNS)).stated).toBe(BURNS);
  });

  it('has no rival in its own passage: of a rule and its exception neither is the answer', () => {
    const exception = 'The harbour lamp burns for two hours in fog.';
    const [rule, other] = [found('f1', BURNS), found('f1', exception)];
    const both = { ...rule, quotes: [...rule.quotes, ...other.quotes] };

    expect(evidenceOf('How long does the harbour lamp burn?', both).stated).toBeNull();
    expect(evidenceOf('How long does the harbour lamp burn in fog?', both).stated).toBe(exception);
  });

  it('is nothing while the documents lack a word that decides', () => {
    const task = taskOf('How long does the harbour lamp of Norhaven burn?', ['Norhaven']);
    const [evidence] = evidenceOfTasks([task], [found('f1', BURNS)], 'en');

    expect(evidence?.stated).toBeNull();
    expect(evidence?.passages).toHaveLength(1);
  });

  it('is nothing in another language than the question, or near words that address a program', () => {
    const german = found('f1', 'Die Hafenlampe brennt ohne Pause neun Stunden lang und erlischt am Morgen von selbst.');
    const planted = found('f2', BURNS, { untrusted: ['instructions'] });

    expect(evidenceOf('How long does the Hafenlampe brennt?', german).stated).toBeNull();
    expect(evidenceOf('How long does the harbour lamp burn?', planted).stated).toBeNull();
  });
});
