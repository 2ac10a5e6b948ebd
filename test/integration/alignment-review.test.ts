import type { Activities } from '@plumbline/contracts/activities';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities, type ScriptedActivities } from '../support/builders/scripted-activities.ts';
import { planOf } from '../support/builders/scripted-answer-activities.ts';
import { reasoned, scriptedDraft } from '../support/builders/scripted-evidence.ts';
import { findEach } from '../support/builders/scripted-passages.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const SURE: Claim = { text: 'The lamp burns for nine hours.', citations: ['t1f1q1'] };
const DOUBTED: Claim = { text: 'The lamp burns for nine days.', citations: ['t1f1q1'] };

/** A model writes both claims, and its judge is sure of one. */
function ofModel(degradations: readonly Degradation[] = []): Partial<Activities> {
  const written = reasoned(scriptedDraft([SURE, DOUBTED]), 1);
  return {
    synthesizeReport: async () => written,
    composeAnswer: async () => written,
    verifyParts: async ({ parts }) => {
      const mark = (claim: Claim): Claim => (claim.text === DOUBTED.text ? { ...claim, isUnverified: true } : claim);
      const { value, cost } = reasoned(
        parts.map(({ claims }) => ({ claims: claims.map(mark), refused: [] })),
        1,
      );
      return { value, cost: { ...cost, degradations } };
    },
  };
}

const ask = (scripted: ScriptedActivities) =>
  world.answering(scripted, (open) => open().ask('How long does the lamp burn?'));

async function publish(scripted: ScriptedActivities) {
  await world.workflows.withWorkers(scripted, async () => {
    const handle = await world.workflows.start();
    await handle.result();
  });
  const [published] = scripted.inputsOf('publishReport');
  if (published === undefined) throw new Error('nothing was published');
  return published;
}

describe('the review of what a model wrote', () => {
  it('names the claims of a report that its judge is not sure of', async () => {
    const { alignment } = await publish(scriptActivities(ofModel()));

    expect(alignment).toEqual({ outcome: 'warned', issues: [{ claim: DOUBTED.text }], failure: null });
  });

  it('says so where its judge is not believed', async () => {
    const cause = 'the model agreed to everything';

    const { alignment } = await publish(scriptActivities(ofModel([{ step: 'judge-entailment', cause, count: 1 }])));

    expect(alignment).toMatchObject({ outcome: 'not-reviewed', failure: cause });
  });

  it('stands in the details of an answer', async () => {
    const { debug, notes } = await ask(scriptActivities(ofModel()));

    expect(debug.alignment).toMatchObject({ outcome: 'warned', issues: [{ claim: DOUBTED.text }] });
    expect(notes).toEqual([]);
  });
});

describe('what the rules wrote', () => {
  it('has quotations, and no review', async () => {
    const { alignment } = await publish(scriptActivities());

    expect(alignment).toBeNull();
  });

  it('has none as an answer either, with and without sources', async () => {
    const ungrounded = scriptActivities({
      understandMessage: async ({ message }) => reasoned(planOf(message, { grounding: 'none' })),
    });
    const unfound = scriptActivities({ searchFolder: findEach(async () => ({ hits: [], notes: [] })) });

    const answers = [await ask(scriptActivities()), await ask(ungrounded), await ask(unfound)];

    expect(answers.map(({ debug }) => debug.alignment)).toEqual([null, null, null]);
  });
});
