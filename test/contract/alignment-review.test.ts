import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReviewAlignment } from '../../activities/entries/research/review-alignment.ts';
import { createFileBlobStore } from '../../activities/platform/storage/file-blob-store.ts';
import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../workflows/contracts/evidence/evidence.ts';
import { anchorOf, draftOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const WICK = 'A trimmed wick adds one hour to the burning time of the harbour lamp.';
const cited = (text: string, ...citations: string[]): Claim => ({ text, citations });

let world: TestActivities;
let findings: Finding[];

beforeAll(async () => {
  world = await createTestActivities();
  findings = [await storedFinding(world, 't1f1', BURNS), await storedFinding(world, 't1f2', WICK)];
});

afterAll(() => world.dispose());

const review = (changes: Parameters<typeof draftOf>[0]) =>
  world.activities.reviewAlignment({ anchor: anchorOf(), draft: draftOf(changes), findings });

describe('the review of a draft of the rules', () => {
  it('does not happen where it is switched off, and says so', async () => {
    const review = createReviewAlignment({ blobs: createFileBlobStore(world.corpus.home), reviewsAlignment: false });
    const draft = draftOf({ summary: [cited(BURNS.replace('nine', 'twelve'), 't1f1q1')] });

    expect(await review({ anchor: anchorOf(), draft, findings })).toMatchObject({
      outcome: 'not-reviewed',
      failure: 'PLUMBLINE_ALIGNMENT is 0',
    });
  });

  it.each([
    ['the words of its sources', [cited(BURNS, 't1f1q1'), cited(WICK, 't1f2q1')]],
    ['no claim', []],
  ])('passes %s', async (_, summary) => {
    expect(await review({ summary })).toEqual({ outcome: 'passed', issues: [], failure: null });
  });

  it.each([
    ['is wrong', cited(BURNS.replace('nine', 'twelve'), 't1f1q1'), { kind: 'unsupported' }],
    ['cites an invented source', cited(BURNS, 't9f9q9'), { kind: 'wrong_citation', ref: 't9f9q9', actual: 't1f1q1' }],
    ['cites nothing', cited(BURNS), { kind: 'missing_citation', suggestedSource: 't1f1q1' }],
  ])('warns of what %s', async (_, claim, issue) => {
    const { outcome, issues } = await review({ summary: [claim] });

    expect(outcome).toBe('warned');
    expect(issues).toMatchObject([{ ...issue, claim: claim.text }]);
  });

  it.each([
    ['in words of its own', cited('The documents do not say what the glass of the harbour lamp costs in 2026.')],
    ['with a citation of what comes nearest', cited('How long the lamp burns in storms is not stated.', 't1f1q1')],
    ['with a figure', cited('No document gives a burning time beyond nine hours.', 't1f1q1')],
  ])('needs no source for what the documents do not say %s', async (_, limitation) => {
    const { issues } = await review({ summary: [cited(BURNS, 't1f1q1')], limitations: [limitation] });

    expect(issues).toEqual([]);
  });
});
