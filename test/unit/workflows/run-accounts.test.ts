import { researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import { describe, expect, it } from 'vitest';
import { RunAccounts } from '../../../workflows/deep-research/run/run-accounts.ts';

function accountsWith(limits: Record<string, number>): RunAccounts {
  const parsed = researchLimitsSchema.parse(limits);
  return new RunAccounts(() => parsed);
}

const cost = (modelCalls: number, modelTokens = 0) =>
  ({ cost: { engine: 'model', modelCalls, modelTokens, degradations: [] } }) as const;

describe('RunAccounts', () => {
  it('gives out searches up to the limit and names the limit once', () => {
    const accounts = accountsWith({ searches: 2 });

    expect([
      accounts.take('searches'),
      accounts.take('searches'),
      accounts.take('searches'),
      accounts.take('searches'),
    ]).toEqual([true, true, false, false]);
    expect(accounts.usage.searches).toBe(2);
    expect(accounts.gaps).toEqual([expect.objectContaining({ kind: 'limit-reached' })]);
  });

  it('stops research before the closing steps have lost their share of the model calls', async () => {
    const accounts = accountsWith({ modelCalls: 12 });

    await accounts.book(async () => cost(6));
    expect(accounts.mayResearch()).toBe(true);
    await accounts.book(async () => cost(1));

    expect(accounts.mayResearch()).toBe(false);
    expect(accounts.isModelExhausted()).toBe(false);
  });

  it('counts calls under way, so that parallel tasks cannot overrun a limit together', async () => {
    const accounts = accountsWith({ modelCalls: 4 });
    accounts.engine = 'model';
    let finish: (value: ReturnType<typeof cost>) => void = () => {};

    const call = accounts.book(() => new Promise<ReturnType<typeof cost>>((resolve) => (finish = resolve)));

    expect(accounts.mayResearch()).toBe(false);
    finish(cost(1));
    await call;
  });

  it('adds equal degradations up', () => {
    const accounts = accountsWith({});

    accounts.degrade({ step: 'search', cause: 'down', count: 1 });
    accounts.degrade({ step: 'search', cause: 'down', count: 2 });
    accounts.degrade({ step: 'rewrite', cause: 'down', count: 1 });

    expect(accounts.degradations.map(({ step, count }) => [step, count])).toEqual([
      ['search', 3],
      ['rewrite', 1],
    ]);
  });

  it('notes what a provider asked in vain once, whatever its searches missed', () => {
    const accounts = accountsWith({});

    accounts.noteUnanswered('searxng', ['google (CAPTCHA)']);
    accounts.noteQuality(['t1: one hit only']);
    accounts.noteUnanswered('searxng', ['google (CAPTCHA)', 'bing (timeout)']);
    accounts.noteUnanswered('searxng');
    accounts.noteUnanswered('searxng', ['bing (timeout)']);

    expect(accounts.telemetry.qualityNotes).toEqual([
      'searxng: some of its search engines did not answer: google (CAPTCHA), bing (timeout)',
      't1: one hit only',
    ]);
  });

  it('names the first of many that did not answer', () => {
    const accounts = accountsWith({});

    accounts.noteUnanswered('searxng', ['a (x)', 'b (x)', 'c (x)', 'd (x)', 'e (x)', 'f (x)']);

    expect(accounts.telemetry.qualityNotes).toEqual([
      'searxng: some of its search engines did not answer: a (x), b (x), c (x), d (x), e (x) and others',
    ]);
  });
});
