import { describe, expect, it } from 'vitest';
import { GROWTH_STEPS } from '../../../bench/growth/growth-steps.ts';
import { makeRun } from '../../../bench/growth/made-run.ts';
import { countCalls } from '../../support/call-counts.ts';

/** The second is four times the first. */
const SIZES = [16, 64] as const;
const MOST_GROWTH = 4 ** 1.2;
/** Of three quotes for a finding. */
const QUOTES = 3;
const STEPS = ['report by rule', 'verification of claims by rule'];

describe('the work of a step', () => {
  it.each(STEPS)('grows hardly faster than what it handles: %s', async (name) => {
    const step = GROWTH_STEPS.find((candidate) => candidate.name === name);
    const counts: number[] = [];
    for (const size of SIZES) {
      const run = makeRun(
        step?.grows === 'findings'
          ? { findings: size, claims: 30, seed: size }
          : { findings: size, claims: QUOTES * size, seed: size },
      );
      counts.push(await countCalls((await step?.prepare(run)) ?? (() => {})));
    }

    expect((counts[1] ?? 0) / (counts[0] ?? 0)).toBeLessThan(MOST_GROWTH);
  });
});
