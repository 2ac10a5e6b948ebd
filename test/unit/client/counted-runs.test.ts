import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { expect, it } from 'vitest';
import { type StartOptions, startRun } from '../../../client/runs/research-start.ts';

const REQUEST = researchRequestSchema.parse({
  question: 'Which limits apply?',
  corpusDirectories: ['/srv/limits'],
  userId: 'acme::anna',
});

/** Temporal, and a quota of so many runs. */
function startsWith(start: () => Promise<void>, left: number) {
  const counted: string[] = [];
  const started: unknown[] = [];
  const options: Pick<StartOptions, 'spending'> & { readonly client: unknown } = {
    client: {
      workflow: {
        start: async (...given: unknown[]) => {
          started.push(given);
          await start();
        },
      },
    },
    spending: {
      countRun: async (userId) => {
        if (counted.length >= left) return { reason: 'no run is left', renewsAt: '2026-02-01T00:00:00.000Z' };
        counted.push(userId ?? '');
        return null;
      },
      uncountRun: async () => void counted.pop(),
    },
  };
  const rest = { taskQueue: 'queue', tenant: null, hidesQuestions: false };
  return { begin: () => startRun({ ...options, ...rest } as StartOptions, REQUEST, undefined), counted, started };
}

it('starts no run that its user has no quota for', async () => {
  const { begin, counted, started } = startsWith(async () => {}, 1);
  await begin();

  await expect(begin()).rejects.toMatchObject({ name: 'QuotaReachedError', renewsAt: '2026-02-01T00:00:00.000Z' });
  expect(counted).toEqual(['acme::anna']);
  expect(started).toHaveLength(1);
});

it('does not count a run that does not start', async () => {
  const { begin, counted } = startsWith(() => Promise.reject(new Error('Temporal is away')), 1);

  await expect(begin()).rejects.toThrow('Temporal is away');
  expect(counted).toEqual([]);
});
