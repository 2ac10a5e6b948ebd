import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Activities } from '../../workflows/contracts/activities.ts';
import { PASSED, type ScriptedActivities, scriptActivities } from '../support/builders/scripted-activities.ts';
import { planOf } from '../support/builders/scripted-answer-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { findEach } from '../support/builders/scripted-passages.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';
import { keepHistory } from '../support/worlds/workflow-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const MESSAGE = 'How long does the lamp burn?';
const DOUBTED = 'The lamp burns for nine days.';

const warns: Activities['reviewAlignment'] = async () => ({
  outcome: 'warned',
  issues: [{ kind: 'unsupported', claim: DOUBTED }],
  failure: null,
});
const broken: Activities['reviewAlignment'] = async () => {
  throw ApplicationFailure.nonRetryable('the disk is gone');
};

async function ask(scripted: ScriptedActivities, shape?: string) {
  return world.answering(scripted, async (open) => {
    const answer = await open().ask(MESSAGE);
    if (shape !== undefined) await world.keep(answer.answerId, shape);
    return answer;
  });
}

async function publish(scripted: ScriptedActivities, shape?: string) {
  await world.workflows.withWorkers(scripted, async () => {
    const handle = await world.workflows.start();
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const [published] = scripted.inputsOf('publishReport');
  if (published === undefined) throw new Error('nothing was published');
  return published;
}

describe('the review of an answer', () => {
  it('says nothing where it passed, and stands in the details', async () => {
    const scripted = scriptActivities();

    const answer = await ask(scripted, 'answer-reviewed');

    expect(scripted.inputsOf('reviewAlignment')).toHaveLength(1);
    expect(answer.debug.alignment).toEqual(PASSED);
    expect(answer.notes).toEqual([]);
  });

  it('adds a warning of what it found', async () => {
    const answer = await ask(scriptActivities({ reviewAlignment: warns }));

    expect(answer.notes).toContain(`No source says: “${DOUBTED}”`);
    expect(answer.debug.alignment).toMatchObject({ outcome: 'warned' });
  });

  it('does not hold the answer up where it fails', async () => {
    const answer = await ask(scriptActivities({ reviewAlignment: broken }));

    expect(answer.summary).not.toBe('');
    expect(answer.debug.alignment).toEqual({ outcome: 'not-reviewed', issues: [], failure: 'the disk is gone' });
  });

  it('is not made of an answer without sources', async () => {
    const scripted = scriptActivities({
      understandMessage: async ({ message }) => reasoned(planOf(message, { grounding: 'none' })),
    });
    const unfound = scriptActivities({ searchFolder: findEach(async () => ({ hits: [], notes: [] })) });

    const answers = [await ask(scripted), await ask(unfound)];

    expect(answers.map(({ debug }) => debug.alignment)).toEqual([null, null]);
    expect([scripted, unfound].flatMap((one) => one.inputsOf('reviewAlignment'))).toEqual([]);
  });
});

describe('the review of a report', () => {
  it('follows the verification, and is published with the report', async () => {
    const scripted = scriptActivities();

    const { alignment } = await publish(scripted, 'reviewed');

    expect(alignment).toEqual(PASSED);
    const names = scripted.calls.map(({ name }) => name);
    expect(names.indexOf('reviewAlignment')).toBeGreaterThan(names.lastIndexOf('checkReport'));
  });

  it('is published with what it found, and nothing is checked again', async () => {
    const scripted = scriptActivities({ reviewAlignment: warns });

    const { alignment } = await publish(scripted);

    expect(alignment).toMatchObject({ outcome: 'warned', issues: [{ claim: DOUBTED }] });
    expect(scripted.inputsOf('checkReport')).toHaveLength(1);
  });
});
