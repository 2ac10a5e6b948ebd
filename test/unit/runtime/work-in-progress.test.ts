import { createWorkInProgress, tellStep, whileAsking, whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import { describeCorpusProgress } from '@plumbline/search/progress';
import { describe, expect, it } from 'vitest';

const silent = () => undefined;

describe('work in progress', () => {
  it('is empty at first', () => {
    expect(createWorkInProgress(silent).describe(Date.now())).toBeNull();
  });

  it('collects only progress from inside its body', async () => {
    const [first, second] = [createWorkInProgress(silent), createWorkInProgress(silent)];

    await Promise.all([
      first.within(async () => tellStep('embedding 1 of 2 passages')),
      second.within(async () => undefined),
    ]);
    tellStep('outside of any activity');

    expect(first.describe(Date.now())).toBe('embedding 1 of 2 passages');
    expect(second.describe(Date.now())).toBeNull();
  });

  it('shows the longest of several waits, and none that has ended', async () => {
    const work = createWorkInProgress(silent);
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const startedAt = Date.now();

    const waits = work.within(() =>
      Promise.all([
        whileWaitingFor('the model a', () => answers[0].promise),
        whileWaitingFor('the model b', () => answers[1].promise),
      ]),
    );
    const both = work.describe(startedAt + 41_000);
    answers[0].resolve();
    await answers[0].promise;
    await Promise.resolve();
    const one = work.describe(startedAt + 42_000);
    answers[1].resolve();
    await waits;

    expect(both).toMatch(/^waiting for the model a, 4[01] s$/);
    expect(one).toMatch(/^waiting for the model b, 4[12] s$/);
    expect(work.describe(startedAt + 43_000)).toBeNull();
  });

  it('says how much of an answer has come', async () => {
    const work = createWorkInProgress(silent);
    const [first, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const startedAt = Date.now();

    const asking = work.within(() =>
      whileAsking('the model m', async (tellSoFar) => {
        await first.promise;
        tellSoFar('210 tokens so far');
        await end.promise;
      }),
    );
    const before = work.describe(startedAt + 20_500);
    first.resolve();
    await Promise.resolve();
    const then = work.describe(startedAt + 40_500);
    end.resolve();
    await asking;

    expect([before, then]).toEqual(['asking the model m for 20 s', 'asking the model m for 40 s, 210 tokens so far']);
    expect(work.describe(startedAt + 41_000)).toBeNull();
  });

  it('forgets a failed wait', async () => {
    const work = createWorkInProgress(silent);
    const failing = work.within(() => whileWaitingFor('a.example', () => Promise.reject(new Error('broken'))));

    await expect(failing).rejects.toThrow('broken');
    expect(work.describe(Date.now())).toBeNull();
  });

  it('stays small, even with a long model name', async () => {
    const work = createWorkInProgress(silent);
    await work.within(async () => tellStep('m'.repeat(10_000)));

    expect(work.describe(Date.now())?.length).toBeLessThan(200);
  });
});

describe('describeCorpusProgress', () => {
  it.each([
    [{ step: 'reading', done: 12_000, total: 20_000 }, 'indexing: 12,000 of 20,000 files'],
    [
      { step: 'reading', done: 3, total: 7, pages: { done: 2_000, total: 10_000 } },
      'indexing: 3 of 7 files, 2,000 of 10,000 pages of a large or scanned file',
    ],
    [
      { step: 'renewing', done: 3, total: 7 },
      'rebuilding the index, because another version made the index: 3 of 7 files',
    ],
    [{ step: 'ordering', done: 20_000, total: 20_000 }, 'indexing: 20,000 files read, building the word index'],
    [{ step: 'embedding', done: 400, total: 3_076 }, 'embedding 400 of 3,076 passages'],
    [{ step: 'waiting', done: 0, total: 0 }, 'waiting for another process that indexes this folder'],
  ] as const)('says %o', (progress, said) => {
    expect(describeCorpusProgress(progress)).toBe(said);
  });
});
