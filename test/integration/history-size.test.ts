import { describe, expect, it } from 'vitest';
import { measurePromptCosts } from '../../bench/prompt-costs/measurement.ts';

const MOST_BYTES = 500_000;

describe('the history of a run of three tasks', () => {
  it('stays within half a megabyte with answers of natural length, and counts every event', async () => {
    const { history, findings } = await measurePromptCosts(
      { preset: 'standard', tasks: 3, length: null },
      AbortSignal.timeout(240_000),
    );

    expect(findings).toBeGreaterThan(15);
    expect(history.bytes).toBeLessThanOrEqual(MOST_BYTES);
    const { 'result of searchFolder': found = 0, 'result of rerank': ranked = 0 } = history.bytesByKind;
    expect(found).toBeGreaterThan(0);
    expect(ranked).toBeGreaterThan(0);
  });
});
