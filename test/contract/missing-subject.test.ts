import type { Finding } from '@plumbline/contracts/evidence/finding';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSynthesizeReport } from '../../activities/entries/research/synthesize-report.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import {
  BY_RULE,
  createTestActivities,
  HARBOUR_FILES,
  research,
  type TestActivities,
} from '../support/builders/test-activities.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
let world: TestActivities;
let burns: Finding;

beforeAll(async () => {
  world = await createTestActivities(createOfflineReasoner(), HARBOUR_FILES);
  burns = await storedFinding(world, 't1f1', BURNS);
});

afterAll(() => world.dispose());

/** A model that answers with this text, whatever is asked. */
const answering = (text: string): Reasoner => ({
  async run(step) {
    return {
      value: step.output.parse(text),
      cost: { engine: 'model', modelCalls: 1, modelTokens: 9, degradations: [] },
    };
  },
});

async function writeAs(reasoner: Reasoner, question: string) {
  const { corpusId } = world.report;
  const anchor = anchorOf({ originalQuestion: question, keyEntities: [] });
  const parts = {
    clarificationSummary: null,
    taskTexts: [question],
    findings: [burns],
    quotes: burns.quotes,
    taskSummaries: [],
    gaps: [],
  };
  const synthesize = createSynthesizeReport({
    corpus: world.corpus.index,
    blobs: createFileBlobStore(world.corpus.home),
    reasoner,
  });
  const input = { ...BY_RULE, anchor, corpusId, ...parts };
  return (await synthesize(input, new AbortController().signal)).value;
}

describe('a question on a subject that the documents do not treat', () => {
  it('gets places from the search, which names the missing words', async () => {
    const { draft } = await research(world, 'How long does the lamp of the locomotive burn coal?');

    expect(draft.summary.length).toBeGreaterThan(0);
    for (const { isPassage } of draft.summary) expect(isPassage).toBe(true);
    expect(draft.missingSubject?.unknown).toEqual(['locomotive', 'coal']);
  });

  it('has the answer that a model gives, which says what is absent', async () => {
    const absent = 'The documents do not speak of locomotives. [none: locomotive]';
    const draft = await writeAs(answering(absent), 'Which locomotive burns coal?');

    expect(draft).toMatchObject({
      summary: [{ text: 'The documents do not speak of locomotives.', absence: { searched: 'locomotive' } }],
      missingSubject: { words: ['locomotive', 'coal'] },
    });
  });

  it('keeps the answer of a model that paraphrases, and adds nothing to it', async () => {
    const paraphrase = 'The lantern of the quay glows for nine hours on one filling of rapeseed oil.';
    const draft = await writeAs(answering(`${paraphrase} [p1.1]`), 'How long does the quay lantern glow?');

    expect(draft).toMatchObject({ summary: [{ text: paraphrase }], limitations: [], missingSubject: null });
  });
});
