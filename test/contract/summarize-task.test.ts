import { describe, expect, it } from 'vitest';
import { createSummarizeTask } from '../../activities/entries/research/summarize-task.ts';
import { anchorOf, findingOf } from '../support/builders/research-fixtures.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const TASK = { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' };

const sumUp = (...findings: readonly ReturnType<typeof findingOf>[]) =>
  createSummarizeTask()({ anchor: anchorOf(), approvedTasks: [], corpusId: 'c1', task: TASK, findings });

describe('the summary of a task', () => {
  it('strings the notes of its readers together, the strongest first, and keeps their quotes apart', async () => {
    const weak = { ...findingOf('t1f1', BURNS), extractedInfo: 'It burns.', noted: true as const, relevance: 0.5 };
    const strong = {
      ...findingOf('t1f2', BURNS),
      extractedInfo: 'For nine hours.',
      noted: true as const,
      relevance: 1,
    };

    expect(await sumUp(weak, strong)).toMatchObject({
      summary: 'For nine hours. It burns.',
      quotes: [{ key: 't1f2q1', text: BURNS }, { key: 't1f1q1' }],
      relevanceToQuestion: 1,
      gaps: [],
    });
  });

  it('names a task as open that no note answers', async () => {
    const weak = { ...findingOf('t1f1', BURNS), noted: true as const, relevance: 0.5 };

    expect((await sumUp(weak)).gaps).toEqual(['No passage answers: How long does the harbour lamp burn?']);
  });

  it('lists the places that a rule found, and judges nothing', async () => {
    expect(await sumUp({ ...findingOf('t1f1', BURNS), relevance: null })).toMatchObject({
      summary: '',
      keyFindings: [{ text: BURNS, citations: ['t1f1q1'] }],
      relevanceToQuestion: null,
    });
  });
});
