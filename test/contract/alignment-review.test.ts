import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReviewAlignment } from '../../activities/entries/research/review-alignment.ts';
import { createOpenAIReasoner } from '../../activities/model/engine/openai-reasoner.ts';
import { createFileBlobStore } from '../../activities/platform/storage/file-blob-store.ts';
import type { AlignmentMode } from '../../workflows/contracts/evidence/alignment.ts';
import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../workflows/contracts/evidence/evidence.ts';
import type { ReviewAlignmentInput } from '../../workflows/contracts/report/alignment-activities.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';
import { anchorOf, draftOf, qualityOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  answerText,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const WICK = 'A trimmed wick adds one hour to the burning time of the harbour lamp.';
/** Says the same as BURNS in other words: the rules cannot refute a doubt about it. */
const REWORDED = 'Rapeseed oil keeps the harbour lamp alight for nine hours on one filling.';

let world: TestActivities;
let server: ScriptedModelServer;
let findings: Finding[];

beforeAll(async () => {
  world = await createTestActivities();
  findings = [await storedFinding(world, 't1f1', BURNS), await storedFinding(world, 't1f2', WICK)];
});

afterAll(() => world.dispose());

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

function review(claims: readonly Claim[], changes: Partial<ReviewAlignmentInput> = {}, mode: AlignmentMode = 'all') {
  const models = { small: 'small-model', main: 'main-model' };
  const activity = createReviewAlignment({
    alignment: mode,
    corpus: world.corpus.index,
    blobs: createFileBlobStore(world.corpus.home),
    reasoner: createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 20_000 }),
  });
  const input: ReviewAlignmentInput = {
    ...BY_RULE,
    engine: 'configured',
    anchor: anchorOf(),
    draft: draftOf({ summary: [...claims] }),
    findings,
    verification: qualityOf({ quotesChecked: 2, claims: claims.length }),
    writtenBy: 'model',
    scoredBy: null,
    ...changes,
  };
  return runAsActivity(() => activity(input, new AbortController().signal), {});
}

const cited = (text: string, ...citations: string[]): Claim => ({ text, citations });
const NO_FAULT = { issues: [], corrections: [] };

describe('a review by model and rules', () => {
  it('passes what holds, and shows the model nothing but the claims and the excerpts that they cite', async () => {
    server.replyWith(answer(NO_FAULT));

    const { value, cost } = await review([cited(REWORDED, 't1f1q1')]);

    expect(value).toEqual({
      review: { outcome: 'passed', ran: ['rules', 'model'], issues: [], failure: null },
      corrected: null,
    });
    expect(cost).toMatchObject({ engine: 'model', modelCalls: 1 });
    const prompt = server.requests[0]?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain(`s1: ${REWORDED} [t1f1q1]`);
    expect(prompt).toContain(BURNS);
    expect(prompt).not.toContain(WICK);
  });

  it('replaces a claim by a correction that holds', async () => {
    server.replyWith(
      answer({
        issues: [{ kind: 'unsupported', claim: 's1', source: '', actual: '' }],
        corrections: [{ claim: 's1', text: BURNS, citations: ['t1f1q1'] }],
      }),
    );

    const { value } = await review([cited(REWORDED, 't1f1q1')]);

    expect(value.review).toMatchObject({ outcome: 'corrected', issues: [{ kind: 'unsupported', claim: REWORDED }] });
    expect(value.corrected?.draft.summary).toEqual([cited(BURNS, 't1f1q1')]);
  });

  it.each([
    ['its text is not supported', { text: 'The harbour lamp burns for twelve hours.', citations: ['t1f1q1'] }],
    ['it cites a key that was never issued', { text: BURNS, citations: ['t9f9q9'] }],
    ['it would leave no answer', { text: '', citations: [] }],
  ])('keeps the claim and warns where %s', async (_, correction) => {
    server.replyWith(
      answer({
        issues: [{ kind: 'wrong_citation', claim: 's1', source: 't1f1q1', actual: 'something else' }],
        corrections: [{ claim: 's1', ...correction }],
      }),
    );

    const { value } = await review([cited(REWORDED, 't1f1q1')]);

    expect(value).toEqual({
      review: {
        outcome: 'warned',
        ran: ['rules', 'model'],
        issues: [{ kind: 'wrong_citation', ref: 't1f1q1', claim: REWORDED, actual: 'something else' }],
        failure: null,
      },
      corrected: null,
    });
  });

  it('gives a claim without a citation the source that says it', async () => {
    server.replyWith(
      answer({
        issues: [{ kind: 'missing_citation', claim: 's2', source: 't1f1q1', actual: '' }],
        corrections: [],
      }),
    );
    const draft = draftOf({ summary: [cited(BURNS, 't1f1q1')], limitations: [cited(REWORDED)] });

    const { value } = await review([], { draft });

    expect(value.review).toMatchObject({
      outcome: 'corrected',
      issues: [{ kind: 'missing_citation', claim: REWORDED, suggestedSource: 't1f1q1' }],
    });
    expect(value.corrected?.draft.limitations).toEqual([cited(REWORDED, 't1f1q1')]);
  });

  it('does not believe a model that doubts the words of the source, or names what does not exist', async () => {
    server.replyWith(
      answer({
        issues: [
          { kind: 'unsupported', claim: 's1', source: '', actual: '' },
          { kind: 'unsupported', claim: 's7', source: '', actual: '' },
          { kind: 'missing_citation', claim: 's2', source: 't1f1q1', actual: '' },
        ],
        corrections: [],
      }),
    );

    const { value } = await review([cited(BURNS, 't1f1q1'), cited(REWORDED, 't1f1q1')]);

    expect(value.review).toMatchObject({ outcome: 'passed', issues: [] });
  });

  it('says that a part is missing where the answer of the model cannot be used', async () => {
    server.replyWith(answerText('no JSON'), answerText('still none'));

    const { value } = await review([cited(REWORDED, 't1f1q1')]);

    expect(value.review).toMatchObject({ outcome: 'not-reviewed', ran: ['rules'], issues: [] });
    expect(value.review.failure).toContain('after one re-ask');
  });

  it('reviews a long report in parts, each claim once and with its own excerpts', async () => {
    server.replyWith(answer(NO_FAULT), answer(NO_FAULT));
    const long = (text: string) => `${text} ${'It does. '.repeat(1_200)}`;

    const { value, cost } = await review([cited(long(REWORDED), 't1f1q1'), cited(long(WICK), 't1f2q1')]);

    expect(value.review).toMatchObject({ ran: ['rules', 'model'] });
    expect(cost.modelCalls).toBe(2);
    const prompts = server.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
    expect(prompts.map((prompt) => [prompt.includes('s1: '), prompt.includes('s2: ')])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(prompts.map((prompt) => prompt.includes(`\n${BURNS}`))).toEqual([true, false]);
  });

  it('asks no model about a draft without claims', async () => {
    const { value } = await review([]);

    expect(value.review).toMatchObject({ outcome: 'passed', ran: ['rules'] });
    expect(server.requests).toHaveLength(0);
  });
});

describe('a review that is switched off', () => {
  it('asks no model by rules alone, and still finds what they find', async () => {
    const wrong = 'The harbour lamp burns for twelve hours on one filling of rapeseed oil.';

    const { value } = await review([cited(BURNS, 't1f1q1'), cited(wrong, 't1f1q1')], {}, 'rules');

    expect(value.review).toMatchObject({ outcome: 'warned', ran: ['rules'], issues: [{ claim: wrong }] });
    expect(server.requests).toHaveLength(0);
  });

  it('does nothing at all', async () => {
    const { value } = await review([cited('The moon is a lamp.', 't1f1q1')], {}, 'off');

    expect(value).toEqual({ review: { outcome: 'off', ran: [], issues: [], failure: null }, corrected: null });
    expect(server.requests).toHaveLength(0);
  });
});

describe('what the documents do not say', () => {
  it.each([
    ['in words of its own', cited('The documents do not say what the glass of the harbour lamp costs in 2026.')],
    ['with a citation of what comes nearest', cited('How long the lamp burns in storms is not stated.', 't1f1q1')],
    ['with a figure', cited('No document gives a burning time beyond nine hours.', 't1f1q1')],
    ['in another language', cited('Die Unterlagen nennen keinen Preis für das Rapsöl der Hafenlampe.')],
    ['about words that were counted', cited('The words “colza” and “whale oil” do not occur in the documents.')],
    ['as a comparison', cited('Unlike for rapeseed oil, no filling is stated for colza oil.', 't1f1q1', 't1f2q1')],
  ])('needs no source %s', async (_, limitation) => {
    server.answerBy(({ messages }) => {
      const prompt = messages.map(({ content }) => content).join('\n');
      // A model that sees it says that no source states it.
      const isShown = prompt.includes(limitation.text);
      const issues = isShown ? [{ kind: 'unsupported', claim: 's2', source: '', actual: '' }] : [];
      return answer({ issues, corrections: [] });
    });
    const draft = draftOf({ summary: [cited(BURNS, 't1f1q1')], limitations: [limitation] });

    const { value } = await review([], { draft });

    expect(value.review).toMatchObject({ outcome: 'passed', issues: [] });
  });

  it('is a claim like others where the report asserts it', async () => {
    server.answerBy(() => answer(NO_FAULT));
    const invented = cited('The harbour lamp of Osterhaven burns for twelve hours.', 't1f1q1');

    const { value } = await review([cited(BURNS, 't1f1q1'), invented]);

    expect(value.review.issues).toMatchObject([{ kind: 'unsupported', claim: invented.text }]);
  });
});
