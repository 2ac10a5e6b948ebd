import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type Decision } from '../../../workflows/deep-research/run/message-decisions.ts';
import {
  INITIAL_STATE,
  isSettled,
  type RunState,
  toExchanges,
} from '../../../workflows/deep-research/run/run-state.ts';

const AT = '2026-01-02T03:04:05.000Z';

const round = {
  round: 1,
  questions: [
    { questionId: 'q1', text: 'Which lamp?', reason: '' },
    { questionId: 'q2', text: 'Which oil?', reason: '' },
  ],
  answers: {},
  skipped: false,
  assumptions: [],
  deadline: '2026-01-02T00:00:00.000Z',
};
const asking: RunState = { ...INITIAL_STATE, stage: 'clarifying', round };
const plan = { tasks: [{ taskId: 't1', text: 'One', rationale: '' }] };
const approving: RunState = { ...INITIAL_STATE, stage: 'planning', planToApprove: plan };

function reasonOf(decision: Decision): string {
  return decision.accepted ? 'accepted' : decision.reason;
}

function stateOf(decision: Decision): RunState {
  if (!decision.accepted) throw new Error(decision.reason);
  return decision.state;
}

describe('decide', () => {
  it.each([
    { name: 'answerClarification', payload: { text: 'brass' }, state: asking, reason: 'accepted' },
    { name: 'answerClarification', payload: 'brass', state: asking, reason: 'accepted' },
    { name: 'answerClarification', payload: { text: 'brass', questionId: 'q2' }, state: asking, reason: 'accepted' },
    {
      name: 'answerClarification',
      payload: { text: 'brass' },
      state: INITIAL_STATE,
      reason: 'there is no open question',
    },
    { name: 'answerClarification', payload: { text: '\n' }, state: asking, reason: 'the answer is empty' },
    {
      name: 'answerClarification',
      payload: { text: 'x', questionId: 'q9' },
      state: asking,
      reason: 'there is no question "q9"; pending: q1, q2',
    },
    {
      name: 'answerClarification',
      payload: { text: 'x', questionId: '__proto__' },
      state: asking,
      reason: 'there is no question "__proto__"; pending: q1, q2',
    },
    { name: 'skipClarification', payload: undefined, state: asking, reason: 'accepted' },
    { name: 'skipClarification', payload: undefined, state: INITIAL_STATE, reason: 'there is no open question' },
    { name: 'finishEarly', payload: undefined, state: asking, reason: 'accepted' },
    {
      name: 'finishEarly',
      payload: undefined,
      state: { ...asking, finishRequested: true },
      reason: 'the run is finishing already',
    },
    {
      name: 'finishEarly',
      payload: undefined,
      state: { ...asking, stage: 'verifying' as const },
      reason: 'research is over, the report is being written (verifying)',
    },
    {
      name: 'finishEarly',
      payload: undefined,
      state: { ...asking, stage: 'published' as const },
      reason: 'the run is over (published)',
    },
    { name: 'approvePlan', payload: undefined, state: approving, reason: 'accepted' },
    { name: 'approvePlan', payload: { plan }, state: approving, reason: 'accepted' },
    {
      name: 'approvePlan',
      payload: { plan: { tasks: [plan.tasks[0], plan.tasks[0]] } },
      state: approving,
      reason: 'the plan is invalid: plan.tasks: has a task id twice',
    },
    {
      name: 'approvePlan',
      payload: { plan: { tasks: [{ taskId: 'mine', text: ' ' }] } },
      state: approving,
      reason: 'the plan is invalid: plan.tasks.0.text: is empty: a task asks something',
    },
    {
      name: 'approvePlan',
      payload: { plan: { tasks: [{ taskId: 'mine', text: 'x' }] } },
      state: approving,
      reason: 'accepted',
    },
    { name: 'approvePlan', payload: {}, state: asking, reason: 'no plan waits for approval' },
    { name: 'sing', payload: {}, state: asking, reason: 'there is no message of this name' },
  ])('judges $name with $payload: $reason', ({ name, payload, state, reason }) => {
    expect(reasonOf(decide(state, { at: AT, name, payload }))).toBe(reason);
  });

  it('takes an answer without a question for every question that is still open', () => {
    const first = stateOf(
      decide(asking, { at: AT, name: 'answerClarification', payload: { text: 'brass', questionId: 'q1' } }),
    );
    const second = stateOf(decide(first, { at: AT, name: 'answerClarification', payload: { text: 'olive' } }));

    expect(second.round?.answers).toEqual({ q1: 'brass', q2: 'olive' });
    expect(isSettled(second.round ?? round)).toBe(true);
    expect(reasonOf(decide(second, { at: AT, name: 'answerClarification', payload: 'more' }))).toBe(
      'every question of this round is answered already',
    );
  });

  it('remembers what became of each question', () => {
    const answered = stateOf(
      decide(asking, { at: AT, name: 'answerClarification', payload: { text: 'brass', questionId: 'q1' } }),
    );
    const skipped = stateOf(decide(answered, { at: AT, name: 'skipClarification', payload: undefined }));

    expect(toExchanges(skipped.round ?? round).map(({ answer, outcome }) => [answer, outcome])).toEqual([
      ['brass', 'answered'],
      [null, 'skipped'],
    ]);
    expect(toExchanges(round).map(({ outcome }) => outcome)).toEqual(['timed-out', 'timed-out']);
  });

  it('keeps what was assumed for each question without an answer', () => {
    const assuming = { ...round, answers: { q1: 'brass' }, assumptions: ['the brass lamp', 'rapeseed oil'] };

    expect(toExchanges(assuming).map(({ assumption }) => assumption)).toEqual([undefined, 'rapeseed oil']);
  });

  it('neither throws nor changes the state it was given, whatever arrives', () => {
    const names = fc.constantFrom('answerClarification', 'skipClarification', 'finishEarly', 'approvePlan', 'other');
    const states = fc.constantFrom(INITIAL_STATE, asking, approving);

    fc.assert(
      fc.property(names, fc.anything(), states, (name, payload, state) => {
        const before = JSON.stringify(state);
        expect(decide(state, { at: AT, name, payload }).accepted).toBeTypeOf('boolean');
        expect(JSON.stringify(state)).toBe(before);
      }),
    );
  });
});
