import type { Claim } from '@plumbline/contracts/evidence/claim';
import { allClaims } from '@plumbline/contracts/report/report-claims';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../../test/support/builders/research-fixtures.ts';
import type { VerifiedClaim } from '../../claims/claim-verification.ts';
import { keepSupported } from '../../claims/verify-draft.ts';

const stated = (...texts: string[]) => texts.map((text) => ({ text, citations: ['q1'] }));

function keep(parts: Parameters<typeof draftOf>[0]) {
  const draft = draftOf(parts);
  const verify = (claim: Claim): VerifiedClaim =>
    claim.text.startsWith('false') ? { claim: null, reason: `${claim.text} is false` } : { claim, reason: null };
  return keepSupported(draft, new Map(allClaims(draft).map((claim) => [claim, verify(claim)])));
}

describe('keepSupported', () => {
  it('verifies every part', () => {
    const { draft, reasons } = keep({
      summary: stated('a', 'false 1'),
      overview: stated('b', 'false 2'),
      sections: [{ heading: 'h', claims: stated('c', 'false 3') }],
      conflicts: [stated('d', 'e', 'false 4')],
      keyFindings: stated('f', 'false 5'),
      limitations: stated('g'),
      remainingGaps: ['gap'],
    });

    expect(draft).toMatchObject({
      summary: stated('a'),
      overview: stated('b'),
      sections: [{ heading: 'h', claims: stated('c') }],
      conflicts: [stated('d', 'e')],
      keyFindings: stated('f'),
      limitations: stated('g'),
      remainingGaps: ['gap'],
    });
    expect([...reasons].sort()).toEqual(Array.from({ length: 5 }, (_, index) => `false ${index + 1} is false`));
  });

  it('makes a key finding of a conflict with one side left, and nothing of one without', () => {
    const { draft } = keep({ conflicts: [stated('a', 'false 1'), stated('false 2', 'false 3')] });

    expect(draft).toMatchObject({ conflicts: [], keyFindings: stated('a') });
  });

  it.each([
    ['the overview', { overview: stated('b', 'c') }, { overview: stated('c') }],
    ['the key findings', { keyFindings: stated('b', 'c') }, { keyFindings: stated('c') }],
    ['the details', { sections: [{ heading: 'h', claims: stated('b') }] }, { sections: [] }],
  ])('answers with %s when the answer is false', (_, parts, rest) => {
    const { draft } = keep({ summary: stated('false'), ...parts });

    expect(draft).toMatchObject({ summary: stated('b'), ...rest });
  });

  it('does not answer with unjudged findings', () => {
    const unjudged = stated('z').map((claim) => ({ ...claim, unjudged: true as const }));
    const foreign = { heading: 'foreign', claims: unjudged };

    const { draft: nothing } = keep({ summary: stated('false 1'), sections: [foreign] });
    const { draft: other } = keep({
      summary: stated('false 1'),
      sections: [foreign, { heading: 'h', claims: stated('c') }],
    });

    expect(nothing).toMatchObject({ summary: [], sections: [foreign] });
    expect(other).toMatchObject({ summary: stated('c'), sections: [foreign] });
  });

  it('leaves a report without an answer as it is', () => {
    expect(keep({ keyFindings: stated('a') }).draft).toMatchObject({ summary: [], keyFindings: stated('a') });
  });
});
