import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describeStatements, trustOf } from '@plumbline/contracts/report/trust';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../support/builders/research-fixtures.ts';

const claim = (bearing?: Claim['bearing']): Claim => ({
  text: 'It burns for nine hours.',
  citations: ['t1f1q1'],
  isEntailed: true,
  ...(bearing && { bearing }),
});

function trustIn(claims: readonly Claim[], refinements: readonly string[] = []) {
  const quality = { quotesChecked: 2, quotesRejected: 0 };
  return trustOf({ ...draftOf({ summary: [...claims] }), quality, stats: { engine: 'model' } }, { refinements });
}

describe('trustOf', () => {
  it('counts the statements that serve the question, and the answers that any of them takes into account', () => {
    const claims = [claim({ answers: [1] }), claim({ answers: [1, 2] }), claim({ isBeside: true }), claim()];
    const trust = trustIn(claims, ['the old lamp', 'in winter', 'for keepers']);

    expect(trust.adherence).toEqual({ of: 3, count: 2 });
    expect(trust.clarificationUse).toEqual({ of: 3, count: 2 });
    expect(describeStatements(trust)).toBe('4 statements confirmed, 2 of 3 serve the question, 2 of 3 answers used');
  });

  it('says neither where no judge told it, and counts no answer that nobody gave', () => {
    expect(trustIn([claim()], ['the old lamp'])).toMatchObject({ adherence: null, clarificationUse: null });
    expect(trustIn([claim({ answers: [7] })])).toMatchObject({ clarificationUse: null });
    expect(trustIn([claim({ answers: [7] })], ['the old lamp'])).toMatchObject({
      clarificationUse: { of: 1, count: 0 },
    });
  });
});
