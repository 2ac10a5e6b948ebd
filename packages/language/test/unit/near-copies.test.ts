import { type Copyable, withoutNearCopies } from '@plumbline/language/copies';
import { describe, expect, it } from 'vitest';

const LAMP = 'The keeper fills the harbour lamp with rapeseed oil every evening before the tide comes in from the sea.';
const kept = (...texts: string[]) => withoutNearCopies(texts, (text) => ({ text, heading: null, document: null }));

describe('withoutNearCopies', () => {
  it('keeps the first of texts that differ in layout, case and punctuation only', () => {
    const copy = LAMP.toUpperCase().replaceAll(' ', '\n').replace('.', '!');

    expect(kept(LAMP, copy)).toEqual([LAMP]);
    expect(kept(copy, LAMP)).toEqual([copy]);
  });

  it('keeps one of two long texts that differ in one word', () => {
    const long = `${LAMP} The wick is trimmed at midnight by the second keeper, who sleeps on the quay until then.`;

    expect(kept(long, long.replace('midnight', 'noon'))).toEqual([long]);
  });

  it('keeps texts of the same words in another order', () => {
    const other = LAMP.split(' ').reverse().join(' ');

    expect(kept(LAMP, other)).toEqual([LAMP, other]);
  });

  it('keeps texts that differ in a figure', () => {
    const nine = `${LAMP} It burns for 9 hours.`;
    const eight = `${LAMP} It burns for 8 hours.`;

    expect(kept(nine, eight)).toEqual([nine, eight]);
  });

  it('keeps short texts that differ, and every text without words', () => {
    expect(kept('the lamp', 'the tide', 'The lamp.', '…', '…')).toEqual(['the lamp', 'the tide', '…', '…']);
  });
});

const RETRIES =
  'The `maxRetries` option \\[a number\\] says how often removing a file is tried again on errors of the file system.\n\n' +
  'See [the list of errors](errors.md#42) for what counts. **Default:** `0`. A pause of `100` ms lies between two attempts.';
const IN_HTML =
  'The maxRetries option [a number] says how often removing a file is tried again on errors of the file system.\n\n' +
  'See [the list of errors](https://example.org/api/v24/errors.html) for what counts. **Default:** 0. A pause of 100 ms lies between two attempts.';
const FURTHER =
  'Directories are removed with everything below them when the recursive option is set, and a missing path is no error when force is set, which the operating system never says by itself.';

const entryOf = (locator: string, text: string, length: number, mediaType = 'text/markdown', heading = 'fs.rm()') =>
  ({ text, heading, document: { locator, mediaType, length } }) satisfies Copyable;
const keptOf = (...entries: Copyable[]) =>
  withoutNearCopies(entries, (entry) => entry).map(({ document }) => document?.locator);

describe('formats of one document', () => {
  const markdown = entryOf('fs.md', RETRIES, 9_000);
  const html = entryOf('fs.html', IN_HTML, 9_500, 'text/html');
  const all = entryOf('all.html', IN_HTML, 90_000, 'text/html');

  it.each([[[markdown, html, all]], [[html, markdown, all]], [[all, html, markdown]], [[all, markdown, html]]])(
    'keep the document itself, Markdown before HTML, in any order of hits',
    (found) => {
      expect(keptOf(...found)).toEqual(['fs.md']);
    },
  );

  it('prefer a page of its own to a collection in a better format', () => {
    expect(keptOf(entryOf('all.md', RETRIES, 90_000), html)).toEqual(['fs.html']);
  });

  it('keep the place of the first', () => {
    const other = entryOf('path.md', FURTHER, 5_000);

    expect(keptOf(all, other, markdown)).toEqual(['fs.md', 'path.md']);
  });

  it('count once when the longer passage was found first, cut elsewhere', () => {
    const longer = entryOf('all.html', `${IN_HTML}\n\n${FURTHER}`, 90_000, 'text/html');

    expect(keptOf(longer, markdown)).toEqual(['all.html']);
    expect(keptOf(markdown, longer)).toEqual(['fs.md', 'all.html']);
  });

  it('count twice when a figure or the heading differs, or in the same document', () => {
    const longer = (text: string) => entryOf('all.html', `${text}\n\n${FURTHER}`, 90_000, 'text/html');

    expect(keptOf(longer(IN_HTML.replace('100 ms', '200 ms')), markdown)).toHaveLength(2);
    expect(keptOf(longer(IN_HTML), entryOf('fs.md', RETRIES, 9_000, 'text/markdown', 'fs.rmdir()'))).toHaveLength(2);
    expect(keptOf(longer(IN_HTML), entryOf('all.html', RETRIES, 90_000))).toHaveLength(2);
  });

  it('do not replace what may not be replaced', () => {
    const kept = withoutNearCopies(
      [all, markdown],
      (entry) => entry,
      () => false,
    );

    expect(kept.map(({ document }) => document.locator)).toEqual(['all.html']);
  });
});
