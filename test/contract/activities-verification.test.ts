import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFindings } from '../../workflows/domain/verified-findings.ts';
import { checkText } from '../support/builders/checked-drafts.ts';
import { anchorOf, draftOf, findingOf, quoteOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { createTestActivities, research, type TestActivities } from '../support/builders/test-activities.ts';

let world: TestActivities;

beforeAll(async () => {
  world = await createTestActivities();
});

afterAll(async () => {
  await world.dispose();
});

describe('checkReport', () => {
  const verify = async (change: (text: string) => string, claim: { text?: string; citations?: string[] } = {}) => {
    const input = await research(world, 'How long does the harbour lamp burn?');
    const findings = input.findings.map((finding, index) =>
      index > 0
        ? finding
        : { ...finding, quotes: finding.quotes.map((quote) => ({ ...quote, text: change(quote.text) })) },
    );
    const [answer] = input.draft.summary;
    const draft = { ...input.draft, summary: answer === undefined ? [] : [{ ...answer, ...claim }] };
    const { anchor, engine } = input;
    const checking = { anchor, draft, findings, engine };
    return withFindings(await checkText(world.activities, checking), checking);
  };

  it('rejects a quote with a changed letter, and the claim that cites it', async () => {
    const { quality, findings, draft } = await verify((text) => text.replace('nine', 'nine '));

    expect(quality.quotesRejected).toBeGreaterThan(0);
    expect(quality.statementsRemoved).toBeGreaterThan(0);
    expect(findings[0]?.quotes.map(({ text }) => text).join(' ')).not.toContain('nine  hours');
    expect(draft.summary.map(({ text }) => text).join(' ')).not.toContain('nine');
  });

  it.each<[string, { text?: string; citations?: string[] }]>([
    ['a claim that is not the quote', { text: 'The harbour lamp burns for ten hours on one filling of oil.' }],
    ['a key that was never issued', { citations: ['t9f9q9'] }],
    ['a claim without a citation', { citations: [] }],
  ])('removes %s', async (_, claim) => {
    const { quality, draft } = await verify((text) => text, claim);

    expect(quality.statementsRemoved).toBe(1);
    expect(draft.summary.some(({ text }) => text === claim.text)).toBe(false);
  });

  it('refuses a quote from a text that was never stored', async () => {
    const textHash = 'd'.repeat(64);
    const finding = findingOf('t1f1', 'Words that stand nowhere at all.', {
      quotes: [quoteOf('t1f1q1', 'Words that stand nowhere at all.', { textHash })],
    });
    const input = {
      anchor: anchorOf(),
      draft: draftOf(),
      findings: [finding],
      engine: 'offline' as const,
    };
    const { findings, quality } = withFindings(await checkText(world.activities, input), input);

    expect(findings[0]?.quotes).toEqual([]);
    expect(quality.notes).toEqual([`Quote t1f1q1 was rejected: the stored text ${textHash} is missing.`]);
  });
});

describe('checkReport of what a model wrote', () => {
  const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
  const TRUE = { text: 'The lamp burns for nine hours.', citations: ['t1f1q1'] };

  const verify = async (parts: object) => {
    const findings = [await storedFinding(world, 't1f1', BURNS)];
    return checkText(world.activities, { anchor: anchorOf(), draft: draftOf(parts), findings, engine: 'model' });
  };

  it('lets a faithful claim stand', async () => {
    const { draft, quality } = await verify({ summary: [{ ...TRUE, text: 'On one filling it burns for 9 hours.' }] });

    expect(draft.summary).toHaveLength(1);
    expect(quality).toMatchObject({ claims: 1, statementsRemoved: 0 });
  });

  const INVENTED = [
    ['an invented quotation', { text: 'The rule says "the lamp burns for nine nights without oil".' }],
    ['one figure changed inside a true quotation', { text: 'It says "burns for ten hours on one filling".' }],
    ['a figure that no evidence holds', { text: 'The lamp burns for 19 hours on one filling.' }],
    ['a citation key that does not exist', { text: 'The lamp burns for nine hours.', citations: ['t1f1q1', 't7f7q7'] }],
    ['a citation key that does not exist, in the text', { text: 'The lamp burns for nine hours [t7f7q7].' }],
  ] as const;

  it.each(INVENTED)('lets %s into no part of the report', async (_, changes) => {
    const wrong = { ...TRUE, ...changes };
    const { draft, quality } = await verify({
      summary: [TRUE, wrong],
      overview: [wrong],
      keyFindings: [wrong],
      sections: [{ heading: 'Details', claims: [wrong] }],
      conflicts: [[TRUE, wrong]],
    });

    expect(draft).toEqual(draftOf({ summary: [TRUE], keyFindings: [TRUE] }));
    expect(quality.statementsRemoved).toBe(5);
  });

  it('lets no invented quotation or figure into limitations, headings and gaps', async () => {
    const quotation = 'It is said: "the lamp burns for nine nights without oil".';
    const { draft } = await verify({
      summary: [TRUE],
      sections: [{ heading: quotation, claims: [TRUE] }],
      limitations: [
        { text: quotation, citations: [] },
        { text: 'Nothing is said about the 31 other lamps.', citations: [] },
        { text: 'Nothing is said about other lamps.', citations: ['t7f7q7'] },
      ],
      remainingGaps: [quotation, 'Who fills the lamp?'],
    });

    expect(draft).toMatchObject({
      sections: [],
      keyFindings: [TRUE],
      remainingGaps: ['Who fills the lamp?'],
    });
    expect(draft.limitations).toEqual([{ text: 'Nothing is said about other lamps.', citations: [] }]);
  });

  it('removes the keys from the text', async () => {
    const { draft } = await verify({ summary: [{ text: 'The lamp burns for nine hours [t1f1q1].', citations: [] }] });

    expect(draft.summary).toEqual([TRUE]);
  });
});

describe('checkReport of a report', () => {
  const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
  const ANSWER = { text: BURNS, citations: ['t1f1q1'] };

  const check = async (parts: object) =>
    world.activities.checkReport({
      anchor: anchorOf(),
      draft: draftOf(parts),
      findings: [await storedFinding(world, 't1f1', BURNS)],
      engine: 'model',
      language: 'en',
      scoredBy: { corpusId: world.report.corpusId, taskTexts: ['How long does the harbour lamp burn?'] },
    });

  it('sends a draft without a fault not back, and scores it', async () => {
    const { draft, scores } = await check({ summary: [ANSWER] });

    expect(draft).toBeNull();
    expect(Object.values(scores ?? {})).toEqual([100, 100, 100, 100, 100]);
  });

  it('scores what verification kept, and counts against it what was taken out', async () => {
    const untrue = { text: 'The tide floods the quay for eleven hours.', citations: ['t1f1q1'] };

    const { draft, quality, scores } = await check({ summary: [ANSWER], keyFindings: [untrue] });

    expect(draft?.keyFindings).toEqual([]);
    expect(quality.statementsRemoved).toBe(1);
    expect(scores).toMatchObject({ queryAdherence: 100, citationSupport: 50 });
  });
});
