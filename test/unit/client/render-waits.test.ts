import type { RunWait } from '@plumbline/contracts/report/progress';
import { describe, expect, it } from 'vitest';
import { describeWait } from '../../../client/cli/rendering/render-progress.ts';
import { secondsIn } from '../../support/builders/run-views.ts';

const wait = (changes: Partial<RunWait>): RunWait => ({
  kind: 'outage',
  subject: 'model',
  limit: null,
  reason: 'it is down',
  since: new Date(secondsIn(0)).toISOString(),
  until: new Date(secondsIn(90)).toISOString(),
  attempts: 0,
  ...changes,
});
const describeLamps = (changes: Partial<RunWait>): string => describeWait(wait(changes), 'lamps', secondsIn(30));

describe('describeWait', () => {
  it.each([
    ['searches', '--max-searches'],
    ['pages', '--max-pages'],
    ['modelCalls', '--max-model-calls'],
    ['modelTokens', '--max-model-tokens'],
    ['money', '--max-money'],
    ['wallTimeSeconds', '--max-time'],
  ])('names the option that raises the limit of %s, and the other ways to continue', (subject, option) => {
    const text = describeLamps({ kind: 'budget', subject, limit: 5, reason: 'the limit of 5 is reached' });

    expect(text).toContain(`${subject}: the limit of 5 is reached; finishes with what it has in 1:00`);
    expect(text).toContain(`lamps ${option} …`);
    expect(text).toMatch(/finish with what was found: .*finish.* lamps; stop: .*finish lamps --without-report/);
  });

  it.each(['outage', 'setup'] as const)('says when a wait of kind %s ends, and how to retry now', (kind) => {
    const text = describeLamps({ kind, attempts: 2 });

    expect(text).toContain('model: it is down; retries in 1:00, retried 2 times');
    expect(text).toMatch(/now: .*resume lamps/);
  });
});
