import { isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOf, findingOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

const TIDE = 'The tide rises twice a day and floods the lower quay for three hours.';
const task = { taskId: 'mine', text: 'For how many hours does the tide flood the lower quay?', rationale: '' };
const approvedTasks = [task];
const anchor = anchorOf();

let world: TestActivities;
beforeAll(async () => {
  world = await createTestActivities();
});
afterAll(() => world.dispose());

/** What search finds for the task, as a finding of it; once as a task of the run's own, once as a person's. */
describe.each([
  { whose: 'that the run planned itself', given: {}, isKept: false },
  { whose: 'that a person approved', given: { approvedTasks }, isKept: true },
])('a finding of a task $whose', ({ given, isKept }) => {
  async function extract() {
    const { corpusId } = world.report;
    const { hits } = await world.activities.searchFolder({
      corpusId,
      queries: [task.text],
      language: 'en',
      topK: 1,
    });
    const [hit] = hits.filter(isPassageHit);
    if (hit === undefined) throw new Error('the tide is indexed');
    const reading = { hit, hitScore: null, belowThreshold: false, depth: 0 as const, origin: 'search' as const };
    const readings = [{ ...reading, findingId: 'minef1' }];
    const { value } = await world.activities.extractQuotes({
      ...BY_RULE,
      ...given,
      anchor,
      tasks: [task],
      corpusId,
      minQuoteLength: 20,
      readings,
      storeFor: null,
    });
    return value.findings[0] ?? null;
  }

  it(`is relevant when it is extracted: ${isKept}`, async () => {
    const finding = await extract();

    expect((finding?.relevance ?? 0) >= 0.75).toBe(isKept);
  });

  it(`stands validation: ${isKept}`, async () => {
    const findings = [
      findingOf('t1f1', 'The harbour lamp burns for nine hours on one filling of rapeseed oil.', {
        headingPath: ['Harbour lamp', 'Burning time'],
      }),
      findingOf('minef1', TIDE, { taskId: 'mine', title: 'Tide', headingPath: ['Tide'], relevance: 0.25 }),
    ];
    const { corpusId } = world.report;
    const input = { ...BY_RULE, ...given, anchor, corpusId, findings, knowledgeGaps: [], storeFor: null };
    const validated = await world.activities.validateRelevance(input);

    const scores = new Map(validated.scores.map(({ id, score }) => [id, score ?? 0]));
    expect(scores.get('t1f1')).toBeGreaterThanOrEqual(0.5);
    expect((scores.get('minef1') ?? 0) >= 0.5).toBe(isKept);
  });
});

describe('a norm that an approved task names', () => {
  const norm = { taskId: 'norm', text: 'Was steht in § 9 der Hafenordnung?', rationale: '' };
  const finding = findingOf('normf1', 'Wer die Laterne brennen lässt, zahlt fünf Taler.', {
    taskId: 'norm',
    title: 'Hafenordnung',
    locator: 'hafen.md',
    headingPath: ['Hafenordnung', '§ 9 Strafe'],
    relevance: 0.25,
  });

  it.each([
    { given: [], contextTier: 3 },
    { given: [norm], contextTier: 1 },
    { given: [{ ...norm, taskId: 'other' }], contextTier: 3 },
  ])('is of tier $contextTier for $given', async ({ given, contextTier }) => {
    const input = {
      anchor: anchorOf({ language: 'de' }),
      findings: [finding],
      approvedTasks: given,
      storeFor: null,
    };
    const { findings } = await world.activities.classifyTiers(input);

    expect(findings[0]?.contextTier).toBe(contextTier);
  });
});
