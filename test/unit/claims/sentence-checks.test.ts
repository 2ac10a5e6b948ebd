import { describe, expect, it } from 'vitest';
import { checkSentences } from '../../../activities/verification/claims/draft-checks.ts';
import type { Verdict } from '../../../activities/verification/claims/draft-verification.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';

/** Faults by what a claim contains; `perhaps` cannot be compared. Long claims pass, as by their other words. */
async function check(claim: Claim): Promise<Verdict> {
  const isWhole = claim.text.split('. ').length > 1;
  if (!isWhole && claim.text.includes('dragon')) return { claim: null, fault: 'no dragon' };
  return { claim: claim.text.includes('perhaps') && !isWhole ? { ...claim, isUnverified: true } : claim, fault: null };
}

const judge = (text: string, changes: Partial<Claim> = {}) =>
  checkSentences({ text, citations: ['t1f1q1'], ...changes }, check, 'en');

describe('a claim of several sentences', () => {
  it('is kept where each holds', async () => {
    expect(await judge('The lamp burns oil. It holds 4 litres.')).toEqual({
      claim: { text: 'The lamp burns oil. It holds 4 litres.', citations: ['t1f1q1'] },
      fault: null,
    });
  });

  it('is removed where the first does not, whatever the others say', async () => {
    expect(await judge('The dragon burns oil. It holds 4 litres.')).toEqual({ claim: null, fault: 'no dragon' });
  });

  it('ends before the first that does not hold', async () => {
    expect(await judge('The lamp burns oil. A dragon lit it. It holds 4 litres.')).toMatchObject({
      claim: { text: 'The lamp burns oil.' },
      fault: 'no dragon',
      repair: expect.stringContaining('no dragon'),
    });
  });

  it('is marked where one of them cannot be compared', async () => {
    expect(await judge('The lamp burns oil. It holds perhaps 4 litres.')).toMatchObject({
      claim: { isUnverified: true },
      fault: null,
    });
  });

  it('is judged as a whole where it concludes', async () => {
    expect((await judge('The dragon burns oil. It holds 4 litres.', { isInference: true })).fault).toBeNull();
  });
});
