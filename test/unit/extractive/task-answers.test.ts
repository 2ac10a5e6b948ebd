import { describe, expect, it } from 'vitest';
import { answerFormOf } from '../../../activities/language/question/answer-form.ts';
import { weighTermsEvenly } from '../../../activities/language/question/term-coverage.ts';
import { selectAnswers } from '../../../activities/offline-engine/answers/answer-selection.ts';
import { toReadableFinding } from '../../../activities/offline-engine/answers/evidence-reading.ts';
import { certaintyOf } from '../../../activities/offline-engine/answers/task-answers.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import { findingOf } from '../../support/builders/research-fixtures.ts';

const taskOf = (text: string) => ({
  text,
  need: { terms: weighTermsEvenly(text, 'en'), answerForm: answerFormOf(text) },
});
const readable = (id: string, text: string, changes: Partial<Finding> = {}) =>
  toReadableFinding(findingOf(id, text, { title: 'Rules', headingPath: [`Section ${id}`], ...changes }));

describe('certaintyOf', () => {
  const features = { passageCoverage: 0.5, unitCoverage: 0.5, statementScore: 0.4, asksForOne: 0, isLeading: 0 };

  it('grows with every feature that it weighs', () => {
    const { held, answers, right } = certaintyOf(features);

    expect(certaintyOf({ ...features, passageCoverage: 0.8 }).held).toBeGreaterThan(held);
    expect(certaintyOf({ ...features, statementScore: 0.8 }).held).toBeGreaterThan(held);
    expect(certaintyOf({ ...features, unitCoverage: 0.8 }).answers).toBeGreaterThan(answers);
    expect(certaintyOf({ ...features, statementScore: 0.8 }).answers).toBeGreaterThan(answers);
    expect(certaintyOf({ ...features, asksForOne: 1 }).right).toBeGreaterThan(right);
    expect(certaintyOf({ ...features, isLeading: 1 }).right).toBeGreaterThan(right);
  });
});

describe('tasks without a certain answer', () => {
  const question = 'Which oil does the keeper of the northern harbour lamp buy in autumn?';
  const near = Array.from({ length: 7 }, (_, index) =>
    readable(`f${index}`, `The keeper of the harbour number ${index} fills a lamp with fish oil.`, { hitScore: 0.6 }),
  );

  it('are open: their most relevant passages are shown, at most five, and none is the answer', async () => {
    const { answers, open, unanswered } = await selectAnswers([taskOf(question)], near);

    expect(answers).toEqual([]);
    expect(unanswered).toEqual([]);
    expect(open).toHaveLength(1);
    expect(open[0]?.passages).toHaveLength(5);
  });

  it('show at most two passages of one section', async () => {
    const ofOne = near.map((finding) => ({ ...finding, headingPath: ['Oil'] }));

    expect((await selectAnswers([taskOf(question)], ofOne)).open[0]?.passages).toHaveLength(2);
  });

  it('are refused when no passage treats them; the words of the question count in the whole passage', async () => {
    const foreign = [readable('g1', 'Bread is baked at noon.'), readable('g2', 'Snow falls in the valley.')];

    expect(await selectAnswers([taskOf(question)], foreign)).toMatchObject({
      answers: [],
      open: [],
      unanswered: [question],
    });
  });
});

describe('tasks with a certain answer', () => {
  const question = 'How long does the harbour lamp burn?';
  const answer = 'The harbour lamp burns for nine hours.';

  it('state it, and show beside it what the search found among the first', async () => {
    const beside = readable('f2', 'The harbour lamp is cleaned by the keeper.', { leading: true, hitScore: 0.6 });
    const { answers, further, open, certainties } = await selectAnswers(
      [taskOf(question)],
      [readable('f1', answer), beside],
    );

    expect(answers.map(({ text }) => text)).toEqual([answer]);
    expect(further.map(({ findingId }) => findingId)).toEqual(['f2']);
    expect(open).toEqual([]);
    expect(certainties).toMatchObject([{ task: question, key: 'f1q1' }]);
  });

  it('do not show what only its rank let in', async () => {
    const weak = { leading: true as const, belowThreshold: true };
    const beside = readable('f2', 'The harbour lamp is cleaned by the keeper.', weak);

    expect((await selectAnswers([taskOf(question)], [readable('f1', answer), beside])).further).toEqual([]);
  });
});
