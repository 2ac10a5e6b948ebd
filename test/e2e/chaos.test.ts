import { beforeAll, describe, expect, it } from 'vitest';
import type { CellOutcome } from '../../bench/chaos/cell.ts';
import { runChaos } from '../../bench/chaos/chaos-run.ts';
import { activityNames, matrixCells } from '../../bench/chaos/matrix-cells.ts';

/** One cell for each process that is killed; `npm run chaos` kills each of them at every activity. */
const CHOSEN = [
  'worker/readPage/in flight',
  'server/planResearch/in flight',
  'both/indexCorpus/middle',
  'everything/composeAnswer/in flight',
];

const nameOf = ({ target, activity, instant }: Pick<CellOutcome, 'target' | 'activity' | 'instant'>): string =>
  [target, activity, instant].join('/');

describe('SIGKILL at a point of an activity', () => {
  let undisturbed: Parameters<Parameters<typeof runChaos>[0]>[0];
  let outcomes: readonly CellOutcome[];
  beforeAll(async () => {
    const choose: Parameters<typeof runChaos>[0] = (ended) => {
      undisturbed = ended;
      return matrixCells(ended).filter((cell) => CHOSEN.includes(nameOf(cell)));
    };
    outcomes = await runChaos(choose, { parallel: 2, signal: new AbortController().signal, onOutcome: () => {} });
  });

  it('can hit every activity: the runs of the matrix reach all of them', () => {
    const missed = activityNames().filter((activity) =>
      undisturbed.every(({ reached }) => !reached.has(`${activity}/after`)),
    );

    expect(missed).toEqual([]);
  });

  it.each(CHOSEN)('%s: loses no finding and repeats no answered request', (name) => {
    const outcome = outcomes.find((candidate) => nameOf(candidate) === name);

    expect(outcome?.problems).toEqual([]);
    expect(outcome).toMatchObject({ findingsLost: 0, completedCallsRepeated: 0, evidenceIdentical: true });
  });
});
