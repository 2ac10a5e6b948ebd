import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Activities } from '../../workflows/contracts/activities.ts';
import type { FilterExtraction } from '../../workflows/contracts/answer.ts';
import { hitIdOf } from '../../workflows/contracts/evidence.ts';
import {
  hang,
  type ScriptedActivities,
  scriptActivities,
  scriptedRanking,
} from '../support/builders/scripted-activities.ts';
import {
  createScriptedCaches,
  interpretationOf,
  scriptedItem,
} from '../support/builders/scripted-answer-activities.ts';
import { reasoned, scriptedDraft } from '../support/builders/scripted-evidence.ts';
import {
  type ConversationWorld,
  createConversationWorld,
  type TestSession,
} from '../support/worlds/conversation-world.ts';
import { keepHistory } from '../support/worlds/workflow-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const MESSAGE = 'How long does the lamp burn?';
const RETRIEVAL = ['search', 'searchWeb', 'searchCatalogue', 'rerank', 'extractQuotes', 'composeAnswer'] as const;

/** Every hit is worth reading. */
const rankAll: Activities['rerank'] = async (input) =>
  scriptedRanking({ ...input, scores: input.hits.map((hit) => ({ id: hitIdOf(hit), score: 0.9, reason: '' })) });

/** Runs what a test does with workers around its activities. */
function answering<Result>(
  scripted: ScriptedActivities,
  body: (open: (scope?: Record<string, unknown>) => TestSession) => Promise<Result>,
): Promise<Result> {
  return world.workflows.withWorkers(scripted, () => body((scope) => world.open(scope)));
}

const hotels =
  (changes: Partial<FilterExtraction> = {}): Activities['extractFilters'] =>
  async () =>
    reasoned({ vertical: 'hotel', extracted: {}, merged: { place: 'Boston' }, preference: 'quiet', ...changes });

const foundItems =
  (count: number, score: number): Activities['searchCatalogue'] =>
  async () => ({
    items: Array.from({ length: count }, (_, index) => scriptedItem('x'.repeat(index + 1), score)),
    assumed: [{ name: 'guests', label: 'guests', value: 2 }],
    comparable: ['price'],
    filterSummary: 'Boston, 2 guests',
    notes: [],
  });

const keep = async (answerId: string, shape: string): Promise<void> =>
  keepHistory(world.workflows.client.workflow.getHandle(answerId), shape);

describe('the answer cache', () => {
  it('gives the same answer again at once, marked, to the same person', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await answering(scripted, async (open) => {
      const first = await open({ userId: 'anna' }).ask(MESSAGE);
      const second = await open({ userId: 'anna' }).ask(MESSAGE);

      expect([first.isCached, second.isCached]).toEqual([false, true]);
      expect(second.summary).toBe(first.summary);
      expect(second.answerId).not.toBe(first.answerId);
      expect(scripted.inputsOf('rewriteMessage')).toHaveLength(1);
      await keep(second.answerId, 'answer-cached');
    });
  });

  it('never gives an answer to another user', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await answering(scripted, async (open) => {
      await open({ userId: 'anna' }).ask(MESSAGE);
      const others = await Promise.all([open({ userId: 'ben' }).ask(MESSAGE), open().ask(MESSAGE)]);

      expect(others.map(({ isCached }) => isCached)).toEqual([false, false]);
    });
  });

  it('forgets after its time', async () => {
    const caches = createScriptedCaches();
    const scripted = scriptActivities(caches.activities);
    await answering(scripted, async (open) => {
      await open().ask(MESSAGE);
      for (const [key, kept] of caches.answers)
        caches.answers.set(key, { ...kept, expiresAt: '2020-01-01T00:00:00.000Z' });

      expect((await open().ask(MESSAGE)).isCached).toBe(false);
    });
  });

  it('is not asked after feedback, in another thread, or when everything is to be fresh', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await answering(scripted, async (open) => {
      await open().ask(MESSAGE);
      const told = open();
      const { answerId } = await told.ask('Something else?');
      await world.conversations.feedback({ answerId, verdict: 'unhelpful', note: '' });

      expect((await told.ask(MESSAGE)).isCached).toBe(false);
      expect((await open({ settings: { fresh: true } }).ask(MESSAGE)).isCached).toBe(false);
      expect((await open({ settings: { answerCacheSeconds: 0 } }).ask(MESSAGE)).isCached).toBe(false);
    });
  });
});

describe('the plan cache', () => {
  const withoutAnswers = { settings: { answerCacheSeconds: 0 } };
  const INTERPRETING = ['rewriteMessage', 'extractFilters', 'decideGrounding'] as const;

  it('saves the three calls that interpret a message', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await answering(scripted, async (open) => {
      const scope = { ...withoutAnswers, catalogues: ['/shop'] };
      const first = await open(scope).ask(MESSAGE);
      const second = await open(scope).ask(MESSAGE);

      expect(INTERPRETING.map((name) => scripted.inputsOf(name).length)).toEqual([1, 1, 1]);
      expect(scripted.inputsOf('composeAnswer')).toHaveLength(2);
      const names = [first, second].map(({ debug }) => debug.spans.map(({ name }) => name));
      expect(names[0]).toContain('rewrite');
      expect(names[1]).toContain('plan_cache_hit');
      expect(names[1]).not.toContain('rewrite');
      await keep(second.answerId, 'answer-planned-before');
    });
  });

  it('is neither read nor written where messages are taken as they stand', async () => {
    const caches = createScriptedCaches();
    const scripted = scriptActivities(caches.activities);
    await answering(scripted, async (open) => {
      const asked = await open(withoutAnswers).ask(MESSAGE, { rewriteVariant: 'none' });

      expect(caches.plans.size).toBe(0);
      expect(scripted.inputsOf('recallAnswer')).toHaveLength(0);
      expect(asked.debug.spans.map(({ name }) => name)).not.toContain('rewrite');

      await open(withoutAnswers).ask(MESSAGE);
      await open(withoutAnswers).ask(MESSAGE, { rewriteVariant: 'none' });
      expect(scripted.inputsOf('decideGrounding')).toHaveLength(3);
    });
  });
});

describe('a message that is not clear', () => {
  const conflicts = ['Which city?', 'Which year?'];
  const unclear: Activities['rewriteMessage'] = async ({ message }) =>
    reasoned(interpretationOf(message, { needsClarification: true, conflicts }));

  it('is asked back without any retrieval, and kept out of both caches', async () => {
    const caches = createScriptedCaches();
    const scripted = scriptActivities({ ...caches.activities, rewriteMessage: unclear });
    await answering(scripted, async (open) => {
      const session = open();

      const answer = await session.ask('And there?');

      expect(answer).toMatchObject({
        needsClarification: true,
        clarificationQuestions: conflicts,
        summary: 'To give you a better answer, could you clarify: Which city? Which year?',
        citations: [],
        debug: { clarificationTriggered: true, retrieval: null },
      });
      expect(RETRIEVAL.map((name) => scripted.inputsOf(name).length)).toEqual(RETRIEVAL.map(() => 0));
      expect([caches.answers.size, caches.plans.size]).toEqual([0, 0]);
      const { thread } = await world.conversations.view(session.sessionId, null);
      expect(thread.map(({ clarificationQuestions }) => clarificationQuestions)).toEqual([conflicts]);
      await keep(answer.answerId, 'answer-clarification');
    });
  });

  it('is asked back in its own language', async () => {
    const german: Activities['rewriteMessage'] = async ({ message }) =>
      reasoned(interpretationOf(message, { language: 'de', needsClarification: true, conflicts: ['Welche Stadt?'] }));
    await answering(scriptActivities({ rewriteMessage: german }), async (open) => {
      expect((await open().ask('Und dort?')).summary).toBe(
        'Für eine bessere Antwort: Könntest du klären: Welche Stadt?',
      );
    });
  });
});

describe('grounding', () => {
  it.each([
    {
      name: 'fails',
      decideGrounding: async () => Promise.reject(ApplicationFailure.nonRetryable('no grounding')),
      cause: 'no grounding',
    },
    { name: 'takes too long', decideGrounding: hang, cause: 'no decision after 1 s' },
  ])('is full where the decision $name', async ({ decideGrounding, cause }) => {
    const scripted = scriptActivities({ decideGrounding });
    await answering(scripted, async (open) => {
      const answer = await open({ settings: { groundingSeconds: 1 } }).ask(MESSAGE);

      expect(answer.debug.grounding).toMatchObject({ grounding: 'full', reason: expect.stringContaining(cause) });
      expect(answer.degradations).toContainEqual({ step: 'decide-grounding', cause, count: 1 });
      expect(scripted.inputsOf('composeAnswer')).toHaveLength(1);
    });
  });

  it('none answers without sources, and says so', async () => {
    const scripted = scriptActivities({
      decideGrounding: async () => reasoned({ grounding: 'none', reason: 'a greeting' }),
    });
    await answering(scripted, async (open) => {
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
      expect(answer.notes).toContain('This answer rests on no source.');
      expect(RETRIEVAL.map((name) => scripted.inputsOf(name).length)).toEqual(RETRIEVAL.map(() => 0));
      await keep(answer.answerId, 'answer-ungrounded');
    });
  });

  it('hybrid reads one overview, with as many items as citations', async () => {
    const hybrid = async () => reasoned({ grounding: 'hybrid' as const, reason: 'an overview' });
    const scripted = scriptActivities({ decideGrounding: hybrid, rerank: rankAll });
    await answering(scripted, async (open) => {
      const answer = await open().ask('What is this about?');

      expect(scripted.inputsOf('planAnswer')).toHaveLength(0);
      expect(scripted.inputsOf('search')).toHaveLength(1);
      expect(answer.retrievalStats).toMatchObject({ vertical: 'other', itemCount: 1 });
      expect(answer.debug.spans.map(({ name }) => name)).toContain('hybrid_retrieval');
      await keep(answer.answerId, 'answer-hybrid');
    });
  });
});

describe('deep mode', () => {
  const insufficient = async () => reasoned({ isSufficient: false, missing: 'name the oil' });

  it('looks once more, and only once, with what was missing', async () => {
    const scripted = scriptActivities({ critiqueAnswer: insufficient });
    await answering(scripted, async (open) => {
      const answer = await open().ask(MESSAGE, { mode: 'deep' });

      expect(scripted.inputsOf('planAnswer').map(({ refinement }) => refinement)).toEqual([null, 'name the oil']);
      expect(scripted.inputsOf('critiqueAnswer')).toHaveLength(1);
      expect(answer.debug).toMatchObject({ deepRefined: true });
      await keep(answer.answerId, 'answer-deep');
    });
  });

  it('leaves a sufficient answer alone, and a quick one unjudged', async () => {
    const scripted = scriptActivities();
    await answering(scripted, async (open) => {
      const deep = await open().ask(MESSAGE, { mode: 'pro' });
      const quick = await open().ask(MESSAGE);

      expect([deep.mode, deep.debug.deepRefined, quick.mode]).toEqual(['deep', false, 'quick']);
      expect(scripted.inputsOf('critiqueAnswer')).toHaveLength(1);
      expect(scripted.inputsOf('planAnswer')).toHaveLength(2);
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
    await answering(scripted, async (open) => {
      const answer = await open().ask(MESSAGE, { mode: 'deep' });

      expect(passes).toHaveLength(2);
      expect(answer).toMatchObject({ summary: 'The lamp burns. [1]', debug: { deepRefined: false } });
    });
  });
});

describe('a catalogue', () => {
  const scope = { catalogues: ['/shop'] };

  it('shows its items as cards where there are enough', async () => {
    const scripted = scriptActivities({ extractFilters: hotels(), searchCatalogue: foundItems(5, 0.6) });
    await answering(scripted, async (open) => {
      const answer = await open(scope).ask('Hotels in Boston');

      expect(answer).toMatchObject({
        vertical: 'hotel',
        intent: 'find',
        ui: { preferredLayout: 'cards', showCards: true, answerConfidence: 'strong' },
        retrievalStats: { vertical: 'hotel', itemCount: 5, quality: 'good' },
        assumed: [{ name: 'guests', value: 2 }],
        debug: { plannedVertical: 'hotel', observedVertical: 'hotel' },
      });
      expect(scripted.inputsOf('composeAnswer')[0]?.guidance).toMatchObject({ layout: 'table', isHedged: false });
      expect(answer.cards).toHaveLength(5);
      await keep(answer.answerId, 'answer-catalogue');
    });
  });

  it('is promoted where few items fit well, before anything is formatted', async () => {
    const scripted = scriptActivities({ extractFilters: hotels(), searchCatalogue: foundItems(2, 0.8) });
    await answering(scripted, async (open) => {
      const answer = await open(scope).ask('Hotels in Boston');

      expect(answer.retrievalStats?.quality).toBe('good');
      expect(scripted.inputsOf('composeAnswer')[0]?.guidance).toMatchObject({ layout: 'table', isHedged: false });
    });
  });

  it('is completed by an overview of the other sources where it has too little', async () => {
    const scripted = scriptActivities({ extractFilters: hotels(), searchCatalogue: foundItems(2, 0.4) });
    await answering(scripted, async (open) => {
      const answer = await open(scope).ask('Hotels in Boston');

      expect(answer).toMatchObject({
        vertical: 'other',
        retrievalStats: { vertical: 'other', quality: 'fallback_other' },
        ui: { showCards: false, answerConfidence: 'weak' },
        debug: { plannedVertical: 'hotel', observedVertical: 'other' },
      });
      expect(scripted.inputsOf('search')).toHaveLength(2);
      expect(scripted.inputsOf('composeAnswer')[0]?.guidance.isHedged).toBe(true);
      await keep(answer.answerId, 'answer-fallback');
    });
  });

  it('hands the filters of one message to the next', async () => {
    const scripted = scriptActivities({ extractFilters: hotels(), searchCatalogue: foundItems(5, 0.9) });
    await answering(scripted, async (open) => {
      const session = open(scope);
      await session.ask('Hotels in Boston');
      await session.ask('And in Munich?');

      const [first, second] = scripted.inputsOf('extractFilters');
      expect(first?.sessionFilters).toEqual({});
      expect(second).toMatchObject({ sessionFilters: { hotel: { place: 'Boston' } }, lastVertical: 'hotel' });
    });
  });

  it('hands a preference on beside the filters, never as one of them', async () => {
    const scripted = scriptActivities({ extractFilters: hotels(), searchCatalogue: foundItems(5, 0.9) });
    await answering(scripted, async (open) => {
      await open(scope).ask('Quiet hotels in Boston');

      expect(scripted.inputsOf('searchCatalogue')[0]).toMatchObject({
        filters: { place: 'Boston' },
        preference: 'quiet',
      });
    });
  });
});

describe('research', () => {
  it('takes the message over and outlives the session', async () => {
    const scripted = scriptActivities({ searchWeb: hang, search: hang });
    await answering(scripted, async (open) => {
      const session = open();

      const answer = await session.ask(MESSAGE, { research: true });

      expect(answer.researchId).toBe(`${session.sessionId}-research-1`);
      const run = world.workflows.client.workflow.getHandle(answer.researchId ?? '');
      expect((await run.describe()).type).toBe('deepResearch');
      await keep(answer.answerId, 'answer-handed-over');
      await world.workflows.client.workflow.getHandle(session.sessionId).terminate();
      expect((await run.describe()).status.name).toBe('RUNNING');
      await run.terminate();
    });
  });
});
