import type { Activities } from '@plumbline/contracts/activities';
import { hitIdOf } from '@plumbline/contracts/evidence/search-hit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hang, scriptActivities, scriptedRanking } from '../support/builders/scripted-activities.ts';
import { createScriptedCaches, planOf, stepsFor } from '../support/builders/scripted-answer-activities.ts';
import { reasoned, scriptedDraft } from '../support/builders/scripted-evidence.ts';
import { findEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const MESSAGE = 'How long does the lamp burn?';
const NO_FILTERS = { vertical: 'other', extracted: {}, merged: {}, preference: '' };
const RETRIEVAL = ['searchFolder', 'searchWeb', 'searchCatalogue', 'rerank', 'extractQuotes', 'composeAnswer'] as const;

/** Every hit is worth reading. */
const rankAll: Activities['rerank'] = async (input) =>
  scriptedRanking({ ...input, scores: input.hits.map((hit) => ({ id: hitIdOf(hit), score: 0.9, reason: '' })) });

describe('a message that is not clear', () => {
  const conflicts = ['Which city?', 'Which year?'];
  const alternatives = ['And in Boston?', 'And in 2024?'];
  const unclear: Activities['understandMessage'] = async ({ message }) =>
    reasoned(planOf(message, { needsClarification: true, conflicts, alternatives }));

  it('is asked back without any retrieval, with what may be meant, and kept out of both caches', async () => {
    const caches = createScriptedCaches();
    const scripted = scriptActivities({ ...caches.activities, understandMessage: unclear });
    await world.answering(scripted, async (open) => {
      const session = open();

      const answer = await session.ask('And there?');

      expect(answer).toMatchObject({
        needsClarification: true,
        clarificationQuestions: conflicts,
        followUpSuggestions: alternatives,
        summary: 'To give you a better answer, could you clarify: Which city? Which year?',
        citations: [],
        debug: { clarificationTriggered: true, retrieval: null },
      });
      expect(RETRIEVAL.map((name) => scripted.inputsOf(name).length)).toEqual(RETRIEVAL.map(() => 0));
      expect([caches.answers.size, caches.plans.size]).toEqual([0, 0]);
      const { thread } = await world.conversations.view(session.sessionId, null);
      expect(thread.map(({ clarificationQuestions }) => clarificationQuestions)).toEqual([conflicts]);
      await world.keep(answer.answerId, 'answer-clarification');
    });
  });

  it('is asked back in its own language', async () => {
    const german: Activities['understandMessage'] = async ({ message }) =>
      reasoned(planOf(message, { language: 'de', needsClarification: true, conflicts: ['Welche Stadt?'] }));
    await world.answering(scriptActivities({ understandMessage: german }), async (open) => {
      expect((await open().ask('Und dort?')).summary).toBe('Für eine bessere Antwort klären Sie bitte: Welche Stadt?');
    });
  });
});

describe('without a model', () => {
  const later = ['critiqueAnswer', 'composeAnswer'] as const;
  it.each([
    { name: 'the first step says so: the rules do the others', isWithoutModel: true, engine: 'offline' },
    { name: 'the first step does not say so: each is asked', isWithoutModel: false, engine: 'configured' },
  ])('$name', async ({ isWithoutModel, engine }) => {
    const understandMessage: Activities['understandMessage'] = async ({ message }) => {
      const { value, cost } = reasoned(planOf(message));
      return { value, cost: { ...cost, ...(isWithoutModel && { isWithoutModel }) } };
    };
    const scripted = scriptActivities({ understandMessage, rerank: rankAll });
    await world.answering(scripted, async (open) => {
      const { answerId } = await open().ask(MESSAGE, { mode: 'deep' });

      expect(scripted.inputsOf('understandMessage').map((input) => input.engine)).toEqual(['configured']);
      const engines = later.map((name) => scripted.inputsOf(name).map((input) => input.engine));
      expect(engines).toEqual(later.map(() => [engine]));
      const queues = await world.queuesOf(answerId);
      const isForModels = later.map((name) => queues.get(name)?.endsWith('-model'));
      expect(isForModels).toEqual(later.map(() => !isWithoutModel));
      if (isWithoutModel) await world.keep(answerId, 'answer-without-model');
    });
  });
});

describe('the passages that are read', () => {
  it.each([
    ['as many as a model has room for, the first of its searches among them', 1, 20, 20],
    ['fewer by the rules', 0, 10, undefined],
  ])('are %s', async (_, modelCalls, expected, leading) => {
    const found = Array.from({ length: 30 }, (_each, index) => scriptedHit(`p${index}`, MESSAGE, index + 1));
    const scripted = scriptActivities({
      understandMessage: async ({ message }) => reasoned(planOf(message), modelCalls),
      searchFolder: findEach(async () => ({ hits: found, notes: [] })),
      rerank: rankAll,
    });
    await world.answering(scripted, async (open) => {
      await open().ask(MESSAGE);

      expect(scripted.inputsOf('extractQuotes').flatMap(({ readings }) => readings)).toHaveLength(expected);
      expect(scripted.inputsOf('rerank').map((input) => input.leading)).toEqual([leading]);
    });
  });
});

describe('grounding', () => {
  it('none answers without sources, and says so', async () => {
    const scripted = scriptActivities({
      understandMessage: async ({ message }) => reasoned(planOf(message, { grounding: 'none' })),
    });
    await world.answering(scripted, async (open) => {
      const answer = await open().ask('Hello!');

      expect(answer).toMatchObject({
        summary: 'Hello.',
        vertical: 'other',
        intent: 'browse',
        isUngrounded: true,
        citations: [],
        retrievalStats: null,
        verification: null,
      });
      // What the rules say of themselves needs no such note.
      expect(answer.notes).toEqual([]);
      expect(RETRIEVAL.map((name) => scripted.inputsOf(name).length)).toEqual(RETRIEVAL.map(() => 0));
      await world.keep(answer.answerId, 'answer-ungrounded');
    });
  });

  it('hybrid reads one overview, with as many items as citations, and says which files it could not read', async () => {
    const understandMessage: Activities['understandMessage'] = async ({ message }) =>
      reasoned({
        ...planOf(message, { grounding: 'hybrid' }),
        steps: [{ tool: 'documents', vertical: 'other', query: 'subject of the folder' }],
      });
    const skippedFiles = [
      { locator: 'plan.pdf', reason: 'page 2: no text', isPartial: true },
      { locator: 'rates.bin', reason: 'unsupported file type' },
    ];
    const indexCorpus: Activities['indexCorpus'] = async (input) => ({
      ...(await scriptActivities({}).activities.indexCorpus(input)),
      skippedCount: 2,
      partialCount: 1,
      skippedFiles,
    });
    // None has enough words of a message that names nothing but documents: they are read because the search had them first.
    const rerank: Activities['rerank'] = async (input) => {
      const ranked = await rankAll(input);
      return { ...ranked, hits: ranked.hits.map((hit) => ({ ...hit, selection: 'leading' as const, searchRank: 1 })) };
    };
    const scripted = scriptActivities({ indexCorpus, understandMessage, rerank });
    await world.answering(scripted, async (open) => {
      const answer = await open().ask('What is this about?');

      expect(answer).toMatchObject({
        skippedFiles,
        skippedCount: 2,
        notes: [
          '2 files were not read, or only in part: plan.pdf (page 2: no text); rates.bin (unsupported file type)',
        ],
      });
      expect(scripted.inputsOf('renderAnswer')).toMatchObject([
        { unread: { files: 2, skippedCount: 2, skippedFiles } },
      ]);

      expect(scripted.inputsOf('searchFolder')).toMatchObject([
        { queries: ['What is this about?', 'subject of the folder'] },
      ]);
      expect(answer.retrievalStats).toMatchObject({ vertical: 'other', itemCount: 2 });
      expect(answer.debug.trace.spans.map(({ name }) => name)).toContain('hybrid_retrieval');
      await world.keep(answer.answerId, 'answer-hybrid');
    });
  });
});

describe('deep mode', () => {
  const OIL = 'lamp oil';
  const insufficient = async () =>
    reasoned({ isSufficient: false, missing: 'name the oil', steps: stepsFor(OIL, NO_FILTERS) });

  it('looks once more, and only once, as the critique says', async () => {
    const scripted = scriptActivities({ critiqueAnswer: insufficient });
    await world.answering(scripted, async (open) => {
      const answer = await open().ask(MESSAGE, { mode: 'deep' });

      expect(scripted.inputsOf('searchFolder').map(({ queries }) => queries)).toEqual([[MESSAGE], [OIL]]);
      expect(scripted.inputsOf('understandMessage')).toHaveLength(1);
      expect(scripted.inputsOf('critiqueAnswer')).toMatchObject([
        { filters: NO_FILTERS, sources: { catalogues: [], hasDocuments: true, hasWeb: false } },
      ]);
      expect(answer.debug).toMatchObject({ deepRefined: true });
      const steps = answer.debug.trace.spans.map(({ name }) => name);
      expect(steps).toEqual(
        expect.arrayContaining(['rewrite', 'plan', 'execute', 'merge', 'synthesize', 'deep_refinement']),
      );
      expect(answer.debug.trace.spans.every(({ durationMs }) => durationMs >= 0)).toBe(true);
      await world.keep(answer.answerId, 'answer-deep');
    });
  });

  it('leaves a sufficient answer alone, and a quick one unjudged', async () => {
    const scripted = scriptActivities();
    await world.answering(scripted, async (open) => {
      const deep = await open().ask(MESSAGE, { mode: 'pro' });
      const quick = await open().ask(MESSAGE);

      expect([deep.mode, deep.debug.deepRefined, quick.mode]).toEqual(['deep', false, 'quick']);
      expect(scripted.inputsOf('critiqueAnswer')).toHaveLength(1);
      expect(scripted.inputsOf('searchFolder')).toHaveLength(2);
    });
  });

  it('keeps the first answer where the second look finds nothing', async () => {
    const passes: number[] = [];
    const scripted = scriptActivities({
      critiqueAnswer: insufficient,
      composeAnswer: async ({ findings }) => {
        passes.push(findings.length);
        const claim = { text: 'The lamp burns.', citations: [findings[0]?.quotes[0]?.key ?? ''] };
        return reasoned(scriptedDraft(passes.length === 1 ? [claim] : []));
      },
    });
    await world.answering(scripted, async (open) => {
      const answer = await open().ask(MESSAGE, { mode: 'deep' });

      expect(passes).toHaveLength(2);
      expect(answer).toMatchObject({ summary: 'The lamp burns. [1]', debug: { deepRefined: false } });
    });
  });
});

describe('research', () => {
  it('takes the message over and outlives the session', async () => {
    const scripted = scriptActivities({ searchWeb: hang, searchFolder: hang });
    await world.answering(scripted, async (open) => {
      const session = open();

      const answer = await session.ask(MESSAGE, { research: true });

      expect(answer.researchId).toBe(`${session.sessionId}-research-1`);
      const run = world.workflows.client.workflow.getHandle(answer.researchId ?? '');
      expect((await run.describe()).type).toBe('deepResearch');
      await world.keep(answer.answerId, 'answer-handed-over');
      await world.workflows.client.workflow.getHandle(session.sessionId).terminate();
      expect((await run.describe()).status.name).toBe('RUNNING');
      await run.terminate();
    });
  });
});
