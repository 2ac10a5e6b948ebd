import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

let world: TestActivities;

beforeAll(async () => {
  world = await createTestActivities();
});

afterAll(async () => {
  await world.dispose();
});

describe('assessClarity', () => {
  const assess = async (question: string, changes = {}) => {
    const { value } = await world.activities.assessClarity({
      ...BY_RULE,
      question,
      conversation: [],
      hits: (
        await world.activities.searchFolder({
          corpusId: world.report.corpusId,
          queries: [question],
          language: 'en',
          topK: 10,
        })
      ).hits,
      corpusId: world.report.corpusId,
      mode: 'auto',
      maxQuestions: 2,
      maxTasks: 6,
      ...changes,
    });
    return value;
  };

  it('asks nothing about a question that is clear', async () => {
    const assessment = await assess('How long does the harbour lamp burn on rapeseed oil?');

    expect(assessment).toMatchObject({ language: 'en', questions: [], assumptions: [], coverage: 1 });
  });

  it('asks what a question refers to and does not name, with its default assumption', async () => {
    const { questions, assumptions } = await assess('Tell me about it');

    expect(questions.map(({ text }) => text)).toEqual(['What does “it” refer to? Please name the subject.']);
    expect(assumptions).toHaveLength(1);
  });

  it('asks at least once when it is told to, and in the language of the question', async () => {
    const { questions } = await assess('Wann wird die Laterne der Mole bei Sonnenaufgang gelöscht?', {
      mode: 'always',
    });

    expect(questions.map(({ text }) => text)).toEqual([
      'Soll sich die Recherche auf einen Fall, einen Zeitraum oder ein Dokument beschränken?',
    ]);
  });

  it.each([{ mode: 'never' }, { maxQuestions: 0 }])(
    'asks nothing with %o and states what it assumes',
    async (changes) => {
      const asked = await assess('Tell me about it');
      const unasked = await assess('Tell me about it', changes);

      expect(unasked).toMatchObject({ questions: [], assumptions: asked.assumptions });
      expect(unasked.assumptions).toHaveLength(1);
    },
  );

  it('assumes nothing about a clear question that it may not ask about', async () => {
    const clear = 'How long does the harbour lamp burn on rapeseed oil?';

    expect((await assess(clear, { mode: 'never' })).assumptions).toEqual([]);
    expect((await assess(clear, { mode: 'always', maxQuestions: 0 })).assumptions).toEqual([]);
  });

  it('does not ask again what was answered, and uses the answer', async () => {
    const conversation = [
      { questionId: 'q1', question: 'Which?', answer: 'see ISO 9001', outcome: 'answered' as const },
    ];
    const { questions, namedReferences } = await assess('What about the lamp?', { conversation, mode: 'always' });

    expect(questions).toEqual([]);
    expect(namedReferences).toEqual(['ISO 9001']);
  });

  it('names words that nothing found contains', async () => {
    const { knowledgeGaps, coverage } = await assess('How long does the harbour lamp burn on paraffin wax?');

    expect(knowledgeGaps.join(' ')).toContain('paraffin');
    expect(coverage).toBeLessThan(1);
  });
});
