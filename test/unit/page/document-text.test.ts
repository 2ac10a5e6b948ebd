import { describe, expect, it } from 'vitest';
import type { TextBlock, TextSpan } from '../../../packages/page/browser/models/answer-text.ts';
import {
  documentBlocks,
  isStoredAsMarkdown,
  passageBlocks,
} from '../../../packages/page/browser/models/document-text.ts';
import { HOSTILE_TEXTS } from '../../support/builders/hostile-texts.ts';

const SOURCE = [
  '# The `lamp`',
  '',
  '> [!NOTE]',
  '> It burns with **`oil`** and _care_.',
  '',
  '* `hours` {number} how long. **Default:**',
  '  `9`.',
  '* next',
  '',
  '```js',
  'light()',
  '```',
  '',
  '| oil | hours |',
  '|-----|-------|',
  '| rapeseed | 9 |',
  '',
  'See [`Beacon`][] and [rules](rules.md).',
].join('\n');

function spansOf(block: TextBlock): readonly TextSpan[] {
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'table' ? block.rows.flat(2) : block.spans;
}

function spansIn(text: string, from: string, to: string): TextSpan[] {
  const quote = { start: text.indexOf(from), end: text.indexOf(to) + to.length };
  return documentBlocks({ text, start: 0 }, quote, null, true).flatMap(spansOf);
}

/** What is marked, as it is shown. */
function markedIn(text: string, from: string, to: string): string {
  return spansIn(text, from, to)
    .map((span) => (span.kind !== 'citation' && span.mark === 'quote' ? span.text : ''))
    .join('|')
    .replaceAll(/\|{2,}/g, '|');
}

describe('a document beside its citation', () => {
  it('is shown as its Markdown reads, without any of its marks', () => {
    const blocks = documentBlocks({ text: SOURCE, start: 0 }, { start: 0, end: 0 }, null, true);
    const shown = blocks.flatMap(spansOf).map((span) => (span.kind === 'citation' ? '' : span.text));

    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'code', 'table', 'paragraph']);
    expect(shown.join(' ')).not.toMatch(/[`*_>#[\]]/);
    expect(shown).toContain('light()');
    expect(shown).toContain('Beacon');
    expect(shown.join('')).toContain(' and rules.');
  });

  it.each([
    ['within a line', 'how long', 'how long', '|how long|'],
    ['from the mark of an entry on', '* `hours`', '`9`.', '|hours| {number} how long. |Default:| |9|.|'],
    ['from the middle of bold words to code of the next line', 'fault:', '`9`', '|fault:| |9|'],
    ['over the border of code', 'next', 'light()', '|next|light()|'],
    ['from the fence of code on', '```js', 'light()', '|light()|'],
    ['of a table, cell by cell', '| rapeseed', '| 9 |', '|rapeseed|9|'],
    ['over the line below the head of a table', 'oil | hours', 'rapeseed', '|oil|hours|rapeseed|'],
  ])('has the quoted words marked %s', (_, from, to, marked) => {
    expect(markedIn(SOURCE, from, to).replaceAll(/ +\|/g, '|')).toBe(marked.replaceAll(/ +\|/g, '|'));
  });

  it('marks what decides within what is quoted', () => {
    const text = 'The lamp burns nine hours on oil.';
    const [block] = documentBlocks({ text, start: 100 }, { start: 104, end: 132 }, { start: 115, end: 125 }, true);

    expect(block).toEqual({
      kind: 'paragraph',
      spans: [
        { kind: 'text', text: 'The ' },
        { kind: 'text', text: 'lamp burns ', mark: 'quote' },
        { kind: 'text', text: 'nine hours', mark: 'deciding' },
        { kind: 'text', text: ' on oil', mark: 'quote' },
        { kind: 'text', text: '.' },
      ],
    });
  });

  it('keeps the lines of what is no Markdown', () => {
    const blocks = documentBlocks({ text: '# a\n*b*', start: 0 }, { start: 0, end: 3 }, null, false);

    expect(blocks).toEqual([
      {
        kind: 'lines',
        spans: [
          { kind: 'text', text: '# a', mark: 'quote' },
          { kind: 'text', text: '\n*b*' },
        ],
      },
    ]);
  });

  it('shows no anchors, which have no words', () => {
    const shown = spansIn('## <a id="wick"></a>The wick\n\n<a name="oil"></a>Before it burns after', 'Before', 'after');

    expect(shown.map((span) => ('text' in span ? span.text : '')).join('')).toBe('The wickBefore it burns after');
  });

  it.each(HOSTILE_TEXTS)('shows the markup of a document as text: %s', (hostile) => {
    const tags = (text: string) => text.match(/<\/?\w+/g) ?? [];
    const shown = spansIn(`Before ${hostile} after`, 'Before', 'after').map((span) =>
      'text' in span ? span.text : '',
    );

    expect(tags(shown.join(''))).toEqual(tags(hostile));
  });

  it.each([
    ['text/markdown', 'a.txt', true],
    ['text/html', 'a', true],
    ['application/pdf', 'a.pdf', false],
    ['text/x-source', 'a.ts', false],
    [null, 'docs/lamp.md', true],
    [null, 'lamp.pdf', false],
    [null, 'lamp.ts', false],
  ])('is Markdown by its type, or else by its name: %s %s', (mediaType, name, isMarkdown) => {
    expect(isStoredAsMarkdown(mediaType, name)).toBe(isMarkdown);
  });
});

describe('a passage of a report', () => {
  it('has entries, code, and in bold what decides', () => {
    const blocks = passageBlocks([
      { text: '• `hours` how long\n• ', isBold: false },
      { text: 'oil', isBold: true },
      { text: '\n`light()`\n``say(`on`)``', isBold: false },
    ]);

    expect(blocks).toEqual([
      {
        kind: 'list',
        first: null,
        items: [
          [
            { kind: 'code', text: 'hours' },
            { kind: 'text', text: ' how long' },
          ],
          [{ kind: 'text', text: 'oil', mark: 'deciding' }],
        ],
      },
      { kind: 'code', spans: [{ kind: 'text', text: 'light()\nsay(`on`)' }] },
    ]);
  });
});
