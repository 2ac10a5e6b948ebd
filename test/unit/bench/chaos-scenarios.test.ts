import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import { describe, expect, it } from 'vitest';
import type { StoredAnswerEvent } from '../../../activities/conversations/sql-answer-stream.ts';
import type { Undisturbed } from '../../../bench/chaos/cell.ts';
import { matrixCells } from '../../../bench/chaos/matrix-cells.ts';
import { RESEARCH } from '../../../bench/chaos/research-scenario.ts';
import type { Scenario } from '../../../bench/chaos/scenario.ts';
import { comparableAnswer, streamFaults } from '../../../bench/chaos/session-evidence.ts';
import { SESSION } from '../../../bench/chaos/session-scenario.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';

function ended(scenario: Scenario, ...reached: readonly string[]): Undisturbed {
  return { scenario, evidence: new Set(), log: [], reached: new Set(reached), seconds: 1 };
}

describe('matrixCells', () => {
  it('kills an activity in the first scenario that reaches it, in flight only where it asks', () => {
    const cells = matrixCells([
      ended(RESEARCH, 'searchFolder/after', 'planResearch/in flight', 'planResearch/after'),
      ended(SESSION, 'searchFolder/after', 'composeAnswer/in flight', 'composeAnswer/after', 'recordAnswer/after'),
    ]);
    const ofWorker = cells.filter(({ target }) => target === 'worker');
    const placesOf = (activity: string) =>
      ofWorker
        .filter((cell) => cell.activity === activity)
        .map(({ scenario, instant }) => `${scenario.name} ${instant}`);

    expect(placesOf('searchFolder')).toEqual(['research before', 'research middle', 'research after']);
    expect(placesOf('planResearch')).toContain('research in flight');
    expect(placesOf('composeAnswer')).toEqual(
      ['before', 'middle', 'in flight', 'after'].map((instant) => `session ${instant}`),
    );
    expect(placesOf('recordAnswer')).not.toContain('session in flight');
  });
});

describe('comparableAnswer', () => {
  const answer = answerResultOf();

  it('is the same for the same answer at another time and price', () => {
    const usage = { ...answer.usage, modelCalls: answer.usage.modelCalls + 1 };
    const debug = { ...answer.debug, trace: { ...answer.debug.trace, traceId: 'other' } };
    const later = { ...answer, answeredAt: '2027-01-01T00:00:00.000Z', usage, debug };

    expect(comparableAnswer(later)).toEqual(comparableAnswer(answer));
  });

  it.each([
    { summary: 'Another one.' },
    { citations: [] },
    { answerId: 'session-lamp:2' },
    { notes: ['no decision after 20 s'] },
  ])('differs with %o', (change) => {
    expect(comparableAnswer({ ...answer, ...change })).not.toEqual(comparableAnswer(answer));
  });
});

describe('streamFaults', () => {
  const answer = answerResultOf();
  const other = answerResultOf({ summary: 'Another one.' });
  const numbered = (...events: readonly AnswerEvent[]): StoredAnswerEvent[] =>
    events.map((event, index) => ({ sequence: index + 1, event }));
  const stage: AnswerEvent = { kind: 'stage', stage: 'writing' };
  const end: AnswerEvent = { kind: 'end', answer };

  it('finds none in a stream that ends with the stored answer', () => {
    expect(streamFaults(numbered(stage, end), answer)).toEqual([]);
  });

  it.each([
    { fault: 'a gap', events: numbered(stage, { kind: 'reset' }, end).toSpliced(1, 1) },
    { fault: 'a stage told twice', events: numbered(stage, { kind: 'reset' }, stage, end) },
    { fault: 'no end', events: numbered(stage) },
    { fault: 'two ends', events: numbered(stage, end, end) },
    { fault: 'something behind its end', events: numbered(end, stage) },
    { fault: 'another answer', events: numbered(stage, { kind: 'end', answer: other }) },
  ])('finds $fault', ({ events }) => {
    expect(streamFaults(events, answer)).not.toEqual([]);
  });
});
