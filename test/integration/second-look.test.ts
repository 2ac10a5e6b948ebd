import type { Activities } from '@plumbline/contracts/activities';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedDraft, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const WICK = 'trimming the wick';
const BURNS: Claim = { text: 'It burns for nine hours.', citations: ['t1f1q1'] };
const USE = { heading: 'Use', claims: [BURNS] };
const CARE = { heading: 'Care of the lamp', claims: [{ text: 'Clean it.', citations: ['t2f1q1'] }] };
const TRIMMED: Claim = { text: 'Trim it each morning.', citations: ['r3t1f1q1'] };

/** The author would look one thing up; a search for it finds a passage of this relevance. */
function authorLooksUp(relevance: number, changes: Partial<Activities> = {}, words = [WICK]) {
  return scriptActivities({
    searchFolder: findEach(async ({ query }) => ({
      hits: [scriptedHit(query === WICK ? 'wick' : `p-${query.length}`, query)],
      notes: [],
    })),
    extractQuotes: readEach(async ({ findingId, hit }) =>
      scriptedFinding(findingId, hit.passage.passageId, hit.passage.passageId === 'wick' ? { relevance } : {}),
    ),
    synthesizeReport: async () =>
      reasoned(
        {
          ...scriptedDraft([BURNS]),
          sections: [USE, CARE],
          lookUps: words.map((one) => ({ words: one, section: '“Care of the lamp”' })),
        },
        1,
      ),
    completeSections: async ({ sections }) =>
      reasoned({ summary: [], sections: sections.map((one) => ({ ...one, claims: [...one.claims, TRIMMED] })) }, 1),
    ...changes,
  });
}

async function publish(scripted: ReturnType<typeof scriptActivities>, shape?: string) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start({});
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const published = scripted.inputsOf('publishReport')[0];
  if (published === undefined) throw new Error('nothing was published');
  return published;
}

describe('what the author of a report would have looked up', () => {
  it('is searched, read, and written into the section that it concerns', async () => {
    const scripted = authorLooksUp(0.9);

    const { draft, findings, plan } = await publish(scripted, 'second-look');

    expect(scripted.inputsOf('searchFolder').at(-1)?.queries).toEqual([WICK]);
    const [asked] = scripted.inputsOf('completeSections');
    expect(asked).toMatchObject({ summary: [], sections: [CARE], foundIds: ['r3t1f1'] });
    expect(asked?.findings.map(({ findingId }) => findingId).toSorted()).toEqual(['r3t1f1', 't2f1']);
    expect(draft.sections).toEqual([USE, { ...CARE, claims: [...CARE.claims, TRIMMED] }]);
    expect(draft.summary).toEqual([BURNS]);
    expect(findings.map(({ findingId }) => findingId)).toContain('r3t1f1');
    expect(plan?.tasks.at(-1)).toMatchObject({ taskId: 'r3t1', text: WICK });
    expect(draft).not.toHaveProperty('lookUps');
  });

  it.each([
    { what: 'is beside the question', scripted: () => authorLooksUp(0.4) },
    { what: 'nobody wants', scripted: () => authorLooksUp(0.9, {}, []) },
  ])('changes nothing where what is found $what', async ({ scripted: script }) => {
    const scripted = script();

    const { draft } = await publish(scripted);

    expect(scripted.inputsOf('completeSections')).toEqual([]);
    expect(draft.sections).toEqual([USE, CARE]);
  });

  it('leaves the report as it was where the call for it fails', async () => {
    const failing: Activities['completeSections'] = async ({ engine }) => {
      if (engine === 'offline') return reasoned({ summary: [], sections: [] });
      throw ApplicationFailure.nonRetryable('refused', 'ModelRefused');
    };

    const { draft, degradations } = await publish(authorLooksUp(0.9, { completeSections: failing }));

    expect(draft.sections).toEqual([USE, CARE]);
    expect(degradations.map(({ step }) => step)).toContain('completeSections');
  });

  it('may bring headings below a section, and leaves out sections that stay as they are', async () => {
    const below = { heading: 'Trimming', isSubsection: true as const, claims: [TRIMMED] };
    const words = [WICK, 'oil'];
    const scripted = authorLooksUp(
      0.9,
      {
        synthesizeReport: async () =>
          reasoned(
            {
              ...scriptedDraft([BURNS]),
              sections: [USE, CARE],
              lookUps: words.map((one, index) => ({ words: one, section: [CARE, USE][index]?.heading ?? '' })),
            },
            1,
          ),
        completeSections: async () => reasoned({ summary: [], sections: [CARE, below] }, 1),
      },
      words,
    );

    expect((await publish(scripted)).draft.sections).toEqual([USE, CARE, below]);
  });

  it('is told where its author changed the heading of the only section', async () => {
    const renamed: Activities['completeSections'] = async ({ sections }) =>
      reasoned(
        { summary: [BURNS, TRIMMED], sections: sections.map(({ claims }) => ({ heading: 'Its care', claims })) },
        1,
      );

    const { draft } = await publish(authorLooksUp(0.9, { completeSections: renamed }));

    expect(draft.summary).toEqual([BURNS, TRIMMED]);
    expect(draft.sections.map(({ heading }) => heading)).toEqual(['Use', 'Care of the lamp']);
  });

  it('is at most five places', async () => {
    const scripted = authorLooksUp(0.9, {}, ['one', 'two', 'three', 'four', WICK, 'six']);

    await publish(scripted);

    const searched = scripted.inputsOf('searchFolder').flatMap(({ queries }) => queries);
    expect(searched).toEqual(expect.arrayContaining(['one', 'four', WICK]));
    expect(searched).not.toContain('six');
  });
});
