import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashesInFiles } from '../../activities/platform/storage/blob-sweep.ts';
import type { StoredFinding } from '../../workflows/contracts/evidence/evidence-reference.ts';
import type { WriteSectionInput } from '../../workflows/contracts/report/report-activities.ts';
import { noteStored, referTo } from '../../workflows/domain/evidence-index.ts';
import { withFinalRelevance } from '../../workflows/domain/finding-validation.ts';
import { checkText } from '../support/builders/checked-drafts.ts';
import {
  BY_RULE,
  createTestActivities,
  HARBOUR_FILES,
  research,
  type TestActivities,
} from '../support/builders/test-activities.ts';

const RUN = 'research-lamp';
const QUESTION = 'How long does the harbour lamp burn?';

let world: TestActivities;
beforeAll(async () => {
  world = await createTestActivities(undefined, HARBOUR_FILES);
});
afterAll(() => world.dispose());

describe('findings in the store', () => {
  it('are read as if they had been given, chosen and without what was rejected', async () => {
    const input = await research(world, QUESTION);
    const { anchor, findings, draft } = input;
    const [first, ...others] = findings;
    if (first === undefined) throw new Error('nothing was found');
    const { corpusId } = world.report;
    const evidence = new Map<string, StoredFinding>();
    for (const part of [others, [first]]) {
      const validation = { ...BY_RULE, anchor, corpusId, findings: part, knowledgeGaps: [], storeFor: RUN };
      const { scores, stored } = (await world.activities.validateRelevance(validation)).value;
      noteStored(evidence, stored, withFinalRelevance(part, scores));
    }
    const validated = findings.flatMap(({ findingId }) => evidence.get(findingId)?.finding ?? []);
    const given = { anchor, draft, engine: 'offline' as const };
    const reference = referTo({ evidence }, validated);

    const referred = await checkText(world.activities, { ...given, ...reference });
    const direct = await checkText(world.activities, { ...given, findings: validated });
    const rejected = validated.map((finding) => ({ ...finding, quotes: [] }));
    const without = await checkText(world.activities, { ...given, ...referTo({ evidence }, rejected) });

    expect(reference).toMatchObject({ findings: [], evidence: { lists: [{}, {}] } });
    expect(reference.evidence).not.toHaveProperty('changes');
    expect(referred).toEqual(direct);
    expect(direct.quality.claims).toBeGreaterThan(0);
    expect(without.quality.quotesChecked).toBe(0);
  });

  it('are noted with their run, so that they go with it', async () => {
    const { anchor, findings } = await research(world, QUESTION);
    const grading = { anchor, entityBonus: true, approvedTasks: [], storeFor: 'research-noted' };

    // As concurrent tasks do.
    const graded = await Promise.all(
      findings.map((finding) => world.activities.classifyTiers({ ...grading, findings: [finding] })),
    );

    const noted = await hashesInFiles(join(world.corpus.home, 'runs/research-noted'));
    expect(graded.length).toBeGreaterThan(1);
    expect(noted).toEqual(new Set(graded.map(({ stored }) => stored?.sha256)));
  });
});

describe('a section without a model', () => {
  it('lists what its findings say, in their words', async () => {
    const { anchor, corpus, findings, taskSummaries } = await research(world, QUESTION);
    const input: WriteSectionInput = {
      ...BY_RULE,
      anchor,
      corpusId: corpus.corpusId,
      taskTexts: [QUESTION],
      taskSummaries,
      findings,
      length: 'standard',
      section: { heading: 'Burning time', purpose: 'Says how long the lamp burns.' },
      others: [],
    };

    const { value, cost } = await world.activities.writeSection(input);

    const quoted = findings.flatMap(({ quotes }) => quotes.map(({ key }) => key));
    expect(cost.engine).toBe('offline');
    expect(value.heading).toBe('Burning time');
    expect(value.claims.length).toBeGreaterThan(0);
    for (const { citations, placement } of value.claims) {
      expect(quoted).toContain(citations[0]);
      expect(placement).toEqual({ form: 'list', block: 0 });
    }
  });
});
