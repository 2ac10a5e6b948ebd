import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Activities } from '../../workflows/contracts/activities.ts';
import {
  GOOD_SCORES,
  PASSED,
  type ScriptedActivities,
  scriptActivities,
} from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedDraft } from '../support/builders/scripted-evidence.ts';
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
const CORRECTED = 'The lamp burns for nine hours.';

/** Of the correction alone. */
const RESCORED = { ...GOOD_SCORES, completeness: 90 };

const finds = (outcome: 'warned' | 'corrected'): Activities['reviewAlignment'] => {
  return async ({ verification, scoredBy }) =>
    reasoned({
      review: { outcome, ran: ['rules', 'model'], issues: [{ kind: 'unsupported', claim: DOUBTED }], failure: null },
      corrected:
        outcome === 'warned'
          ? null
          : {
              draft: scriptedDraft([{ text: CORRECTED, citations: ['t1f1q1'] }]),
              rejectedQuotes: [],
              quality: verification,
              scores: scoredBy === null ? null : RESCORED,
            },
    });
};

/** The model is down for every review. */
const down: Activities['reviewAlignment'] = async ({ engine }) => {
  if (engine === 'configured') throw ApplicationFailure.nonRetryable('the model is down', 'ModelUnavailable');
  return reasoned({ review: PASSED, corrected: null });
};
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

  it('shows the corrected text in place of the other', async () => {
    const scripted = scriptActivities({ reviewAlignment: finds('corrected') });

    const answer = await ask(scripted);

    expect(scripted.inputsOf('renderAnswer')[0]?.draft.summary).toEqual([{ text: CORRECTED, citations: ['t1f1q1'] }]);
    expect(answer.notes).toEqual([]);
  });

  it('adds a warning where nothing could correct it', async () => {
    const answer = await ask(scriptActivities({ reviewAlignment: finds('warned') }));

    expect(answer.notes).toContain(`No source says: “${DOUBTED}”`);
    expect(answer.debug.alignment).toMatchObject({ outcome: 'warned' });
  });

  it.each([
    ['the model is down', down, { outcome: 'not-reviewed', ran: ['rules'], failure: 'the model is down' }],
    ['the review fails', broken, { outcome: 'not-reviewed', ran: [], failure: 'the disk is gone' }],
  ])('does not hold the answer up where %s', async (_, reviewAlignment, expected) => {
    const answer = await ask(scriptActivities({ reviewAlignment }));

    expect(answer.summary).not.toBe('');
    expect(answer.debug.alignment).toMatchObject(expected);
  });

  it('is not made of an answer without sources', async () => {
    const scripted = scriptActivities({
      decideGrounding: async () => reasoned({ grounding: 'none', reason: 'a greeting' }),
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

  it('publishes the correction with its own scores, and checks nothing again', async () => {
    const scripted = scriptActivities({ reviewAlignment: finds('corrected') });

    const { alignment, draft, quality } = await publish(scripted, 'review-corrected');

    expect(draft.summary).toEqual([{ text: CORRECTED, citations: ['t1f1q1'] }]);
    expect(quality.scores).toEqual(RESCORED);
    expect(scripted.inputsOf('checkReport')).toHaveLength(1);
    expect(alignment).toMatchObject({ outcome: 'corrected' });
  });

  it('goes on at once where the model is down', async () => {
    const scripted = scriptActivities({ reviewAlignment: down });

    const { alignment, degradations } = await publish(scripted, 'review-model-down');

    expect(alignment).toMatchObject({ outcome: 'not-reviewed', failure: 'the model is down' });
    expect(degradations).toContainEqual({ step: 'reviewAlignment', cause: 'the model is down', count: 1 });
  });
});
