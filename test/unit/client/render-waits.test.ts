import { describe, expect, it } from 'vitest';
import { describeWait } from '../../../client/cli/rendering/render-waits.ts';
import type { RunWait } from '../../../workflows/contracts/run-wait.ts';
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
  ])('names the option that raises the limit of %s, and the other ways to go on', (subject, option) => {
    const text = describeLamps({ kind: 'budget', subject, limit: 5, reason: 'the limit of 5 is reached' });

    expect(text).toContain(`${subject}: the limit of 5 is reached; finishes with what it has in 1:00`);
    expect(text).toContain(`lamps ${option} …`);
    expect(text).toMatch(/finish with what there is: .*finish.* lamps; stop: .*cancel.* lamps/);
  });

  it.each(['outage', 'setup'] as const)(
    'tells when a server is asked again after a wait of kind %s, and how to do it at once',
    (kind) => {
      const text = describeLamps({ kind, attempts: 2 });

      expect(text).toContain('model: it is down; asks again in 1:00, asked again 2 times so far');
      expect(text).toMatch(/at once: .*retry.* lamps/);
    },
  );
});
