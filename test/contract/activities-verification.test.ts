import type { Finding } from '@plumbline/contracts/evidence/finding';
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
  const INVENTED = 'It is said: "the lamp burns for nine nights without oil".';

  /** Its statements were judged part by part. */
  const verify = async (parts: object, change = (finding: Finding): Finding => finding) => {
    const findings = [change(await storedFinding(world, 't1f1', BURNS))];
    return checkText(world.activities, { anchor: anchorOf(), draft: draftOf(parts), findings, engine: 'model' });
  };

  it('leaves statements to their judge', async () => {
    const statements = [
      { ...TRUE, text: 'On one filling it burns for 9 hours.' },
      { ...TRUE, text: 'The lamp burns for 19 hours on one filling.' },
    ];
    const { draft, quality } = await verify({ summary: statements });

    expect(draft.summary).toEqual(statements);
    expect(quality).toMatchObject({ claims: 2, statementsRemoved: 0 });
  });

  it('takes out what cites nothing but a quote that its source does not have', async () => {
    const forged = ({ quotes, ...finding }: Finding): Finding => ({
      ...finding,
      quotes: quotes.map((quote) => ({ ...quote, text: quote.text.replace('nine', 'ten ') })),
    });
    const { draft, quality } = await verify(
      {
        summary: [TRUE],
        keyFindings: [TRUE],
        limitations: [{ text: 'No more.', citations: [] }],
      },
      forged,
    );

    expect(draft).toEqual(draftOf({ limitations: [{ text: 'No more.', citations: [] }] }));
    expect(quality).toMatchObject({ quotesRejected: 1, statementsRemoved: 2 });
  });

  it('lets no invented quotation into headings and gaps', async () => {
    const { draft } = await verify({
      summary: [TRUE],
      sections: [{ heading: INVENTED, claims: [TRUE] }],
      remainingGaps: [INVENTED, 'Who fills the lamp?'],
    });

    expect(draft).toMatchObject({ sections: [], keyFindings: [TRUE], remainingGaps: ['Who fills the lamp?'] });
  });
});
