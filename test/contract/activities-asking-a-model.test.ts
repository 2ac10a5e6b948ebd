import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Finding, hitIdOf } from '../../workflows/contracts/evidence/evidence.ts';
import { type ActivitiesWithModel, createActivitiesWithModel } from '../support/builders/activities-with-model.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { anchorOf, findingOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, type TestActivities } from '../support/builders/test-activities.ts';
import { answer, type ModelRequest, type ScriptedModelServer } from '../support/servers/scripted-model-server.ts';

const SENTENCE = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const task = { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' };

let server: ScriptedModelServer;
let world: TestActivities;
let dispose: ActivitiesWithModel['dispose'];

beforeEach(async () => {
  ({ server, world, dispose } = await createActivitiesWithModel());
});

afterEach(() => dispose());

/** Falling scores, high ones, for the ids that the prompt shows. */
function scoresOf({ messages }: ModelRequest) {
  const prompt = messages.map(({ content }) => content).join('\n');
  const ids = [...prompt.matchAll(/<(?:passage|finding) id="([^"]+)">/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(ids.map((id, index) => [id, { score: 1 - index / 10_000, reason: 'by the model' }]));
}

describe('scoreRelevance with a model', () => {
  it.each([
    [15, 'that the rule puts first'],
    [18, 'that the rule puts first, then those of the search'],
  ])('asks about %i hits %s, in one call, and keeps the score of the rule for the others', async (judgedHits) => {
    const files = Array.from({ length: 20 }, (_, index) => [
      `${index}.md`,
      `# Note ${index}\n\n${index % 5 === 0 ? SENTENCE : ''} Ship number ${index} waits at the harbour for the pilot of day ${index}.\n`,
    ]);
    await writeFiles(world.corpus.folder, Object.fromEntries(files) as Record<string, string>);
    const { corpusId } = await world.activities.indexCorpus({
      corpusDirectory: world.corpus.folder,
    });
    const { hits } = await world.activities.searchFolder({
      corpusId,
      queries: ['harbour lamp'],
      language: 'en',
      topK: 20,
    });
    server.answerBy((request) => answer(scoresOf(request)));
    const input = { ...BY_RULE, anchor: anchorOf(), task, corpusId, hits, firstRank: 1, judgedHits };
    const { value, cost } = await world.activities.scoreRelevance(input);
    const { value: byRule } = await world.activities.scoreRelevance({ ...input, engine: 'offline' });

    const asked = value.filter(({ reason }) => reason === 'by the model');
    const others = value.filter(({ reason }) => reason !== 'by the model');
    const isAsked = ({ id }: { readonly id: string }): boolean => asked.some((one) => one.id === id);
    const ranked = byRule.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
    const searched = hits
      .map((hit) => ({ id: hitIdOf(hit) }))
      .filter((hit) => !ranked.slice(0, 15).some(({ id }) => id === hit.id));
    expect(cost.modelCalls).toBe(1);
    expect([asked.length, others.length]).toEqual([judgedHits, 20 - judgedHits]);
    expect(byRule).toEqual(expect.arrayContaining(others));
    expect(ranked.slice(0, 15).every(isAsked)).toBe(true);
    expect(searched.slice(0, judgedHits - 15).every(isAsked)).toBe(true);
  });

  it('asks once more for a passage that the model omitted, then scores it by the rule', async () => {
    const other = answer({ scores: [{ id: 'p9', score: 1, reason: 'never asked for' }] });
    server.replyWith(other, other);
    const { corpusId } = world.report;
    const { hits } = await world.activities.searchFolder({
      corpusId,
      queries: ['rapeseed'],
      language: 'en',
      topK: 1,
    });
    const input = { ...BY_RULE, anchor: anchorOf(), task, corpusId, hits, firstRank: 1, judgedHits: 40 };
    const { value } = await world.activities.scoreRelevance(input);

    const { value: byRule } = await world.activities.scoreRelevance({ ...input, engine: 'offline' });

    expect(byRule).toMatchObject(hits.map((hit) => ({ id: hitIdOf(hit), score: expect.any(Number) as unknown })));
    expect(value).toEqual(byRule);
  });
});

describe('validateRelevance with a model', () => {
  const validate = async (findings: readonly Finding[]) => {
    const { corpusId } = world.report;
    const input = { ...BY_RULE, anchor: anchorOf(), corpusId, findings, knowledgeGaps: [], storeFor: null };
    return world.activities.validateRelevance(input);
  };

  it('asks only about findings on which extraction and the rule disagree', async () => {
    server.answerBy((request) => answer(scoresOf(request)));
    const agreed = findingOf('t1f1', SENTENCE, { relevance: 0.9, headingPath: ['Burning time'] });
    const disputed = findingOf('t1f2', 'Wicks are stored in a dry drawer.', {
      relevance: 0.9,
      headingPath: ['Storage'],
    });
    const { value, cost } = await validate([agreed, disputed]);

    expect(value.scores.map(({ id, score, reason }) => [id, score, reason])).toEqual([
      ['t1f1', 0.9, agreed.relevanceReason],
      ['t1f2', 1, 'by the model'],
    ]);
    expect(cost.modelCalls).toBe(1);
  });

  it('asks about at least one, so that the judging engine is known', async () => {
    server.answerBy((request) => answer(scoresOf(request)));
    const agreed = findingOf('t1f1', SENTENCE, { relevance: 0.9, headingPath: ['Burning time'] });
    const { value } = await validate([agreed]);

    expect(value.scores).toEqual([{ id: 't1f1', score: 1, reason: 'by the model' }]);
  });
});

describe('summarizeTask with a model', () => {
  const summarize = async (count: number) => {
    const { corpusId } = world.report;
    const findings = Array.from({ length: count }, (_, index) => findingOf(`t1f${index + 1}`, SENTENCE));
    return world.activities.summarizeTask({ ...BY_RULE, anchor: anchorOf(), corpusId, task, findings });
  };

  it.each([1, 13])('asks for a summary of %i, with the keys of their quotes', async (count) => {
    const keyFindings = [{ text: 'It burns for nine hours.', citations: ['t1f1q1'] }];
    server.replyWith(answer({ summary: 'Nine hours.', keyFindings, relevance: 1, relevanceReason: '', gaps: [] }));
    const { value } = await summarize(count);

    expect(value).toMatchObject({ summary: 'Nine hours.', keyFindings });
  });
});
