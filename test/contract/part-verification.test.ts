import type { Claim } from '@plumbline/contracts/evidence/claim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BURNS, concluded, createLampPart, KEEPER, said, WICKS } from '../support/builders/lamp-part.ts';
import type { VerificationScript } from '../support/builders/verified-parts.ts';

let part: Awaited<ReturnType<typeof createLampPart>>;

beforeEach(async () => {
  part = await createLampPart();
});

afterEach(() => part.dispose());

const verify: typeof part.verify = (...given) => part.verify(...given);
const YES = { verdict: 'yes', reason: '' };

describe('verifyParts', () => {
  it('asks nothing about the words of a source', async () => {
    expect(await verify([said(BURNS)])).toMatchObject({ claims: [said(BURNS)], refused: [], calls: 0 });
  });

  it('asks once about all that is in other words, and marks what the model agrees to and what it leaves open', async () => {
    const sure = said('A full tank lasts the lamp nine hours.');
    const open = said('Only one person may handle it.', KEEPER);
    const verdict = (text: string) => (text === open.text ? { verdict: 'unsure', reason: 'vague' } : YES);
    const { claims, asked, mended, calls } = await verify([sure, open], { verdict });

    expect(asked).toEqual([[sure.text, open.text]]);
    expect(mended[0]?.refused.map(({ text }) => text)).toEqual([open.text]);
    expect(claims).toEqual([
      { ...sure, isEntailed: true },
      { ...open, isUnverified: true },
    ]);
    expect(calls).toBe(2);
  });

  it('has the author say less where the model is unsure, and takes it if the model agrees', async () => {
    const open = said('Only one person may handle it.', KEEPER);
    const verdict = (text: string) => (text === open.text ? { verdict: 'unsure', reason: 'vague' } : YES);
    const mend = () => 's1: The keeper alone may touch its glass. [p1.3]';
    const { claims, refused } = await verify([open], { verdict, mend });

    expect(claims).toMatchObject([{ text: 'The keeper alone may touch its glass.', isEntailed: true }]);
    expect(claims[0]).not.toHaveProperty('isUnverified');
    expect(refused).toMatchObject([{ text: open.text, outcome: 'mended', replacement: claims[0]?.text }]);
  });

  it.each([
    ['is unsure again', 'unsure'],
    ['refuses', 'no'],
  ])('keeps what was unsure, marked, where the model %s', async (_, second) => {
    const open = said('Only one person may handle it.', KEEPER);
    const verdict = (text: string) => ({ verdict: text === open.text ? 'unsure' : second, reason: 'vague' });
    const { claims, refused } = await verify([open], { verdict, mend: () => 's1: One person handles it. [p1.3]' });

    expect(claims).toEqual([{ ...open, isUnverified: true }]);
    expect(refused).toEqual([]);
  });

  it.each([
    ['a figure that no sentence of the passage has', 'The lamp burns for eleven hours on a filling.'],
    ['a unit', 'The lamp burns for nine minutes on a filling.'],
    ['a name', 'The lamp of Port Ellen burns for nine hours.'],
    ['a turned sense', 'The harbour lamp does not burn for nine hours on one filling.'],
    ['a figure of another sentence', 'The lamp burns nine hours, and its wicks are trimmed every 14 days.'],
  ])('leaves %s to the model, which is told of no comparison', async (_, text) => {
    const refuse = () => ({ verdict: 'no', reason: 'the words say something else' });
    const right = await verify([said(text)]);
    const wrong = await verify([said(text)], { verdict: refuse });

    expect(right.claims).toEqual([{ ...said(text), isEntailed: true }]);
    expect(wrong.claims).toEqual([]);
    expect(wrong.refused).toEqual([{ text, outcome: 'left-out', reason: 'the words say something else' }]);
    expect([right.asked, wrong.asked]).toEqual([[[text]], [[text]]]);
  });

  it.each([
    ['a quotation that is none', 'The lamp “burns for nine hours if the wind is low”.'],
    ['a question', 'How many hours does the lamp burn?'],
    ['another language', 'Die Lampe im Hafen brennt mit einer Füllung neun Stunden lang.'],
  ])('refuses %s without asking', async (_, text) => {
    const { claims, refused, asked } = await verify([said(text)]);

    expect(claims).toEqual([]);
    expect(refused).toMatchObject([{ text, outcome: 'left-out' }]);
    expect(asked).toEqual([]);
  });

  it('keeps beside which statement one stood that is left out', async () => {
    const [gone, first] = ['It never goes out at all.', 'The lamp is never lit.'];
    const verdict = (text: string) => (text === gone || text === first ? { verdict: 'no', reason: 'not said' } : YES);
    const { refused } = await verify([said(first), said(BURNS), said(gone)], { verdict });

    expect(refused).toEqual([
      { text: first, outcome: 'left-out', reason: 'not said', before: BURNS },
      { text: gone, outcome: 'left-out', reason: 'not said', after: BURNS },
    ]);
  });

  it('takes a lead-in out with its list', async () => {
    const lead = concluded('The rules are:');
    const entry = said('The glass is cleaned every 3 days.', KEEPER, { placement: { form: 'list', block: 1 } });
    const { texts } = await verify([said(BURNS), lead, entry], {
      verdict: () => ({ verdict: 'no', reason: 'not said' }),
    });

    expect(texts).toEqual([BURNS]);
  });

  it('does without the verdicts of a model that agrees to everything', async () => {
    const sure = said('A full tank lasts the lamp nine hours.');
    const wrong = said('The lamp burns for eleven hours.');
    const verdict = (text: string) => (text === wrong.text ? { verdict: 'no', reason: '' } : YES);
    const { claims, refused, mended } = await verify([sure, wrong], { agreesToAll: true, verdict });

    expect(claims).toEqual([
      { ...sure, notJudged: true },
      { ...wrong, notJudged: true, isUnverified: true },
    ]);
    expect([refused, mended]).toEqual([[], []]);
  });
});

describe('a row of a table', () => {
  const cell = (column: string, text: string, words: string): Claim =>
    said(text, words, { placement: { form: 'table', block: 1, row: 'Harbour lamp', column } });
  const time = cell('Burning time', 'nine hours a filling', BURNS);
  const wicks = cell('Wicks', 'two pieces of cotton', WICKS);
  const touch = cell('Touching', 'left to one person', KEEPER);
  const row = [time, wicks, touch];
  const judged = async (verdict: Required<VerificationScript>['verdict'], cells: readonly Claim[] = row) => {
    const { claims, asked, refused } = await verify(cells, { verdict });
    return {
      asked,
      kept: claims.map(({ text }) => text),
      refused: refused.map(({ text, reason }) => [text, reason]),
      claims,
    };
  };
  const textsOf = (claims: readonly Claim[]) => claims.map(({ text }) => text);

  it('is asked about once, with its cells in the order of its columns', async () => {
    const { asked, claims } = await judged(() => YES);

    expect(asked).toEqual([['Harbour lamp | nine hours a filling | two pieces of cotton | left to one person']]);
    expect(claims).toEqual(row.map((one) => ({ ...one, isEntailed: true })));
  });

  it('loses the cell that is named', async () => {
    const { kept, refused } = await judged((_, __, id) => ({ id: `${id}.2`, verdict: 'no', reason: 'of wool' }));

    expect(kept).toEqual(textsOf([time, touch]));
    expect(refused).toEqual([[wicks.text, 'of wool']]);
  });

  it('loses the cell that is named, whatever is said of the row', async () => {
    const both = (_: string, __: readonly string[], id: string) => [
      { id, verdict: 'no', reason: 'a cell' },
      { id: `${id}.3`, verdict: 'no', reason: 'by two' },
    ];

    expect((await judged(both)).kept).toEqual(textsOf([time, wicks]));
  });

  it('is lost where none is named, whatever the rules doubt', async () => {
    const three = cell('Wicks', 'three pieces of cotton', WICKS);

    expect((await judged(() => ({ verdict: 'no', reason: 'another lamp' }))).kept).toEqual([]);
    expect((await judged(() => ({ verdict: 'no', reason: 'one' }), [time, three, touch])).kept).toEqual([]);
  });

  it('is marked as a whole where it is unsure, and one cell where it is named', async () => {
    const whole = await judged(() => ({ verdict: 'unsure', reason: '' }));
    const one = await judged((_, __, id) => ({ id: `${id}.1`, verdict: 'unsure', reason: '' }));

    expect(whole.claims.map(({ isUnverified }) => isUnverified)).toEqual([true, true, true]);
    expect(one.claims.map(({ isUnverified }) => isUnverified)).toEqual([true, undefined, undefined]);
  });
});

describe('a statement without a citation', () => {
  it('may connect and conclude, and is judged by what stands around it', async () => {
    const drawn = concluded('So one filling at dusk carries the lamp through a short night.');
    const { claims, asked } = await verify([said(BURNS), drawn]);

    expect(claims).toEqual([said(BURNS), { ...drawn, isEntailed: true }]);
    expect(asked).toEqual([[drawn.text]]);
  });

  it.each([
    ['a figure', 'So it needs three fillings a week, 40 litres in all.'],
    ['a name', 'So it outlasts the lamp of Port Ellen.'],
  ])('brings in no %s that the model does not confirm', async (_, text) => {
    const { texts, asked } = await verify([said(BURNS), concluded(text)], {
      verdict: () => ({ verdict: 'no', reason: 'not said' }),
    });

    expect(texts).toEqual([BURNS]);
    expect(asked).toEqual([[text]]);
  });

  it('says no words in quotation marks that no passage has', async () => {
    const { texts, asked } = await verify([said(BURNS), concluded('So it “burns without any oil”.')]);

    expect(texts).toEqual([BURNS]);
    expect(asked).toEqual([]);
  });

  it('is refused where it does not say that it concludes', async () => {
    expect((await verify([said('The lamp is old.', BURNS, { citations: [] })])).refused[0]?.reason).toContain('cites');
  });

  it('limits a report without being judged', async () => {
    const limit = concluded('Nothing is known of other lamps.');

    expect(await verify([limit], {}, { part: 'limitations' })).toMatchObject({ claims: [limit], calls: 0 });
  });
});

describe('the answer', () => {
  const refuseEleven = (text: string) => (text.includes('eleven') ? { verdict: 'no', reason: 'nine' } : YES);

  it('is mended with a warning where it would lose its core', async () => {
    const wrong = said('The lamp burns for eleven hours.');
    const mend = () => 's1: The lamp burns for nine hours. [p1.1]';
    const { texts, mended } = await verify([wrong], { mend, verdict: refuseEleven }, { part: 'answer' });

    expect(mended[0]?.warning).toContain('does not answer the question');
    expect(texts).toEqual(['The lamp burns for nine hours.']);
  });

  it('says so where nothing carries it', async () => {
    const wrong = said('The lamp burns for eleven hours.');
    const drawn = concluded('So it lasts.');
    const { claims } = await verify([wrong, drawn], { verdict: refuseEleven }, { part: 'answer' });

    expect(claims).toMatchObject([{ text: expect.stringMatching(/do not carry an answer/), citations: [] }]);
  });
});

describe('a passage that addresses a program', () => {
  it('is only quoted, and is not shown for mending', async () => {
    const hostile = { ...part.lamp, untrusted: ['addresses-program' as never] };
    const { claims, mended } = await verify(
      [said('A full tank lasts the lamp nine hours.')],
      {},
      { findings: [hostile, part.gauge] },
    );

    expect(claims).toEqual([]);
    expect(mended[0]?.passages).toEqual([]);
  });
});
