import type { Activities } from '@plumbline/contracts/activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { StageName } from '@plumbline/contracts/report/settled-stages';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readingsOf, scriptActivities, scriptedCheck } from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedDraft, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

async function publish(scripted: ReturnType<typeof scriptActivities>, settings = {}, shape?: string) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start(settings);
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const published = scripted.inputsOf('publishReport')[0];
  if (published === undefined) throw new Error('nothing was published');
  return published;
}

const FOREIGN = 'Die Lampe brennt neun Stunden.';
const mixed = scriptedDraft([{ text: FOREIGN, citations: ['t1f1q1'] }]);

describe('a report in mixed languages', () => {
  it('is written once, with a diagnostic that names the sentences, where the request asks for the check', async () => {
    const checkReport: Activities['checkReport'] = async (input) =>
      scriptedCheck({ foreignSentences: input.language === null ? [] : [FOREIGN] });
    const script = () => scriptActivities({ synthesizeReport: async () => reasoned(mixed), checkReport });
    const checked = script();
    const unchecked = script();

    const warned = await publish(checked);
    const silent = await publish(unchecked, { validateLanguage: false });

    expect(checked.inputsOf('synthesizeReport')).toHaveLength(1);
    expect(warned.diagnostics).toEqual([{ code: 'LANGUAGE_MIXED', sentences: [FOREIGN] }]);
    expect(unchecked.inputsOf('checkReport').map(({ language }) => language)).toEqual([null]);
    expect(silent.diagnostics).toEqual([]);
  });
});

describe('validation', () => {
  it('drops what drifted, says how much of each tier remains, and warns', async () => {
    const scripted = scriptActivities({
      validateRelevance: async ({ findings }) => ({
        scores: findings.map(({ findingId: id, taskId }) => ({
          id,
          score: taskId === 't1' ? 0.9 : 0.49,
          reason: taskId === 't1' ? 'answers' : 'about the oil',
        })),
        stored: null,
      }),
    });

    const { drift, diagnostics, findings } = await publish(scripted, {}, 'drifted');

    expect(findings.map(({ taskId }: Finding) => taskId)).toEqual(['t1']);
    expect(drift?.tiers).toEqual([{ tier: 1, total: 2, kept: 1 }]);
    expect(drift?.dropped).toEqual([
      expect.objectContaining({ findingId: 't2f1', finalRelevance: 0.49, reason: 'about the oil' }),
    ]);
    expect(diagnostics).toEqual([{ code: 'DRIFT', tier: 1, kept: 1, total: 2 }]);
  });

  it('sends what it dropped once, to the record of what is settled, and only counts it after that', async () => {
    const scripted = scriptActivities({
      validateRelevance: async ({ findings }) => ({
        scores: findings.map(({ findingId: id, taskId }) => ({ id, score: taskId === 't1' ? 0.9 : 0, reason: '' })),
        stored: null,
      }),
      recordProgress: async ({ settled }) => {
        const names = Object.keys(settled?.stages ?? {}) as StageName[];
        return { ledger: null, settled: names, temporalAddress: '127.0.0.1:7233' };
      },
    });

    const published = await publish(scripted);

    const sent = scripted.inputsOf('recordProgress');
    const recorded = sent.flatMap(({ settled }) => settled?.stages.material?.drift ?? []);
    expect(recorded.map(({ dropped }) => dropped.map(({ findingId }) => findingId))).toEqual([['t2f1']]);
    expect(published.drift).toBeUndefined();
    expect(sent.at(-1)?.progress.drift).toEqual({ tiers: [{ tier: 1, total: 2, kept: 1 }] });
    expect(published.diagnostics).toEqual([{ code: 'DRIFT', tier: 1, kept: 1, total: 2 }]);
  });

  it('gets the findings in the order of the ranking, not of reading', async () => {
    const { promise: secondIsRead, resolve: announce } = Promise.withResolvers<void>();
    const scripted = scriptActivities({
      planResearch: async ({ anchor }) =>
        reasoned({ tasks: [{ taskId: 't1', text: anchor.originalQuestion, rationale: '' }] }),
      searchFolder: findEach(async ({ query }) => ({
        hits: ['p1', 'p2'].map((id, index) => scriptedHit(id, query, index + 1)),
        notes: [],
      })),
      extractQuotes: readEach(async ({ findingId, hit }) => {
        if (hit.passage.passageId === 'p1') await secondIsRead;
        else announce();
        return scriptedFinding(findingId, hit.passage.passageId);
      }),
    });

    await publish(scripted);

    const [validated] = scripted.inputsOf('validateRelevance');
    expect(validated?.findings.map(({ passageId }) => passageId)).toEqual(['p1', 'p2']);
  });

  it('applies the caps of the request to synthesis, with a floor of two findings for each task', async () => {
    const scripted = scriptActivities({
      searchFolder: findEach(async ({ query }) => ({
        hits: ['a', 'b', 'c', 'd'].map((id, index) => scriptedHit(`${id}-${query.length}`, query, index + 1)),
        notes: [],
      })),
    });

    await publish(scripted, { tierCaps: { tier1: 1 }, maxQuotes: 1 });

    expect(scripted.inputsOf('validateRelevance')[0]?.findings).toHaveLength(8);
    expect(scripted.inputsOf('synthesizeReport')[0]).toMatchObject({ findings: [{}, {}, {}, {}], quotes: [{}] });
  });
});

describe('passages found while clarifying', () => {
  it('become findings of origin clarification, which synthesis gets when a task is left open', async () => {
    const scripted = scriptActivities({
      extractQuotes: readEach(({ findingId, hit, origin }) =>
        origin === 'clarification'
          ? scriptedFinding(findingId, hit.passage.passageId, { taskId: 'clarification', origin })
          : null,
      ),
      classifyTiers: async ({ findings }) => ({
        findings: findings.map((finding) => ({ ...finding, contextTier: 3, weight: 0.36 })),
        stored: null,
      }),
    });

    const { findings } = await publish(scripted, { clarify: 'auto' }, 'clarification-findings');

    expect(readingsOf(scripted)[0]).toMatchObject({ origin: 'clarification', hitScore: null });
    expect(findings).toEqual([expect.objectContaining({ origin: 'clarification', contextTier: 3 })]);
  });

  it('are not read when asking is switched off', async () => {
    const scripted = scriptActivities();

    await publish(scripted, { clarify: 'never' });

    expect(readingsOf(scripted).map(({ origin }) => origin)).not.toContain('clarification');
  });
});

describe('what the question was found to be', () => {
  it('is recorded with what the assessment left open', async () => {
    const wellBehaved = scriptActivities().activities;
    const scripted = scriptActivities({
      assessClarity: async (input) => {
        const { value } = await wellBehaved.assessClarity(input);
        return reasoned({ ...value, coverage: 0.4, knowledgeGaps: ['Nothing names the oil.'] });
      },
    });

    const { clarity } = await publish(scripted);

    expect(clarity).toEqual({ coverage: 0.4, knowledgeGaps: ['Nothing names the oil.'] });
  });

  it('records no coverage where the question could not be assessed', async () => {
    const scripted = scriptActivities({
      assessClarity: async () => {
        throw ApplicationFailure.nonRetryable('no assessment');
      },
    });

    expect((await publish(scripted)).clarity).toBeNull();
  });
});
