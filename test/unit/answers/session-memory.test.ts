import { askSchema, type ConversationState } from '@plumbline/contracts/answers/conversation';
import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../../workflows/domain/answers/session-limits.ts';
import { failedTurn, standingTurns, withTurn } from '../../../workflows/domain/answers/session-memory.ts';

const STATE: ConversationState = {
  context: {
    thread: [],
    filters: { hotel: { place: 'Boston', guests: 2 } },
    lastVertical: 'hotel',
    lastStrength: 'strong',
    feedback: { answerId: 's:1', verdict: 'unhelpful', note: 'too long' },
  },
  turns: 1,
  usage: NO_USAGE,
  limits: { modelCalls: 1, modelTokens: 1, money: null },
  answers: [],
  waiting: [],
};
const turn = failedAt(2);
const NOTHING = { filters: null, successfulVertical: null, strength: null };

describe('what a session remembers', () => {
  it('keeps filters by vertical, and forgets feedback after one answer', () => {
    const used = { place: 'Munich', guests: 2 };

    const { context } = withTurn(STATE, turn, null, { ...NOTHING, filters: { vertical: 'hotel', used } });

    expect(context.filters).toEqual({ hotel: used });
    expect(context.feedback).toBeNull();
  });

  it('keeps what it knew where a turn says nothing', () => {
    const { context } = withTurn(STATE, turn, null, NOTHING);

    expect(context).toMatchObject({ filters: STATE.context.filters, lastVertical: 'hotel', lastStrength: 'strong' });
  });

  it('takes over vertical and strength of a retrieval', () => {
    const { context } = withTurn(STATE, turn, null, { ...NOTHING, successfulVertical: 'movie', strength: 'weak' });

    expect(context).toMatchObject({ lastVertical: 'movie', lastStrength: 'weak' });
  });

  it('keeps the last twenty turns, however many there were', () => {
    let state = STATE;
    for (let number = 2; number <= 60; number += 1) {
      state = withTurn(state, failedAt(number), null, NOTHING);
    }

    expect(state.turns).toBe(60);
    expect(state.context.thread.map((entry) => entry.turn)).toEqual(
      Array.from({ length: 20 }, (_, index) => 41 + index),
    );
    expect(state.context.filters).toEqual(STATE.context.filters);
  });

  it('gives an answer no turn that was replaced, nor what followed it', () => {
    const thread = [failedAt(1), failedAt(2), failedAt(3), failedAt(4, 2), failedAt(5), failedAt(6, 5)];
    const numbers = (instead?: number) => standingTurns(thread, instead).map((one) => one.turn);

    expect(numbers()).toEqual([1, 4, 6]);
    expect(numbers(4)).toEqual([1]);
    expect(numbers(1)).toEqual([]);
  });
});

function failedAt(number: number, instead?: number) {
  return failedTurn(number, askSchema.parse({ message: 'Next', messageId: `m${number}`, instead }), '');
}
