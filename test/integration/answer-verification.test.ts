import type { Activities } from '@plumbline/contracts/activities';
import type { VerifiedPart } from '@plumbline/contracts/report/report-activities';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { qualityOf } from '../support/builders/research-fixtures.ts';
import { scriptActivities, type ScriptedActivities, scriptedCheck } from '../support/builders/scripted-activities.ts';
import { QUOTE_TEXT, reasoned, scriptedDraft, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const WRITTEN = { text: 'It burns for nine hours.', citations: ['t1f1s9-45'] };
const LIMIT = { text: 'No page names the price.', citations: [], absence: { searched: 'price' } };
const REFUSED = { text: WRITTEN.text, reason: 'it burns for ten', outcome: 'left-out' as const };

const byModel: Activities['composeAnswer'] = async ({ engine }) =>
  engine === 'configured'
    ? reasoned({ ...scriptedDraft([WRITTEN]), limitations: [LIMIT] }, 1)
    : reasoned(scriptedDraft([{ text: QUOTE_TEXT, citations: ['t1f1q1'] }]));
/** Of verified parts it knows what was refused. */
const checkReport: Activities['checkReport'] = async (input) =>
  scriptedCheck({ quality: { ...qualityOf(), ...(input.refused && { refused: [...input.refused] }) } });

async function ask(scripted: ScriptedActivities) {
  return world.answering(scripted, async (open) => open().ask('How long does the lamp burn?'));
}

/** What becomes of the answer; its limitations stay. */
function ofAnswer(verified: VerifiedPart): Activities['verifyParts'] {
  return async ({ parts }) =>
    reasoned(parts.map(({ part, claims }) => (part === 'answer' ? verified : { claims, refused: [] })));
}

describe('an answer that a model wrote', () => {
  it('is verified part by part, and its review is told from that', async () => {
    const scripted = scriptActivities({ composeAnswer: byModel });

    const answer = await ask(scripted);

    const parts = [
      { part: 'answer', claims: [WRITTEN] },
      { part: 'limitations', claims: [LIMIT] },
    ];
    expect(scripted.inputsOf('verifyParts')).toMatchObject([{ parts }]);
    expect(scripted.inputsOf('checkReport')).toMatchObject([{ engine: 'model', refused: [] }]);
    expect(answer.debug.alignment).toEqual({ outcome: 'passed', issues: [], failure: null });
  });

  it('suggests what it would ask next, as far as the sources answer it, and no template', async () => {
    const renderAnswer: Activities['renderAnswer'] = async (input) => ({
      ...(await scriptActivities().activities.renderAnswer(input)),
      followUps: ['Who trims the wick?'],
    });
    const ofModel = await ask(scriptActivities({ composeAnswer: byModel, renderAnswer }));
    const ofRules = await ask(scriptActivities({ renderAnswer }));

    expect(ofModel.followUpSuggestions).toEqual(['Who trims the wick?']);
    expect(ofRules.followUpSuggestions).not.toContain('Who trims the wick?');
  });

  it('keeps what was refused with its verification', async () => {
    const mended = { text: 'It burns for nine hours on one filling.', citations: WRITTEN.citations };
    const refused = [{ ...REFUSED, outcome: 'mended' as const, replacement: mended.text }];
    const verifyParts = ofAnswer({ claims: [mended], refused });
    const scripted = scriptActivities({ composeAnswer: byModel, verifyParts, checkReport });

    const answer = await ask(scripted);

    expect(answer.summary).toBe(`${mended.text} [1]`);
    expect(answer.verification?.refused).toEqual(refused);
  });

  it('ends with what was found for its limitations, and cites it', async () => {
    const found = scriptedFinding('n1f1', 'oil');
    const [key = ''] = found.quotes.map((quote) => quote.key);
    const price = { text: 'The oil costs 3 crowns.', citations: [key] };
    const verifyParts: Activities['verifyParts'] = async ({ parts }) =>
      reasoned(
        parts.map(({ part, claims }) =>
          part === 'answer' ? { claims, refused: [] } : { claims: [], refused: [], answers: [price], found: [found] },
        ),
      );
    const scripted = scriptActivities({ composeAnswer: byModel, verifyParts });

    await ask(scripted);

    const placed = { ...price, placement: { form: 'paragraph', block: 1 } };
    const [checked] = scripted.inputsOf('checkReport');
    const [rendered] = scripted.inputsOf('renderAnswer');
    expect(checked).toMatchObject({ draft: { summary: [WRITTEN, placed], limitations: [] } });
    expect(checked?.findings.at(-1)).toEqual(found);
    expect(rendered?.findings.at(-1)).toMatchObject({ findingId: 'n1f1' });
  });

  it('shows the places that were found where nothing of it holds, and says so first', async () => {
    const verifyParts = ofAnswer({ claims: [], refused: [REFUSED] });
    const scripted = scriptActivities({ composeAnswer: byModel, verifyParts, checkReport });

    const answer = await ask(scripted);

    expect(scripted.inputsOf('composeAnswer').map(({ engine }) => engine)).toEqual(['configured', 'offline']);
    expect(scripted.inputsOf('checkReport')).toMatchObject([{ engine: 'offline' }]);
    expect(scripted.inputsOf('renderAnswer')).toMatchObject([{ engine: 'offline' }]);
    expect(answer.summary).toMatch(/^No language model wrote this answer: /u);
    expect(answer.summary).toContain(`${QUOTE_TEXT} [1]`);
    expect(answer.verification).toMatchObject({ statementsRemoved: 1, refused: [REFUSED] });
    expect(answer.degradations).toMatchObject([{ step: 'composeAnswer', count: 1 }]);
  });
});

describe('an answer of the rules', () => {
  it('is checked, and no part of it is verified or judged', async () => {
    const scripted = scriptActivities();

    const answer = await ask(scripted);

    expect(scripted.inputsOf('verifyParts')).toEqual([]);
    expect(scripted.inputsOf('checkReport')).toMatchObject([{ engine: 'offline' }]);
    expect(answer.debug.alignment).toBeNull();
  });
});
