import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BURNS, createLampPart, KEEPER, keyOf, said, WICKS } from '../support/builders/lamp-part.ts';

let part: Awaited<ReturnType<typeof createLampPart>>;

beforeEach(async () => {
  part = await createLampPart();
});

afterEach(() => part.dispose());

const verify: typeof part.verify = (...given) => part.verify(...given);
const YES = { verdict: 'yes', reason: '' };
/** What the passage says is nine hours. */
const NO = { verdict: 'no', reason: 'it burns for nine hours' };
const refuseOthers = (text: string) => (/eleven|twelve|11 hours/.test(text) ? NO : YES);

describe('what was refused', () => {
  it('is not judged where it is mended to say that something is absent, which was never searched for', async () => {
    const mend = () => 's1: The rules name no second keeper. [none: second keeper]';
    const { claims } = await verify([said('The lamp burns for eleven hours.')], { verdict: refuseOthers, mend });

    expect(claims).toMatchObject([{ absence: { searched: 'second keeper' }, notJudged: true }]);
  });

  it('has the author mend all that was refused in one call, and verifies it once more', async () => {
    const wrong = said('The lamp burns for eleven hours.');
    const turned = said('Anyone may touch the glass.', KEEPER);
    const verdict = (text: string) =>
      text === turned.text ? { verdict: 'no', reason: 'only the keeper may' } : refuseOthers(text);
    const mend = () => 's1: It burns for nine hours. [p1.1]\ns2: Visitors keep their hands off the glass. [p1.3]';
    const { claims, refused, mended, asked, calls } = await verify([wrong, said(WICKS, WICKS), turned], {
      verdict,
      mend,
    });

    expect(mended).toHaveLength(1);
    expect(mended[0]?.refused.map(({ id, reason }) => [id, reason])).toEqual([
      ['s1', NO.reason],
      ['s2', 'only the keeper may'],
    ]);
    expect(claims.map(({ text, citations }) => [text, citations])).toEqual([
      ['It burns for nine hours.', [keyOf(BURNS)]],
      [WICKS, [keyOf(WICKS)]],
      ['Visitors keep their hands off the glass.', [keyOf(KEEPER)]],
    ]);
    expect(refused).toMatchObject([
      { outcome: 'mended', replacement: 'It burns for nine hours.' },
      { outcome: 'mended', replacement: 'Visitors keep their hands off the glass.' },
    ]);
    expect(asked).toHaveLength(2);
    expect(calls).toBe(3);
  });

  it.each([
    ['as they are', 's1: burns:\n  - nine hours\n  - "[a]"\n[p1.1]'],
    ['in a fence', 's1:\n```yaml\nburns:\n  - nine hours\n  - "[a]"\n```\n[p1.1]'],
    ['with the addresses behind the last line', 's1: burns:\n  - nine hours\n  - "[a]" [p1.1]'],
    ['without addresses', 's1: burns:\n  - nine hours\n  - "[a]"'],
  ])('has lines of code mended as lines: %s', async (_, answer) => {
    const wrong = said('burns:\n  - 11 hours', BURNS, { placement: { form: 'code', block: 0 } });
    const { claims } = await verify([said(BURNS), wrong], { mend: () => answer, verdict: refuseOthers });

    expect(claims[1]).toMatchObject({
      text: 'burns:\n  - nine hours\n  - "[a]"',
      citations: [keyOf(BURNS)],
      placement: { form: 'code' },
    });
  });

  it('leaves out what fails again, with the sentence that leans on it, and puts no words of a source in its place', async () => {
    const wrong = said('The lamp burns for eleven hours.');
    const leaning = said('This is why the keeper trims the wicks every 14 days.', WICKS);
    const mend = () => 's1: It burns for twelve hours. [p1.1]';
    const { texts, refused } = await verify([wrong, leaning, said(KEEPER, KEEPER)], { mend, verdict: refuseOthers });

    expect(texts).toEqual([KEEPER]);
    expect(refused).toMatchObject([
      { text: wrong.text, outcome: 'left-out', reason: expect.stringContaining('refused again') },
      { text: leaning.text, outcome: 'left-out' },
    ]);
  });

  it('leaves out what leans on the end of a statement that was mended in part', async () => {
    const wrong = said('The lamp burns for eleven hours.');
    const leaning = said('This is why the keeper trims the wicks every 14 days.', WICKS);
    const mend = () => 's1: It burns for nine hours. [p1.1] At noon it burns for twelve hours. [p1.1]';
    const { texts } = await verify([wrong, leaning, said(KEEPER, KEEPER)], { mend, verdict: refuseOthers });

    expect(texts).toEqual(['It burns for nine hours.', KEEPER]);
  });
});
