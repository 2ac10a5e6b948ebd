import { describe, expect, it } from 'vitest';
import { decide } from '../../../workflows/deep-research/run/message-decisions.ts';
import { INITIAL_STATE, type RunState } from '../../../workflows/deep-research/run/run-state.ts';

const AT = '2026-01-02T03:04:05.000Z';
const send = (state: RunState, name: string, payload?: unknown) => decide(state, { name, payload, at: AT });

describe('extendBudget', () => {
  it('raises the named limits and leaves the rest', () => {
    const decision = send(INITIAL_STATE, 'extendBudget', { searches: 500 });

    expect(decision).toMatchObject({ accepted: true, state: { limits: { ...INITIAL_STATE.limits, searches: 500 } } });
  });

  it('refuses the same message the second time', () => {
    const first = send(INITIAL_STATE, 'extendBudget', { pages: 300 });
    if (!first.accepted) throw new Error(first.reason);

    expect(send(first.state, 'extendBudget', { pages: 300 })).toMatchObject({ accepted: false });
    expect(first.state.limits.pages).toBe(300);
  });

  it('raises or removes a money limit, but does not introduce one', () => {
    const limited: RunState = { ...INITIAL_STATE, limits: { ...INITIAL_STATE.limits, money: 2 } };

    expect(send(limited, 'extendBudget', { money: 5 })).toMatchObject({ state: { limits: { money: 5 } } });
    expect(send(limited, 'extendBudget', { money: null })).toMatchObject({ state: { limits: { money: null } } });
    expect(send(limited, 'extendBudget', { money: 1 }).accepted).toBe(false);
    expect(send(INITIAL_STATE, 'extendBudget', { money: 5 }).accepted).toBe(false);
  });

  it.each([[{}], [undefined], [null], ['500'], [{ searches: '500' }], [{ searches: 1e9 }], [{ dreams: 3 }], [[500]]])(
    'refuses %j with a reason',
    (payload) => {
      const decision = send(INITIAL_STATE, 'extendBudget', payload);

      expect(decision.accepted ? '' : decision.reason).not.toBe('');
    },
  );
});

describe('retryNow', () => {
  const wait = { reason: '', limit: null, since: AT, until: AT, attempts: 0 };

  it('applies to servers that the run waits for', () => {
    const waiting: RunState = { ...INITIAL_STATE, waits: [{ ...wait, kind: 'outage', subject: 'model' }] };

    expect(send(waiting, 'retryNow')).toMatchObject({ accepted: true, state: { retries: 1 } });
  });

  it('is refused without such a server, also at a limit', () => {
    const parked: RunState = { ...INITIAL_STATE, waits: [{ ...wait, kind: 'budget', subject: 'pages' }] };

    expect(send(INITIAL_STATE, 'retryNow').accepted).toBe(false);
    expect(send(parked, 'retryNow').accepted).toBe(false);
  });
});
