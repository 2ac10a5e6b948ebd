import { bareWords } from '@plumbline/contracts/common/bare-words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import { FIRST_DOCUMENTS, FIRST_QUESTIONS, type UnitQuestion } from './first-questions.ts';
import { askOffline, type OfflineAnswer } from './offline-answers.ts';
import { SECOND_DOCUMENTS, SECOND_QUESTIONS } from './second-questions.ts';

/** Share of the questions whose answer is shown. */
const PROMISED = 0.85;

interface Asked extends UnitQuestion {
  readonly answer: OfflineAnswer;
}

const sets = [
  { name: 'questions that the reading was made with', documents: FIRST_DOCUMENTS, questions: FIRST_QUESTIONS },
  { name: 'questions that were written afterwards', documents: SECOND_DOCUMENTS, questions: SECOND_QUESTIONS },
] as const;

describe.each(sets)('answers in tables, code, lists and HTML: $name', ({ documents, questions }) => {
  let world: TestActivities;
  const asked: Asked[] = [];

  beforeAll(async () => {
    world = await createTestActivities(undefined, documents);
    for (const question of questions) {
      asked.push({ ...question, answer: await askOffline(world, question.question, question.language) });
    }
  });

  afterAll(() => world.dispose());

  it('are shown, for at least 85 of 100 questions', () => {
    expect(asked.filter(isShown).length / questions.length).toBeGreaterThanOrEqual(PROMISED);
  });

  it('appear in reports that verify without faults', () => {
    expect(asked.flatMap(({ answer }) => answer.problems)).toEqual([]);
  });

  it('are printed without marks of Markdown tables, tags and images', () => {
    const claims = asked.flatMap(({ answer }) => answer.claims);

    expect(claims.filter((text) => /\||<\/?[a-z]+>|!\[/.test(text))).toEqual([]);
  });
});

function isShown({ answer, quoted }: Asked): boolean {
  return answer.shown.some((shown) => bareWords(shown).includes(bareWords(quoted)));
}
