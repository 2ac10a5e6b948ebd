import { splitPassages } from '@plumbline/documents/splitting';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sentence = 'The keeper lights the lamp before the tide turns. ';

function passagesOf(text: string) {
  return splitPassages(text, 'en', null).map(({ start, end, headingPath }) => [
    headingPath.join(' > '),
    text.slice(start, end),
  ]);
}

describe('splitPassages', () => {
  it('makes one passage of each section, with the headings above it', () => {
    const text =
      '---\ntitle: x\n---\nIntro.\n\n# Lamp\n\n## `Oil` type\n\nWhale oil.\n\n## Wick\n\nCotton.\n\n# Bell\n\nBronze.\n';

    expect(passagesOf(text)).toEqual([
      ['', 'Intro.'],
      ['Lamp > Oil type', '## `Oil` type\n\nWhale oil.'],
      ['Lamp > Wick', '## Wick\n\nCotton.'],
      ['Bell', '# Bell\n\nBronze.'],
    ]);
  });

  it('cuts a long section into parts of about equal size at paragraph borders', () => {
    const paragraph = sentence.repeat(8).trim();
    const parts = passagesOf(`# Watch\n\n${Array.from({ length: 12 }, () => paragraph).join('\n\n')}`);

    expect(parts).toHaveLength(3);
    for (const [path, text] of parts) {
      expect(path).toBe('Watch');
      expect(text).toMatch(/turns\.$/);
      expect(text?.length).toBeGreaterThan(1_000);
      expect(text?.length).toBeLessThanOrEqual(2_400);
    }
  });

  it('cuts a long paragraph between sentences', () => {
    const parts = passagesOf(sentence.repeat(120));

    expect(parts.length).toBeGreaterThan(1);
    for (const [, text] of parts) expect(text).toMatch(/^The keeper.*turns\.$/);
  });

  it('never crosses a page', () => {
    const text = 'First page.\n\nSecond page.';

    expect(
      splitPassages(text, 'en', [
        { start: 0, end: 11 },
        { start: 13, end: 25 },
      ]),
    ).toEqual([
      { start: 0, end: 11, headingPath: [], page: 1 },
      { start: 13, end: 25, headingPath: [], page: 2 },
    ]);
  });

  it('gives the rest of a sentence to the page where the sentence begins', () => {
    const pages = ['Intro.\n\nThe lamp burns until the', 'tide turns. Then it is cold.'];
    const split = (first: string, second: string, separator: string) => {
      const text = [first, second].join(separator);
      const start = first.length + separator.length;
      const ranges = [
        { start: 0, end: first.length },
        { start, end: text.length },
      ];
      return splitPassages(text, 'en', ranges).map((part) => [part.page, text.slice(part.start, part.end)]);
    };
    const [first = '', second = ''] = pages;

    expect(split(first, second, ' ')).toEqual([
      [1, 'Intro.\n\nThe lamp burns until the tide turns.'],
      [2, 'Then it is cold.'],
    ]);
    expect(split(first, 'tide turns.', ' ')).toEqual([[1, 'Intro.\n\nThe lamp burns until the tide turns.']]);
    expect(split(first, second, '\n\n')).toEqual([
      [1, first],
      [2, second],
    ]);
    expect(split(first, 'tide turns', ' ').map(([page]) => page)).toEqual([1, 2]);
    expect(split(first, `tide${' and tide'.repeat(100)} turns.`, ' ').map(([page]) => page)).toEqual([1, 2]);
  });

  it('keeps a document that has only headings', () => {
    expect(passagesOf('# Only a heading')).toEqual([['Only a heading', '# Only a heading']]);
  });

  it('covers only stored text, in order, without overlap or lost words, never inside a character, for any text', () => {
    const fragment = fc.constantFrom(
      sentence,
      sentence.repeat(20),
      '😀'.repeat(1_500),
      '# Head\n',
      '\n\n',
      '- item\n',
      '```\n',
      '| a |\n',
      'x'.repeat(3_000),
      '\r\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string()), { maxLength: 25 }), (fragments) => {
        const text = fragments.join('').toWellFormed();
        let end = 0;
        for (const passage of splitPassages(text, 'en', null)) {
          const slice = text.slice(passage.start, passage.end);
          expect(passage.start).toBeGreaterThanOrEqual(end);
          expect(slice).toBe(slice.trim());
          expect(slice.length).toBeGreaterThan(0);
          expect(slice.length).toBeLessThanOrEqual(2_400);
          expect(slice.isWellFormed()).toBe(true);
          end = passage.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        expect(end > 0).toBe(text.trim() !== '');
      }),
      { numRuns: 60 },
    );
  });

  it('loses no word of plain paragraphs', () => {
    const word = fc.stringMatching(/^[a-z]{1,30}$/);
    const separator = fc.constantFrom(' ', '\n', '\n\n', '. ', '.\n\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 800 }), (words) => {
        const text = words.flat().join('');
        const kept = splitPassages(text, 'en', null).map(({ start, end }) => text.slice(start, end));

        expect(kept.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: 60 },
    );
  });
});
