import { alignmentReviewSchema } from '@plumbline/contracts/evidence/alignment';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { alignmentOf } from '../../../workflows/domain/alignment.ts';
import { draftOf } from '../../support/builders/research-fixtures.ts';

const sure = { text: 'It burns for nine hours.', citations: ['t1f1q1'] };
const doubted = { text: 'It burns for nine days.', citations: ['t1f1q1'], isUnverified: true };
const concluded: Claim = { text: 'So it is lit twice a day.', citations: [], isInference: true };

describe('alignmentOf', () => {
  it('is passed where no statement is in doubt, whatever else failed', () => {
    const degradations = [{ step: 'judge-entailment', cause: 'away', count: 1 }];

    expect(alignmentOf(draftOf({ summary: [sure, concluded] }), degradations)).toEqual({
      outcome: 'passed',
      issues: [],
      failure: null,
    });
  });

  it('names what is in doubt, in the order of the report', () => {
    const sections = [{ heading: 'Winter', claims: [{ ...doubted, text: 'In winter, too.' }] }];

    expect(alignmentOf(draftOf({ summary: [sure, doubted], sections }), [])).toEqual({
      outcome: 'warned',
      issues: [{ claim: doubted.text }, { claim: 'In winter, too.' }],
      failure: null,
    });
  });

  it.each(['judge-entailment', 'verifyParts'])('tells why %s could not judge', (step) => {
    const degradations = [
      { step: 'plan-research', cause: 'no JSON', count: 1 },
      { step, cause: 'away', count: 1 },
    ];

    expect(alignmentOf(draftOf({ summary: [sure, doubted] }), degradations)).toMatchObject({
      outcome: 'not-reviewed',
      failure: 'away',
    });
  });

  it('is none where nothing cites a source', () => {
    expect(alignmentOf(draftOf({ summary: [concluded] }), [])).toBeNull();
  });
});

describe('a review that rules made', () => {
  it('is read with the claims that it named', () => {
    const issues = [{ kind: 'wrong_citation', ref: 't1f1q1', claim: doubted.text, actual: null }];

    expect(alignmentReviewSchema.parse({ outcome: 'warned', issues, failure: null }).issues).toEqual([
      { claim: doubted.text },
    ]);
  });
});
