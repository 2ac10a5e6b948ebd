import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../../test/support/builders/research-fixtures.ts';
import type { DraftVerifier } from '../../claims/claim-verification.ts';
import { keepSupported, verifyClaims } from '../../claims/verify-draft.ts';

const stated = (...texts: string[]) => texts.map((text) => ({ text, citations: ['q1'] }));
const verify: DraftVerifier['cited'] = async (claim) =>
  claim.text.startsWith('false')
    ? { claim: null, reason: `${claim.text} is false` }
    : claim.text.startsWith('mended')
      ? { claim: { text: 'words of q2', citations: ['q2'] }, reason: 'wrong', repair: 'replaced' }
      : { claim, reason: null };
const verifier: DraftVerifier = {
  cited: verify,
  uncited: verify,
  plain: async (text) => (text.startsWith('false') ? null : text),
};
async function keep(parts: Parameters<typeof draftOf>[0]) {
  const draft = draftOf(parts);
  return keepSupported(draft, await verifyClaims(draft, verifier), verifier);
}

describe('keepSupported', () => {
  it('verifies every part', async () => {
    const { draft, reasons } = await keep({
      summary: stated('a', 'false 1'),
      overview: stated('b', 'false 2'),
      sections: [{ heading: 'h', claims: stated('c', 'false 3') }],
      conflicts: [stated('d', 'e', 'false 4')],
      keyFindings: stated('f', 'false 5'),
      limitations: stated('g', 'false 6'),
      remainingGaps: ['gap', 'false gap'],
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
    expect([...reasons].sort()).toEqual(Array.from({ length: 6 }, (_, index) => `false ${index + 1} is false`));
  });

  it('adds a repair once, and not when its quote is already there', async () => {
    const repaired = await keep({ summary: stated('mended'), keyFindings: stated('a', 'mended again') });

    expect(repaired.draft).toMatchObject({
      summary: [{ text: 'words of q2', citations: ['q2'] }],
      keyFindings: stated('a'),
    });
    expect(repaired).toMatchObject({ reasons: ['wrong'], repairs: ['replaced'] });

    const said = [{ text: 'b', citations: ['q2'] }];
    expect((await keep({ summary: stated('mended'), overview: said })).draft).toMatchObject({
      summary: said,
      overview: [],
    });
  });

  it('makes a key finding of a conflict with one side left, and nothing of one without', async () => {
    const { draft } = await keep({ conflicts: [stated('a', 'false 1'), stated('false 2', 'false 3')] });

    expect(draft).toMatchObject({ conflicts: [], keyFindings: stated('a') });
  });

  it('keeps the claims of a section whose heading is false', async () => {
    const { draft } = await keep({ sections: [{ heading: 'false heading', claims: stated('a') }] });

    expect(draft).toMatchObject({ sections: [], keyFindings: stated('a') });
  });

  it.each([
    ['the overview', { overview: stated('b', 'c') }, { overview: stated('c') }],
    ['the key findings', { keyFindings: stated('b', 'c') }, { keyFindings: stated('c') }],
    ['the details', { sections: [{ heading: 'h', claims: stated('b') }] }, { sections: [] }],
  ])('answers with %s when the answer is false', async (_, parts, rest) => {
    const { draft } = await keep({ summary: stated('false'), ...parts });

    expect(draft).toMatchObject({ summary: stated('b'), ...rest });
  });

  it('does not answer with unjudged findings', async () => {
    const unjudged = stated('z').map((claim) => ({ ...claim, unjudged: true as const }));
    const foreign = { heading: 'foreign', claims: unjudged };

    const { draft: nothing } = await keep({ summary: stated('false 1'), sections: [foreign] });
    const { draft: other } = await keep({
      summary: stated('false 1'),
      sections: [foreign, { heading: 'h', claims: stated('c') }],
    });

    expect(nothing).toMatchObject({ summary: [], sections: [foreign] });
    expect(other).toMatchObject({ summary: stated('c'), sections: [foreign] });
  });

  it('leaves a report without an answer as it is', async () => {
    expect((await keep({ keyFindings: stated('a') })).draft).toMatchObject({ summary: [], keyFindings: stated('a') });
  });
});
