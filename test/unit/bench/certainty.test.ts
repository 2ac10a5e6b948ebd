import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnsweredQuestion, grade } from '../../../bench/certainty/asked-questions.ts';
import { measureCertainty } from '../../../bench/certainty/certainty-figures.ts';
import { type MeasuredTask, readMeasuredTasks } from '../../../bench/certainty/measured-tasks.ts';
import { measureStated } from '../../../bench/certainty/stated-figures.ts';
import type { AnswerResult } from '../../../workflows/contracts/answers/answer.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { certaintyOf } from '../../support/builders/research-fixtures.ts';

const task = (index: number, isHeld: boolean): MeasuredTask => ({
  set: 'lamps',
  document: `d${index % 10}.md`,
  task: 'How long does it burn?',
  key: 'k',
  held: 0.5,
  answers: 0.5,
  passageCoverage: isHeld ? 0.7 + (index % 3) / 10 : 0.2 + (index % 3) / 10,
  unitCoverage: isHeld ? 0.7 : 0.2,
  statementScore: isHeld ? 0.6 + (index % 4) / 10 : 0.1,
  isHeld,
  isRight: isHeld && index % 4 !== 0,
});
const answerOf = (summary: string, right: number): AnswerResult => {
  const answer = answerResultOf({
    summary,
    ui: { ...answerResultOf().ui, answerConfidence: right < 0.5 ? 'weak' : 'medium' },
  });
  const certainties = [{ ...certaintyOf('t1f1q1', right), asksForOne: right < 0.5 ? 0 : 1, isLeading: 1 }];
  const retrievalStats = { vertical: 'other', itemCount: 4, quality: 'good' as const, avgScore: 0.8, topKAvg: 0.8 };
  return { ...answer, retrievalStats, debug: { ...answer.debug, certainties } };
};

/** Two corpora; every fourth question gets no statement, and those that ask for a value the right one. */
const answered = (index: number): AnsweredQuestion => {
  const corpus = index % 2 === 0 ? 'lamps' : 'tides';
  const isRight = index % 3 === 0;
  const question = { id: `q${index}`, corpus, question: 'How long?', answerable: true, answer: ['nine'] };
  if (index % 8 > 5) return grade(question, answerResultOf({ summary: '' }));
  return grade(question, answerOf(isRight ? 'Nine hours. [1]' : 'For long. [1]', isRight ? 0.7 : 0.2));
};

const tasks = Array.from({ length: 60 }, (_, index) => task(index, index % 2 === 0));

describe('the certainty of answers', () => {
  it('is compared with the truth in folds, and its weights are printed when asked for', () => {
    const printed: string[] = [];
    const figures = measureCertainty(tasks, true, (text) => printed.push(text)) as Record<string, { brier: number }>;

    const [held] = Object.values(figures);
    expect(held?.brier).toBeLessThan(0.1);
    expect(printed.join('\n')).toMatch(/export const HELD_MODEL: CertaintyModel = \{"weights":\{"passageCoverage":/);
    expect(printed.join('\n')).toContain('lamps');
  });

  it('is compared with what is right of the answers to asked questions, each corpus by the others', () => {
    const rows = Array.from({ length: 24 }, (_, index) => answered(index));
    const printed: string[] = [];
    const figures = measureStated(rows, true, (text) => printed.push(text));
    const text = printed.join('\n');

    expect(figures).toMatchObject({
      total: { questions: 24, stated: { count: 6, n: 18 }, byRetrieval: { count: 6, n: 18 } },
      byCorpus: { lamps: { strong: { count: 0, n: 0 }, medium: { count: 3, n: 3 }, weak: { count: 0, n: 6 } } },
    });
    expect(text).toMatch(/export const RIGHT_MODEL: CertaintyModel = \{"weights":\{"asksForOne":/);
  });

  it.each([
    {
      summary: 'It burns **nine hours**. [1]\n\nThis may not answer it: ten hours.',
      patterns: ['nine hours'],
      isRight: true,
    },
    { summary: 'It burns _nine_ hours. [1]', patterns: ['NINE hours', 'burns'], isRight: true },
    { summary: 'It burns nine hours. [1]', patterns: ['nine', 'ten'], isRight: false },
    { summary: 'It burns long. [1]\n\nNot in them: nine hours.', patterns: ['nine hours'], isRight: false },
    { summary: 'It burns long. [1]\n\n## Passages\n\n- nine hours [2]', patterns: ['nine hours'], isRight: false },
    { summary: 'It burns nine hours. [1]', patterns: [], isRight: false },
  ])('is that of what the text states: $summary', ({ summary, patterns, isRight }) => {
    const question = { id: 'q1', corpus: 'lamps', question: 'How long?', answerable: true, answer: patterns };

    expect(grade(question, answerOf(summary, 0.7)).isRight).toBe(isRight);
    expect(grade(question, answerResultOf({ summary })).stated).toBe('');
  });

  it('is read from results of the answers evaluation; others are refused by name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certainty-'));
    try {
      const { set: _, document, ...certainty } = task(0, true);
      const results = { questions: [{ id: 'q1', document: null, certainties: [certainty] }] };
      await writeFile(join(folder, 'lamps.json'), JSON.stringify(results));
      await writeFile(join(folder, 'other.json'), '{"questions": 3}');

      expect(await readMeasuredTasks([join(folder, 'lamps.json')])).toMatchObject([{ set: 'lamps', document: 'q1' }]);
      expect(document).toBe('d0.md');
      await expect(readMeasuredTasks([join(folder, 'other.json')])).rejects.toThrow('other.json holds no results');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
