import type { ReferredHit } from '@plumbline/contracts/evidence/search-hit';
import type { ReferringFinding } from '@plumbline/contracts/research/retrieval-activities';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readingsOf, scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

/** Passages that refer to each other: `p` to the ones named, and so on. */
type ReferenceGraph = Readonly<Record<string, readonly string[]>>;

function referredHit(passageId: string, from: ReferringFinding): ReferredHit {
  const reference = { text: `section ${passageId}`, sentence: `See section ${passageId}.`, findingId: from.findingId };
  return { ...scriptedHit(passageId, ''), reference };
}

/** One task; the search finds passage `p`; the gate gives every target the score that is named, else 0.9. */
function scriptReferences(graph: ReferenceGraph, scores: Readonly<Record<string, number>> = {}) {
  return scriptActivities({
    planResearch: async ({ anchor }) =>
      reasoned({ tasks: [{ taskId: 't1', text: anchor.originalQuestion, rationale: '' }] }),
    searchFolder: findEach(async ({ query }) => ({ hits: [scriptedHit('p', query)], notes: [] })),
    extractQuotes: readEach(({ findingId, hit, depth, origin }) =>
      scriptedFinding(findingId, hit.passage.passageId, { depth, origin }),
    ),
    followReferences: async ({ findings, visitedPassageIds, maxReferences }) => {
      const targets = findings.flatMap((finding) =>
        (graph[finding.passageId] ?? []).map((id) => referredHit(id, finding)),
      );
      const fresh = targets.filter(({ passage }) => !visitedPassageIds.includes(passage.passageId));
      return { hits: fresh.slice(0, maxReferences), unresolved: ['manual.md: section 99'], links: [] };
    },
    scoreReferences: async ({ hits }) =>
      hits.map(({ passage: { passageId: id } }) => ({ id, score: scores[id] ?? 0.9, reason: `about ${id}` })),
  });
}

async function runWith(scripted: ReturnType<typeof scriptActivities>, settings = {}, shape?: string) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start(settings);
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const read = readingsOf(scripted).map(({ hit, depth, origin }) => {
    return `${hit.passage.passageId} ${depth} ${origin}`;
  });
  // Passages of one depth are read side by side, in no order.
  return { read: read.sort(), published: scripted.inputsOf('publishReport')[0] };
}

describe('following references', () => {
  it('reads only what passes the gate, and counts the rest with reasons', async () => {
    const scripted = scriptReferences({ p: ['a', 'b', 'c'] }, { b: 0.59, c: 0.6 });

    const { read, published } = await runWith(scripted, {}, 'references');

    expect(read).toEqual(['a 1 reference', 'c 1 reference', 'p 0 search']);
    expect(scripted.inputsOf('scoreReferences')[0]?.hits.map(({ passage }) => passage.passageId)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(published?.telemetry.references).toEqual({
      resolved: 3,
      followed: 2,
      refused: [{ reference: 'section b', locator: 'lamp.md', score: 0.59, reason: 'about b' }],
      refusedCount: 1,
      unresolved: ['manual.md: section 99'],
    });
  });

  it('follows two steps deep and no further', async () => {
    const { read } = await runWith(scriptReferences({ p: ['a'], a: ['b'], b: ['c'] }));

    expect(read).toEqual(['a 1 reference', 'b 2 reference', 'p 0 search']);
  });

  it('ends in a cycle: no passage is read twice', async () => {
    const { read } = await runWith(scriptReferences({ p: ['a'], a: ['p', 'a'] }));

    expect(read).toEqual(['a 1 reference', 'p 0 search']);
  });

  it('follows at most three references for five hits that a task may read, the best first', async () => {
    const graph = { p: ['a', 'b', 'c', 'd'], b: ['e', 'f'] };

    const { read } = await runWith(scriptReferences(graph, { a: 0.7, b: 1, c: 0.8, d: 0.65 }), {
      rerankTopK: 5,
    });

    expect(read).toEqual(['a 1 reference', 'b 1 reference', 'c 1 reference', 'p 0 search']);
  });

  it('is switched off by the request', async () => {
    const scripted = scriptReferences({ p: ['a'] });

    await runWith(scripted, { referenceDepth: 0 });

    expect(scripted.inputsOf('followReferences')).toEqual([]);
    expect(scripted.inputsOf('scoreReferences')).toEqual([]);
  });
});
