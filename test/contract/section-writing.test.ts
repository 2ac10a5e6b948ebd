import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WriteSectionInput } from '../../workflows/contracts/report/report-activities.ts';
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
    const head = await world.activities.storeEvidence({ researchId: RUN, findings: [first], before: null });
    const blob = await world.activities.storeEvidence({ researchId: RUN, findings: others, before: head });
    const given = { anchor, draft, engine: 'offline' as const };

    const referred = await checkText(world.activities, { ...given, findings: [], evidence: { blob } });
    const direct = await checkText(world.activities, { ...given, findings });
    const without = await checkText(world.activities, {
      ...given,
      findings: [],
      evidence: { blob, rejectedQuotes: findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)) },
    });

    expect(referred).toEqual(direct);
    expect(direct.quality.claims).toBeGreaterThan(0);
    expect(without.quality.quotesChecked).toBe(0);
  });

  it('are noted with their run, so that they go with it', async () => {
    const { findings } = await research(world, QUESTION);

    const blob = await world.activities.storeEvidence({ researchId: 'research-noted', findings, before: null });
    await world.activities.storeEvidence({ researchId: 'research-noted', findings, before: null });

    const noted = await readFile(join(world.corpus.home, 'runs/research-noted/evidence.json'), 'utf8');
    expect(JSON.parse(noted)).toEqual({ blobs: [blob.sha256] });
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
      correction: null,
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
