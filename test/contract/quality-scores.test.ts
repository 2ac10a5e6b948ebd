import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QualityScores, ReportDraft } from '@plumbline/contracts/report/report';
import { createClaimVerifier } from '@plumbline/evidence/claims';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreDraft } from '../../activities/report/review/quality-scores.ts';
import { anchorOf, draftOf, qualityOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const TIDE = 'The tide rises twice a day and floods the lower quay for three hours.';
const QUESTION = 'How long does the harbour lamp burn?';

let world: TestActivities;
let findings: readonly Finding[];

beforeAll(async () => {
  world = await createTestActivities();
  findings = [
    await storedFinding(world, 't1f1', BURNS),
    await storedFinding(world, 't1f2', TIDE, { finalRelevance: 0.25, relevance: 0.9 }),
  ];
});

afterAll(() => world.dispose());

const stated = (text: string, ...citations: string[]) => ({ text, citations });
const ANSWER = stated(BURNS, 't1f1q1');

function score(parts: Partial<ReportDraft>, { findings: given = findings } = {}): Promise<QualityScores | null> {
  const evidence = {
    anchor: anchorOf(),
    findings: given,
    texts: createStoredTexts(createFileBlobStore(world.corpus.home)),
  };
  return scoreDraft(
    { draft: draftOf(parts), quality: qualityOf() },
    { corpusId: world.report.corpusId, taskTexts: [QUESTION] },
    { ...evidence, corpus: world.corpus.index, verifier: createClaimVerifier(evidence) },
  );
}

describe('scoreDraft', () => {
  it.each([
    ['the words of the source', [ANSWER]],
    ['faithful words of its own', [stated('On one filling of oil the harbour lamp burns for 9 hours.', 't1f1q1')]],
    ['a true quotation', [stated('The harbour lamp "burns for nine hours on one filling" of oil.', 't1f1q1')]],
  ])('finds no fault in %s', async (_, summary) => {
    const scores = await score({ summary });

    expect(Object.values(scores ?? {})).toEqual([100, 100, 100, 100, 100]);
  });

  it.each<[keyof QualityScores, string, Partial<ReportDraft>]>([
    [
      'queryAdherence',
      'most of it rests on a finding beside the question',
      { summary: [ANSWER], overview: [stated(TIDE, 't1f2q1'), stated(TIDE, 't1f2q1')] },
    ],
    [
      'queryAdherence',
      'its first claim is about something else',
      { summary: [stated('Wicks are trimmed by the keeper every night.', 't1f1q1'), ANSWER] },
    ],
    ['completeness', 'it says nothing of the entity and the sub-question', { summary: [stated(TIDE, 't1f2q1')] }],
    [
      'citationSupport',
      'its figures, names and words are not in the passages that it cites',
      {
        summary: [ANSWER],
        keyFindings: [
          stated('The harbour lamp of Port Ellen burns for nine hours.', 't1f1q1'),
          stated('The harbour lamp burns for 19 hours.', 't1f1q1'),
          stated('Keepers in every village prefer glass chimneys made abroad.', 't1f1q1'),
        ],
      },
    ],
    [
      'quoteExactness',
      'its quotations have other letters than the source',
      {
        summary: [
          stated('It "burns for ten hours on one filling".', 't1f1q1'),
          stated('It "burns for nine hours on each filling".', 't1f1q1'),
        ],
      },
    ],
    [
      'languagePurity',
      'half of it is in another language',
      {
        summary: [ANSWER],
        limitations: [
          stated('Über die Kosten des Öls und des Dochtes sagen die Dokumente im Hafen leider gar nichts aus.'),
        ],
      },
    ],
  ])('gives a doctored report less than 70 in %s: %s', async (measure, _, parts) => {
    const scores = await score(parts);

    expect(scores?.[measure]).toBeLessThan(70);
  });

  it('compares a quote with the stored characters', async () => {
    const changed = findings.map((finding) => ({
      ...finding,
      quotes: finding.quotes.map((quote) => ({ ...quote, text: quote.text.replace('nine', 'nin3') })),
    }));

    expect((await score({ summary: [ANSWER] }, { findings: changed }))?.quoteExactness).toBe(0);
  });

  it('lets a claim name the heading above its passage', async () => {
    const scores = await score({ summary: [stated(`Burning time: ${BURNS}`, 't1f1q1')] });

    expect(scores?.citationSupport).toBe(100);
  });

  it('checks only figures and acronyms of a claim about a passage in another language', async () => {
    const laws = await storedFinding(world, 't1f3', 'Wer die Laterne brennen lässt, zahlt fünf Taler.');
    const judge = async (text: string) =>
      (await score({ summary: [stated(text, 't1f3q1')] }, { findings: [laws] }))?.citationSupport;

    expect(await judge('Whoever leaves the lantern burning pays 5 talers.')).toBe(100);
    expect(await judge('Whoever leaves the lantern burning pays 6 talers.')).toBe(0);
  });

  it('gives a report that states nothing no score', async () => {
    expect(await score({ remainingGaps: ['everything'] })).toBeNull();
  });
});
