import { describe, expect, it } from 'vitest';
import { answerFormOf } from '../../../activities/language/question/answer-form.ts';
import { weighTermsEvenly } from '../../../activities/language/question/term-coverage.ts';
import { readableText } from '../../../activities/language/text/readable-text.ts';
import { selectAnswers } from '../../../activities/offline-engine/answers/answer-selection.ts';
import { toReadableFinding } from '../../../activities/offline-engine/answers/evidence-reading.ts';
import { findingOf, quoteOf } from '../../support/builders/research-fixtures.ts';

const taskOf = (text: string) => ({
  text,
  need: { terms: weighTermsEvenly(text, 'en'), answerForm: answerFormOf(text) },
});
const evidenceOf = (...texts: string[]) =>
  texts.map((text, index) => toReadableFinding(findingOf(`f${index}`, text, { title: 'Rules', headingPath: [] })));

const OIL = 'The lamp burns nine hours on one filling of oil.';
const WICK = 'Every wick is stored in a dry drawer.';

describe('selectAnswers', () => {
  it('answers every task with its best statement', async () => {
    const tasks = [taskOf('How long does the lamp burn?'), taskOf('Where is the wick stored?')];
    const { answers, unanswered } = await selectAnswers(tasks, evidenceOf(WICK, OIL));

    expect(answers.map(({ text }) => text)).toEqual([OIL, WICK]);
    expect(unanswered).toEqual([]);
  });

  it('says which task nothing answers, and which words nothing covers', async () => {
    const tasks = [taskOf('How long does the lamp burn?'), taskOf('Which whales swim here?')];
    const { answers, unanswered, uncovered } = await selectAnswers(tasks, evidenceOf(OIL));

    expect(answers.map(({ text }) => text)).toEqual([OIL]);
    expect(unanswered).toEqual(['Which whales swim here?']);
    expect(uncovered).toEqual(['whales', 'swim']);
  });

  it('does not answer with a figure of another month', async () => {
    const task = taskOf('How high is the lamp fee in October 2022?');

    expect((await selectAnswers([task], evidenceOf('The lamp fee is 5 talers in July 2022.'))).answers).toEqual([]);
    expect((await selectAnswers([task], evidenceOf('The lamp fee is 5 talers in October 2022.'))).answers).toHaveLength(
      1,
    );
  });

  it('among equal statements, prefers the passage with the higher search score', async () => {
    const far = 'The lamp burns nine hours in winter.';
    const near = 'The lamp burns eight hours in summer.';
    const [first, second] = evidenceOf(far, near);
    const findings = [first, second].flatMap((finding, index) =>
      finding === undefined ? [] : [{ ...finding, hitScore: index === 0 ? 0.5 : 1 }],
    );

    expect((await selectAnswers([taskOf('How long does the lamp burn?')], findings)).answers[0]?.text).toBe(near);
  });

  it('answers a part that leans on the first from the document that answers the first', async () => {
    const from = (title: string, id: string, text: string) =>
      toReadableFinding(findingOf(id, text, { title, headingPath: [] }));
    const findings = [
      from('Harbour', 'f0', 'The horn is cleaned on 1 May.'),
      from('Lamps', 'f1', OIL),
      from('Lamps', 'f2', 'The lamp is cleaned on 1 June.'),
    ];
    const answersTo = async (...questions: string[]) => (await selectAnswers(questions.map(taskOf), findings)).answers;

    expect((await answersTo('When is it cleaned?'))[0]?.text).toBe('The horn is cleaned on 1 May.');
    expect((await answersTo('How long does the lamp burn?', 'When is it cleaned?')).map(({ text }) => text)).toEqual([
      OIL,
      'The lamp is cleaned on 1 June.',
    ]);
  });

  it('states the same words once, even if several findings contain them', async () => {
    const { answers, keyEvidence, byTask } = await selectAnswers(
      [taskOf('How long does the lamp burn?'), taskOf('What burns nine hours?')],
      evidenceOf(OIL, OIL, OIL),
    );

    expect([...answers, ...keyEvidence, ...byTask.flatMap(({ evidence }) => evidence)]).toHaveLength(1);
  });
});

describe('readableText', () => {
  it.each([
    ['* **`limit`** {number}\n  The [longest](x.md) wait.', '`limit` {number} The longest wait.'],
    ['(2) Der Urlaub\nbeträgt', 'Der Urlaub beträgt'],
    ['> [!NOTE] Keep the oil dry.', 'Keep the oil dry.'],
    ['## Heading <!-- hidden --> here', 'Heading here'],
  ])('reads %j', (source, text) => {
    expect(readableText(source)).toBe(text);
  });
});

describe('selectAnswers with several passages', () => {
  it('stays with the passage that answers instead of quoting every passage that shares words', async () => {
    const watch = toReadableFinding(
      findingOf('f0', 'The watch of the pilot lasts six hours.', {
        title: 'Harbour',
        headingPath: ['Duration of the watch'],
        quotes: [
          quoteOf('f0q1', 'The watch of the pilot lasts six hours.'),
          quoteOf('f0q2', 'At night the watch of the pilot lasts four hours.'),
        ],
      }),
    );
    const others = ['The pilot keeps a watch list for two years.', 'Each pilot owns a watch of 30 talers.'].map(
      (text, index) => toReadableFinding(findingOf(`g${index}`, text, { title: 'Rules', headingPath: ['Lists'] })),
    );
    const { answers, keyEvidence } = await selectAnswers(
      [taskOf('How long does the watch of the pilot last?')],
      [...others, watch],
    );

    expect([...answers, ...keyEvidence].map(({ key }) => key).sort()).toEqual(['f0q1', 'f0q2']);
  });

  it('answers the second part of a question with something new', async () => {
    const tasks = [taskOf('How long does the lamp burn?'), taskOf('How long does the lamp burn in fog?')];
    const { answers } = await selectAnswers(tasks, evidenceOf(OIL, 'In fog the lamp burns for all twelve hours.'));

    expect(answers.map(({ text }) => text)).toEqual([OIL, 'In fog the lamp burns for all twelve hours.']);
  });

  it('adds the section of the same document that the answer names', async () => {
    const found = (id: string, text: string, title: string, heading: string) =>
      toReadableFinding(findingOf(id, text, { title, headingPath: [heading] }));
    const findings = [
      found('a', 'The lamp burns half of the hours given in Annex 2.', 'Harbour', 'Section 3 Lamps'),
      found('b', 'In winter 14 hours, in summer 9 hours.', 'Harbour', 'Annex 2 Hours'),
      found('c', 'In winter 5 boats, in summer 8 boats.', 'Canal', 'Annex 2 Boats'),
    ];
    const { answers, keyEvidence } = await selectAnswers([taskOf('How many hours does the lamp burn?')], findings);

    expect([...answers, ...keyEvidence].map(({ key }) => key)).toEqual(['aq1', 'bq1']);
  });
});
