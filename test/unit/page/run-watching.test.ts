import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../packages/page/browser/api/api-requests.ts';
import { type WatchNews, watchRun } from '../../../packages/page/browser/api/following.ts';

const event = (id: string, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const END = event('k.end', { kind: 'end' });

/** A watcher that gets one of these for each connection. */
async function watching(connections: readonly (string | Error | number)[], signal = new AbortController().signal) {
  const news: WatchNews[] = [];
  const asked: string[] = [];
  const pauses: number[] = [];
  const left = [...connections];
  await watchRun({
    open: async (after) => {
      asked.push(after);
      const next = left.shift();
      if (next instanceof Error) throw next;
      return typeof next === 'number' ? new Response(null, { status: next }) : new Response(next);
    },
    tell: (told) => news.push(told),
    pause: async (attempt) => void pauses.push(attempt),
    signal,
  });
  const kinds = news.map(({ kind }) => kind).filter((kind) => kind !== 'sign');
  return { kinds, asked, pauses };
}

describe('watching a run', () => {
  it('goes on behind the last event after a lost connection, and ends with the run', async () => {
    const { kinds, asked, pauses } = await watching([
      event('k1.', { kind: 'run' }),
      new TypeError('network error'),
      new ApiFailure(503, 'Temporal does not answer', ''),
      event('k2.', { kind: 'run' }) + END,
    ]);

    expect(asked).toEqual(['', 'k1.', 'k1.', 'k1.']);
    expect(kinds).toEqual(['run', 'lost', 'lost', 'lost', 'run', 'end']);
    expect(pauses).toEqual([0, 1, 2]);
  });

  it('waits shortly again once it was heard', async () => {
    const { pauses } = await watching([new Error('down'), new Error('down'), ': here\n\n', new Error('down'), END]);

    expect(pauses).toEqual([0, 1, 0, 1]);
  });

  it('is over where nothing follows', async () => {
    expect((await watching([204])).kinds).toEqual(['end']);
  });

  it('gives up on what trying again does not mend', async () => {
    const unknown = new ApiFailure(404, 'there is no run', '');

    await expect(watching([event('k1.', { kind: 'run' }), unknown])).rejects.toBe(unknown);
  });
});
