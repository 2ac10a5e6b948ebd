import type { Claim } from '@plumbline/contracts/evidence/claim';
import { joinParts, partsOf } from '@plumbline/contracts/report/draft-parts';
import { describe, expect, it } from 'vitest';
import { draftOf, findingOf } from '../../support/builders/research-fixtures.ts';

const claim = (text: string, ...citations: string[]): Claim => ({ text, citations });
const FINDINGS = [
  findingOf('t1f1', 'About the lamp.', { sourceId: 'lamp' }),
  findingOf('t1f2', 'About oil.', { sourceId: 'oil' }),
  findingOf('n1f1', 'The price of oil.', { sourceId: 'oil' }),
];
const LIMIT = claim('The price of oil is not stated.');
const DRAFT = draftOf({
  summary: [claim('The lamp burns.', 't1f1q1')],
  sections: [
    { heading: 'Burning', claims: [claim('It burns for nine hours.', 't1f1q1')] },
    { heading: 'Oil', claims: [claim('It burns oil.', 't1f2q1')] },
  ],
  limitations: [LIMIT],
});

function join(found: Claim) {
  const parts = partsOf(DRAFT);
  const verified = parts.map(({ part, claims }) =>
    part === 'limitations' ? { claims: [], refused: [], answers: [found] } : { claims, refused: [] },
  );
  return joinParts(DRAFT, parts, verified, FINDINGS).draft;
}

describe('what is found in the place of a limit', () => {
  it('ends the section that cites most of its document', () => {
    const { summary, sections, limitations } = join(claim('Oil costs 3 crowns.', 'n1f1q1'));

    expect(summary.map(({ text }) => text)).toEqual(['The lamp burns.']);
    expect(sections[1]?.claims).toMatchObject([
      { text: 'It burns oil.' },
      { text: 'Oil costs 3 crowns.', placement: { form: 'paragraph', block: 1 } },
    ]);
    expect(limitations).toEqual([]);
  });

  it('ends the answer where no section cites its document', () => {
    const { summary } = join(claim('Bread costs 2 crowns.', 'n9f9q1'));

    expect(summary.map(({ text }) => text)).toEqual(['The lamp burns.', 'Bread costs 2 crowns.']);
  });
});
