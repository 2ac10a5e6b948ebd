import { describe, expect, it } from 'vitest';
import { renderPlaces } from '../../../client/cli/rendering/render-places.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';

const [citation] = answerResultOf().citations;
const LONG = 'The keeper counts the ropes of the harbour every evening before the tide comes in. '.repeat(12);
const placeOf = (number: number, text: string, changes = {}) => ({
  number,
  others: [],
  task: '',
  text,
  pieces: [
    { text: 'The ', isBold: false },
    { text: 'lamp', isBold: true },
  ],
  excerpt: null,
  ...changes,
});
const citedAt = (...locators: string[]) =>
  locators.map((locator, index) => ({
    ...citation!,
    number: index + 1,
    locator,
    title: locator,
    headingPath: ['Oil'],
  }));

function linesOf(places: ReturnType<typeof placeOf>[], locators: string[], layout = {}, remarks = ['All words.']) {
  const origin = { citations: citedAt(...locators), sources: [] };
  const paint = (style: string, text: string) => (style === 'yellow' ? `<${text}>` : text);
  return renderPlaces({ remarks, places, further: null }, origin, { width: 80, paint, isFull: false, ...layout });
}

describe('the places of a search on a terminal', () => {
  it('say where they are, with the words marked and without marks of code', () => {
    expect(linesOf([placeOf(1, String.raw`The lamp \[old\] burns: ${'`lamp \\[on\\]`'}.`)], ['lamp.md'])).toEqual([
      'All words.',
      '[1] lamp.md · Oil',
      String.raw`    The <lamp> [old] burns: <lamp> \[on\].`,
    ]);
  });

  it('fit on a screen, the first with most room, and whole where that is asked for', () => {
    const names = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];
    const places = names.map((_, index) => placeOf(index + 1, LONG));
    const lines = linesOf(places, names);
    const heads = lines.flatMap((line, index) => (line.startsWith('[') ? [index] : []));

    expect(lines.length).toBeLessThanOrEqual(22);
    expect(heads.slice(1).map((head, index) => head - (heads[index] ?? 0) - 1)).toEqual([6, 4, 4, 1]);
    expect(lines.at(-1)).toMatch(/ …$/u);
    expect(linesOf(places, names, { isFull: true }).length).toBeGreaterThan(60);
  });

  it('name each document that has the text, with its date', () => {
    const [first, second] = citedAt('a.md', 'b.md');
    const dated = { citations: [{ ...first!, publishedAt: '2025-05-01' }, second!], sources: [] };
    const found = { remarks: [], places: [placeOf(1, 'The lamp.', { others: [2] })], further: null };

    expect(renderPlaces(found, dated, { width: 80, paint: (_, text) => text, isFull: false })).toEqual([
      '[1] a.md · 2025-05-01 · Oil',
      '[2] b.md · Oil',
      '    The lamp.',
    ]);
  });

  it('begin where they match, and stand below the task that found them', () => {
    const places = [
      placeOf(1, `${LONG}It burns. ${LONG}`, {
        excerpt: { start: LONG.length, end: LONG.length + 9 },
        task: 'How long?',
      }),
      placeOf(2, 'Who fills it.', { task: 'Who?' }),
    ];
    const lines = linesOf(places, ['a.md', 'b.md']);

    expect(lines[1]).toBe('How long?');
    expect(lines[3]).toMatch(/^ {4}… It burns\. The keeper/u);
    expect(lines).toContain('Who?');
  });

  it('say how many more have all words, and list them where all is to be shown', () => {
    const further = { count: 21, isAtLeast: true, lines: ['b.md · Oil: It burns.'] };
    const shown = (isFull: boolean) =>
      renderPlaces(
        { remarks: [], places: [placeOf(1, 'The lamp.')], further },
        { citations: citedAt('a.md'), sources: [] },
        { width: 80, paint: (_, text) => text, isFull },
      ).slice(2);

    expect(shown(false)).toEqual(['At least 21 more passages have all of these words; --full lists them.']);
    expect(shown(true)).toEqual(['At least 21 more passages have all of these words:', 'b.md · Oil: It burns.']);
  });
});
