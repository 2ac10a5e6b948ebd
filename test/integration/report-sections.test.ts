import type { Activities, Reading } from '@plumbline/contracts/activities';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities, scriptedCheck } from '../support/builders/scripted-activities.ts';
import { QUOTE_TEXT, reasoned, scriptedDraft, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const HEADINGS = ['How long it burns', 'What it burns'];

/** Two tasks with five findings each, by a model. */
function scriptSections(replaced: Partial<Activities> = {}) {
  return scriptActivities({
    planResearch: async () =>
      reasoned({ tasks: ['t1', 't2'].map((taskId) => ({ taskId, text: `part ${taskId}`, rationale: '' })) }, 1, 10),
    searchFolder: findEach(async ({ query }) => ({
      hits: Array.from({ length: 5 }, (_, index) => scriptedHit(`${query} p${index + 1}`, query, index + 1)),
      corrected: false,
      notes: [],
    })),
    extractQuotes: readEach(findingFor),
    synthesizeReport: async ({ findings }) =>
      reasoned(draftOf(findings.map(({ quotes }) => quotes[0]?.key ?? '')), 1, 10),
    ...replaced,
  });
}

/** Two tasks may read the same passage. */
function findingFor({ findingId }: Reading) {
  return scriptedFinding(findingId, `passage-${findingId}`);
}

/** Each section cites half of the keys. */
function draftOf(keys: readonly string[]): ReportDraft {
  const [first = ''] = keys;
  const sections = HEADINGS.map((heading, index) => ({
    heading,
    claims: keys
      .filter((_, place) => place % HEADINGS.length === index)
      .map((key) => ({ text: QUOTE_TEXT, citations: [key] })),
  }));
  return { ...scriptedDraft([{ text: QUOTE_TEXT, citations: [first] }]), sections };
}

async function run(scripted: ReturnType<typeof scriptSections>, settings = {}, shape?: string) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start(settings);
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const [published] = scripted.inputsOf('publishReport');
  if (published === undefined) throw new Error('nothing was published');
  return published;
}

describe('a report of a model', () => {
  it('is written in one call, from all that was read', async () => {
    const scripted = scriptSections();

    const { draft, findings } = await run(scripted, {}, 'in-sections');

    const [written, ...others] = scripted.inputsOf('synthesizeReport');
    expect(others).toEqual([]);
    expect(new Set(written?.findings.map(({ taskId }) => taskId))).toEqual(new Set(['t1', 't2']));
    expect(draft.sections.map(({ heading }) => heading)).toEqual(HEADINGS);
    expect(findings).toHaveLength(10);
  });

  it('is verified part by part, and its record keeps what was refused', async () => {
    const refusal = {
      text: 'Ships sink.',
      reason: 'the cited words have no “Ships”',
      outcome: 'left-out' as const,
    };
    const scripted = scriptSections({
      verifyParts: async ({ parts }) =>
        reasoned(
          parts.map(({ part, claims }) =>
            part === 'answer' ? { claims, refused: [] } : { claims: [], refused: [refusal] },
          ),
          1,
          10,
        ),
    });

    const { draft } = await run(scripted);

    const parts = scripted.inputsOf('verifyParts').flatMap((one) => one.parts.map(({ part }) => part));
    expect(parts.filter((part) => part === 'section')).toHaveLength(HEADINGS.length);
    expect(draft.sections).toEqual([]);
    expect(scripted.inputsOf('checkReport')[0]?.refused).toContainEqual(refusal);
    expect(scripted.inputsOf('checkReport')).toHaveLength(1);
    expect(scripted.inputsOf('synthesizeReport')).toHaveLength(1);
  });

  it('is written by the rules, once, where nothing of it holds', async () => {
    const scripted = scriptSections({
      verifyParts: async ({ parts }) =>
        reasoned(
          parts.map(({ claims }) => ({
            claims: [],
            refused: claims.map(({ text }) => ({ text, reason: 'no', outcome: 'left-out' as const })),
          })),
          1,
          10,
        ),
    });

    const { degradations, quality } = await run(scripted);

    expect(scripted.inputsOf('synthesizeReport').map(({ engine }) => engine)).toEqual(['configured', 'offline']);
    expect(scripted.inputsOf('checkReport').map(({ engine, refused }) => [engine, refused])).toEqual([
      ['offline', undefined],
    ]);
    expect(degradations).toMatchObject([{ step: 'synthesizeReport', count: 1 }]);
    expect(quality.refused?.length).toBeGreaterThan(0);
  });
});

describe('the findings of a report', () => {
  it('are within the caps, but for what the report cites of the rest', async () => {
    const scripted = scriptSections({
      synthesizeReport: async ({ findings }) => {
        const [drawn] = findings.slice(-4);
        const cited = [...findings.slice(0, -4), ...(drawn === undefined ? [] : [drawn])];
        return reasoned(draftOf(cited.map(({ quotes }) => quotes[0]?.key ?? '')), 1, 10);
      },
    });

    const { findings, leftOut } = await run(scripted, {
      length: 'full',
      tierCaps: { tier1: 4, tier2: 0, tier3: 0 },
    });

    const [written] = scripted.inputsOf('synthesizeReport');
    const drawn = written?.findings.at(-4)?.findingId;
    expect(written?.findings).toHaveLength(10);
    expect(findings).toHaveLength(7);
    expect(findings.map(({ findingId }) => findingId)).toContain(drawn);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['cap', 'cap', 'cap', 'cap']);
    expect(leftOut.filter(({ isDrawn }) => isDrawn).map(({ findingId }) => findingId)).toEqual([drawn]);
  });

  it('travel by reference to the lists that extraction, grading and validation stored', async () => {
    const listOf = (step: string, ids: readonly string[]) => ({
      sha256: `${step}-${ids.join('-')}`,
      byteLength: 1,
      mediaType: 'application/json',
    });
    const scripted = scriptSections({
      extractQuotes: async ({ readings }) => {
        const stored = listOf(
          'read',
          readings.map(({ findingId }) => findingId),
        );
        return reasoned({ findings: readings.map(findingFor), leads: [], contradictions: [], stored });
      },
      classifyTiers: async ({ evidence }) => {
        const graded = (evidence?.findingIds ?? []).map((findingId) => ({
          findingId,
          contextTier: 1 as const,
          weight: 1,
          mentionedEntities: [],
        }));
        return { findings: graded, stored: listOf('graded', evidence?.findingIds ?? []) };
      },
      validateRelevance: async ({ evidence }) => {
        const ids = evidence?.findingIds ?? [];
        return { scores: ids.map((id) => ({ id, score: 0.9, reason: '' })), stored: listOf('validated', []) };
      },
    });

    const { findings, evidence } = await run(scripted, { length: 'brief' });

    const [t1, t2] = ['t1', 't2'].map((task) => Array.from({ length: 5 }, (_, index) => `${task}f${index + 1}`));
    const listsOf = (name: 'classifyTiers' | 'summarizeTask' | 'validateRelevance') =>
      new Set(scripted.inputsOf(name).flatMap(({ evidence: given }) => given?.lists.map(({ sha256 }) => sha256)));
    const graded = [t1, t2].map((ids = []) => listOf('graded', ids).sha256);
    // What both tasks found was read in one call, the best of each first.
    const read = [
      listOf(
        'read',
        (t1 ?? []).flatMap((id, index) => [id, t2?.[index] ?? '']),
      ).sha256,
    ];
    expect(listsOf('classifyTiers')).toEqual(new Set(read));
    expect(listsOf('summarizeTask')).toEqual(new Set(graded));
    expect(listsOf('validateRelevance')).toEqual(new Set(graded));
    expect(findings).toEqual([]);
    expect(evidence).toEqual({ lists: [listOf('validated', [])], findingIds: [...(t1 ?? []), ...(t2 ?? [])] });
  });

  it('lose the quotes that verification rejects, wherever they are read', async () => {
    const scripted = scriptSections({
      checkReport: async () => scriptedCheck({ rejectedQuotes: ['t1f1q1'] }),
    });

    const { findings } = await run(scripted);

    expect(findings.find(({ findingId }) => findingId === 't1f1')?.quotes).toEqual([]);
    expect(findings.find(({ findingId }) => findingId === 't1f2')?.quotes).toHaveLength(1);
  });
});
