import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { type VerifiedClaim, verifySentences } from '../../claims/claim-verification.ts';

/** Reasons by what a claim contains; `perhaps` cannot be compared. Long claims pass, as by their other words. */
async function verify(claim: Claim): Promise<VerifiedClaim> {
  const isWhole = claim.text.split('. ').length > 1;
  if (!isWhole && claim.text.includes('dragon')) return { claim: null, reason: 'no dragon' };
  return { claim: claim.text.includes('perhaps') && !isWhole ? { ...claim, isUnverified: true } : claim, reason: null };
}

const verified = (text: string, changes: Partial<Claim> = {}) =>
  verifySentences({ text, citations: ['t1f1q1'], ...changes }, verify, 'en');

describe('a claim of several sentences', () => {
  it('is kept where each is supported', async () => {
    expect(await verified('The lamp burns oil. It holds 4 litres.')).toEqual({
      claim: { text: 'The lamp burns oil. It holds 4 litres.', citations: ['t1f1q1'] },
      reason: null,
    });
  });

  it('is removed where the first is not, whatever the others say', async () => {
    expect(await verified('The dragon burns oil. It holds 4 litres.')).toEqual({ claim: null, reason: 'no dragon' });
  });

  it('ends before the first that is not supported', async () => {
    expect(await verified('The lamp burns oil. A dragon lit it. It holds 4 litres.')).toMatchObject({
      claim: { text: 'The lamp burns oil.' },
      reason: 'no dragon',
      repair: expect.stringContaining('no dragon'),
    });
  });

  it('is marked where one of them cannot be compared', async () => {
    expect(await verified('The lamp burns oil. It holds perhaps 4 litres.')).toMatchObject({
      claim: { isUnverified: true },
      reason: null,
    });
  });

  it('is verified as a whole where it concludes', async () => {
    expect((await verified('The dragon burns oil. It holds 4 litres.', { isInference: true })).reason).toBeNull();
  });
});
