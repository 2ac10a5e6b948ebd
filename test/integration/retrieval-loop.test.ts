import type { Activities } from '@plumbline/contracts/activities';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { hitIdOf } from '@plumbline/contracts/evidence/search-hit';
import type { ScoreRelevanceInput } from '@plumbline/contracts/research/retrieval-activities';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readingsOf, scriptActivities, type ScriptedActivities } from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const ONE_TASK: Partial<Activities> = {
  planResearch: async ({ anchor }) => reasoned({ tasks: [task('t1', anchor.originalQuestion)] }),
};

function task(taskId: string, text: string): ResearchTask {
  return { taskId, text, rationale: '' };
}

/** Passages with the scores that are named, for every query alike. */
function found(scores: Readonly<Record<string, number | null>>): Partial<Activities> {
  const ids = Object.keys(scores);
  return {
    searchFolder: findEach(async ({ query }) => ({
      hits: ids.map((id, index) => scriptedHit(id, query, index + 1)),
      notes: [],
    })),
    scoreRelevance: async ({ hits }: ScoreRelevanceInput) =>
      hits.map((hit) => ({ id: hitIdOf(hit), score: scores[hitIdOf(hit)] ?? null, reason: '' })),
  };
}

/** The corrected query is another one than the first. */
const CORRECTING: Partial<Activities> = {
  rewriteQuery: async ({ tasks, correction }) =>
    reasoned({ queries: tasks.map(({ text }) => [correction === null ? text : `${text} corrected`]) }),
};

async function research(scripted: ScriptedActivities, settings: Record<string, unknown> = {}, shape?: string) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start({ maxRounds: 0, ...settings });
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const [published] = scripted.inputsOf('publishReport');
  if (published === undefined) throw new Error('the run publishes its report');
  return published;
}

const readPassages = (scripted: ScriptedActivities): string[] =>
  readingsOf(scripted).map(({ hit }) => hit.passage.passageId);

describe('the threshold', () => {
  it('keeps weaker hits from being read, and from being extracted', async () => {
    const scripted = scriptActivities({ ...ONE_TASK, ...found({ a: 0.9, b: 0.7, c: 0.69, d: 0.8, e: null }) });

    const { telemetry } = await research(scripted);

    expect(readPassages(scripted).sort()).toEqual(['a', 'b', 'd']);
    expect(scripted.inputsOf('rerank')).toHaveLength(1);
    expect(telemetry.counts).toMatchObject({ belowThreshold: 2, corrected: 0, read: 3 });
    expect(scripted.inputsOf('rerank')[0]?.scores.map(({ score }) => score)).toEqual([0.9, 0.7, 0.69, 0.8, null]);
    expect(telemetry.qualityNotes.join('\n')).toContain('1 of 5 hits could not be scored');
  });

  it('is the one of the request', async () => {
    const scripted = scriptActivities({ ...ONE_TASK, ...found({ a: 0.9, b: 0.5, c: 0.4 }) });

    await research(scripted, { relevanceThreshold: 0.4 });

    expect(readPassages(scripted)).toHaveLength(3);
  });

  it('marks hits that are read for lack of better ones', async () => {
    const weak = { a: 0.1, b: 0.6, c: 0.2, d: 0.3 };
    const scripted = scriptActivities({ ...ONE_TASK, ...CORRECTING, ...found(weak) });

    await research(scripted, {}, 'below-threshold');

    expect(readPassages(scripted)).toHaveLength(3);
    expect(readingsOf(scripted).every(({ belowThreshold }) => belowThreshold)).toBe(true);
  });
});

describe('scoring', () => {
  it('scores a first retrieval as a whole, and a corrected one in batches of ten with their ranks', async () => {
    const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    const scripted = scriptActivities({
      ...ONE_TASK,
      ...CORRECTING,
      ...found(Object.fromEntries([...ids('p', 23), ...ids('c', 12)].map((id) => [id, 0.1]))),
      searchFolder: findEach(async ({ query }) => ({
        hits: (query.endsWith('corrected') ? ids('c', 12) : ids('p', 23)).map((id, index) =>
          scriptedHit(id, query, index + 1),
        ),
        notes: [],
      })),
    });

    await research(scripted);

    const batches = scripted.inputsOf('scoreRelevance').map(({ hits, firstRank }) => [hits.length, firstRank]);
    const [whole, ...corrected] = batches;
    expect(whole).toEqual([23, 1]);
    expect(corrected.map(([size = 0]) => size).sort((a, b) => a - b)).toEqual([2, 10]);
    expect(corrected.every(([, rank = 0]) => rank > 1)).toBe(true);
  });
});

describe('a task with fewer than three relevant hits', () => {
  it('retrieves exactly once more, by a broader query', async () => {
    const scripted = scriptActivities({ ...ONE_TASK, ...CORRECTING, ...found({ a: 0.9, b: 0.2 }) });

    const { telemetry } = await research(scripted, {}, 'corrected');

    const corrections = scripted.inputsOf('rewriteQuery').map(({ correction }) => correction);
    expect(corrections).toHaveLength(2);
    expect(corrections[0]).toBeNull();
    expect(corrections[1]?.triedQueries).toEqual(['How long does the lamp burn?']);
    expect(telemetry.counts.corrected).toBe(1);
    expect(telemetry.rewrittenQueries).toEqual([
      'How long does the lamp burn?',
      'How long does the lamp burn? corrected',
    ]);
    expect(telemetry.qualityNotes.join('\n')).toContain('1 of the first hits reached 0.7');
    expect(readPassages(scripted)).toEqual(['a']);
  });

  it('scores only the new hits of the second retrieval', async () => {
    const more = { a: 0.9, b: 0.2, c: 0.8 };
    const scripted = scriptActivities({
      ...ONE_TASK,
      ...CORRECTING,
      ...found(more),
      searchFolder: findEach(async ({ query }) => ({
        hits: (query.endsWith('corrected') ? ['b', 'c'] : ['a', 'b']).map((id) => scriptedHit(id, query)),
        notes: [],
      })),
    });

    await research(scripted);

    const scored = scripted.inputsOf('scoreRelevance').map(({ hits }) => hits.map(hitIdOf));
    expect(scored).toEqual([['a', 'b'], ['c']]);
    expect(readPassages(scripted).sort()).toEqual(['a', 'c']);
  });
});

describe('follow-up rounds', () => {
  const twoTasks: Partial<Activities> = {
    planResearch: async () => reasoned({ tasks: [task('t1', 'burning time'), task('t2', 'filling')] }),
  };

  it('research exactly what lacks good evidence, and close its gap', async () => {
    const scripted = scriptActivities({
      ...twoTasks,
      searchFolder: findEach(async ({ query }) => ({
        hits: query === 'filling' && isFirst(query) ? [] : [scriptedHit(`p-${query}`, query)],
        notes: [],
      })),
    });

    const isFirst = (query: string): boolean =>
      scripted.inputsOf('searchFolder').filter(({ queries }) => queries.includes(query)).length === 1;
    const { plan, gaps, telemetry } = await research(scripted, { maxRounds: 2 }, 'follow-up');

    expect(plan?.tasks.map(({ taskId, text }) => [taskId, text])).toEqual([
      ['t1', 'burning time'],
      ['t2', 'filling'],
      ['r1t1', 'filling'],
    ]);
    expect(gaps).toEqual([]);
    expect(telemetry.counts.rounds).toBe(1);
  });

  it('end after a round without new findings', async () => {
    const scripted = scriptActivities({
      ...twoTasks,
      searchFolder: findEach(async ({ query }) => ({
        hits: query === 'filling' ? [] : [scriptedHit('p1', query)],
        notes: [],
      })),
    });

    const { telemetry, gaps } = await research(scripted, { maxRounds: 5 });

    expect(telemetry.counts.rounds).toBe(1);
    expect(gaps.map(({ kind, taskId }) => [kind, taskId])).toEqual([['nothing-found', 't2']]);
  });

  it('look for a key entity that no good evidence mentions, and read no passage twice', async () => {
    const scripted = scriptActivities({
      ...ONE_TASK,
      classifyTiers: async ({ findings }) => ({
        findings: findings.map((finding) => ({ ...finding, mentionedEntities: [] })),
        stored: null,
      }),
      extractQuotes: readEach(({ findingId, hit }) => scriptedFinding(findingId, hit.passage.passageId)),
      ...found({ a: 0.9, b: 0.9, c: 0.9 }),
    });

    const { plan } = await research(scripted, { maxRounds: 1 });

    const looked = scripted.inputsOf('rewriteQuery').flatMap(({ tasks }) => tasks.map(({ text }) => text));
    expect(new Set(looked)).toEqual(new Set(['How long does the lamp burn?', 'lamp: How long does the lamp burn?']));
    expect(plan?.tasks.map(({ text }) => text)).toEqual(['How long does the lamp burn?']);
    expect(readPassages(scripted).sort()).toEqual(['a', 'b', 'c']);
  });

  it('are skipped when the request asks for no round', async () => {
    const scripted = scriptActivities({ ...twoTasks, searchFolder: findEach(async () => ({ hits: [], notes: [] })) });

    expect((await research(scripted)).telemetry.counts.rounds).toBe(0);
  });
});
