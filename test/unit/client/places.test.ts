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
  const origin = { language: 'en', citations: citedAt(...locators), sources: [] };
  const paint = (style: string, text: string) => (style === 'yellow' ? `<${text}>` : text);
  return renderPlaces({ remarks, places, further: null }, origin, {
    width: 80,
    paint,
    isFull: false,
    lines: 22,
    ...layout,
  });
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
    expect(heads.slice(1).map((head, index) => head - (heads[index] ?? 0) - 1)).toEqual([8, 2, 2, 2]);
    expect(lines.at(-1)).toMatch(/ …$/u);
    expect(linesOf(places, names, { isFull: true }).length).toBeGreaterThan(60);
  });

  it('name each document that has the text, with its date', () => {
    const [first, second] = citedAt('a.md', 'b.md');
    const dated = { language: 'en', citations: [{ ...first!, publishedAt: '2025-05-01' }, second!], sources: [] };
    const found = { remarks: [], places: [placeOf(1, 'The lamp.', { others: [2] })], further: null };

    expect(renderPlaces(found, dated, { width: 80, paint: (_, text) => text, isFull: false, lines: 22 })).toEqual([
      '[1] a.md · 2025-05-01 · Oil',
      '[2] b.md · Oil',
      '    The lamp.',
    ]);
  });

  it('are the sentences with most of the searched words, below the task that found them', () => {
    const places = [
      placeOf(1, `${LONG}A lamp burns. ${LONG}The lamps are full.`, { task: 'How long?' }),
      placeOf(2, 'Who fills it.', { task: 'Who?' }),
    ];
    const [lamps] = places;
    lamps?.pieces.push({ text: 'lamps', isBold: true }, { text: 'burns', isBold: true });
    const lines = linesOf(places, ['a.md', 'b.md'], { lines: 8 });

    expect(lines[1]).toBe('How long?');
    expect(lines[4]).toMatch(/A <lamp> <burns>\. … The <lamps> are full\.$/u);
    expect(lines).toContain('Who?');
  });

  it('begin with the first sentence rather than with another that has one of the words', () => {
    const place = placeOf(
      1,
      `The keeper tells here how the light of the tower is kept. ${LONG.repeat(2)}The keeper of the inn sleeps all through the day. ${LONG}`,
    );
    place.pieces.push({ text: 'keeper', isBold: true });

    expect(linesOf([place], ['a.md'], { lines: 3 })[2]).toMatch(/^ {4}The <keeper> tells here/u);
  });

  it('prefer the word that few of the sentences have', () => {
    const lamps = 'The lamp of the keeper is a lamp of brass. '.repeat(8);
    const place = placeOf(1, `${lamps}${LONG}At dusk the keepers of the harbour light the wick. ${LONG}`);
    place.pieces.push({ text: 'keeper', isBold: true }, { text: 'wick', isBold: true });

    expect(linesOf([place], ['a.md'], { lines: 4 }).join(' ')).toMatch(/light the\s+<wick>/u);
  });

  it('keep rows, entries and lines of code apart, and say where some are left out', () => {
    const entries = Array.from({ length: 40 }, (_, index) => `• Entry ${index}${index === 20 ? ' of the lamp' : ''}`);
    const lines = linesOf([placeOf(1, entries.join('\n'))], ['a.md'], { lines: 4 });

    expect(lines.slice(2)).toEqual(['    … • Entry 19', '    • Entry 20 of the <lamp> …']);
  });

  it('say how many more have all words, and list them where all is to be shown', () => {
    const further = { count: 21, isAtLeast: true, lines: ['b.md · Oil: It burns.'] };
    const shown = (isFull: boolean, language = 'en') =>
      renderPlaces(
        { remarks: ['All words.'], places: [placeOf(1, 'The lamp.')], further },
        { language, citations: citedAt('a.md'), sources: [] },
        { width: 80, paint: (_, text) => text, isFull, lines: 22 },
      ).slice(2);

    expect(shown(false)).toEqual(['All words. At least 21 more with all words: --full']);
    expect(shown(false, 'de')).toEqual(['All words. Mindestens 21 weitere mit allen Wörtern: --full']);
    expect(shown(true)).toEqual(['All words. At least 21 more with all words: --full', 'b.md · Oil: It burns.']);
  });
});
