import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { readWrittenSection } from '../../../activities/report/writing/written-report.ts';

/** Addresses of `p1` and `p2` are there. */
const resolve = (mark: string) => {
  const addresses = mark.match(/p\d+\.\d+(?:[-–]\d+)?/gu) ?? [];
  return {
    keys: addresses.filter((address) => /^p[12]\./.test(address)),
    unknown: addresses.filter((address) => !/^p[12]\./.test(address)),
  };
};
const readSection = (markdown: string, language = 'en') => readWrittenSection(markdown, language, resolve).claims;
const inParagraph = (text: string, citations: readonly string[], block = 0): Claim => ({
  text,
  citations: [...citations],
  placement: { form: 'paragraph', block },
  ...(citations.length === 0 && { isInference: true }),
});

describe('blocks', () => {
  it('are lists with entries of sentences, those below it included', () => {
    const list =
      '1. **RDB**: small. It is fast. [p1.1]\n   - forks [p1.2]\n2. AOF\n   ```\n   appendonly yes\n   ```\n   [p2.1]';
    expect(readSection(list)).toMatchObject([
      { text: 'RDB: small.', citations: [], placement: { form: 'list', block: 0, item: 0 } },
      { text: 'It is fast.', citations: ['p1.1'], placement: { form: 'list', block: 0, item: 0 } },
      { text: 'forks', citations: ['p1.2'], placement: { item: 1, within: 0 } },
      { text: 'AOF', placement: { item: 2, number: 2 } },
      { text: 'appendonly yes', citations: ['p2.1'], placement: { form: 'code', block: 1 } },
    ]);
  });

  it('are ordered or not, nested one level deep, and go on behind code', () => {
    const list =
      '3. Install it. [p1.1]\n   ```sh\n   install\n   ```\n4. Switch:\n   1. routes [p1.2]\n      - by host [p1.3]\n   2. DNS [p1.4]';
    const placements = readSection(list).map(({ placement }) => placement);

    expect(placements).toEqual([
      { form: 'list', block: 0, item: 0, number: 3 },
      { form: 'code', block: 1, language: 'sh' },
      { form: 'list', block: 2, item: 1, number: 4 },
      { form: 'list', block: 2, item: 2, number: 1, within: 1 },
      { form: 'list', block: 2, item: 3, within: 1 },
      { form: 'list', block: 2, item: 4, number: 2, within: 1 },
    ]);
    expect(readSection('- x [p1.1]\n- y [p1.2]')[1]?.placement).not.toHaveProperty('number');
  });

  it.each([
    [
      'opens a paragraph',
      '**Roles.** The owner writes routes. [p1.1] Others read.',
      ['Roles. The owner writes routes.', 'Others read.'],
    ],
    ['opens an entry', '- **RDB:** It is fast. [p1.1]', ['RDB: It is fast.']],
    ['is a statement with its source', '**It is fast.** [p1.1] It forks. [p1.2]', ['It is fast.', 'It forks.']],
    ['is bold only in part', '**RDB** forks. It is fast. [p1.1]', ['RDB forks.', 'It is fast.']],
    ['stands alone', '**Use both.**', ['Use both.']],
    ['is not the first', 'It forks. **Roles.** They differ. [p1.1]', ['It forks.', 'Roles.', 'They differ.']],
    ['is long', `**${'Long '.repeat(13)}words.** It is fast.`, [`${'Long '.repeat(13)}words.`, 'It is fast.']],
  ])('take a head in bold with its sentence, unless it %s', (_, markdown, texts) => {
    expect(readSection(markdown).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    [
      'mid-sentence',
      'Wicks burn [p1.1], but oil smells [p1.2].',
      [
        ['Wicks burn', ['p1.1']],
        [', but oil smells.', ['p1.2']],
      ],
    ],
    [
      'in a cell',
      '| a | b |\n|---|---|\n| x | low [p1.1]; so it stays |',
      [
        ['low', ['p1.1']],
        ['; so it stays', []],
      ],
    ],
    [
      'behind bold words',
      '**Oil** [p1.1] smells.',
      [
        ['Oil', ['p1.1']],
        [' smells.', []],
      ],
    ],
  ])('keep citations behind their words: %s', (_, markdown, pieces) => {
    expect(readSection(markdown)[0]?.pieces?.map(({ text, citations }) => [text, citations])).toEqual(pieces);
  });

  it.each([
    'Wicks burn [p1.1].',
    'Wicks burn. [p1.1][p1.2]',
    '[p1.1]: Wicks burn.',
    'So wicks burn.',
    'It is 3 [calc: 1 + 2 = 3] lamps.',
  ])('have no pieces where all citations stand at the end: %s', (markdown) => {
    expect(readSection(markdown)[0]).not.toHaveProperty('pieces');
  });

  it('are tables whose cells name row and column', () => {
    const table =
      '| Setup | Loss | Cost | Source |\n|---|---|---|---|\n| RDB [p1.1] | minutes | – | |\n| AOF | [p1.2] 1 s | low | [p2.1] |\n\nThen.';
    const cell = (row: string, column: string, text: string, key: string) => ({
      text,
      citations: [key],
      placement: { form: 'table', block: 0, row, column, head: ['Setup', 'Loss', 'Cost', 'Source'] },
    });
    expect(readSection(table)).toEqual([
      cell('RDB', 'Loss', 'minutes', 'p1.1'),
      cell('AOF', 'Loss', '1 s', 'p1.2'),
      cell('AOF', 'Cost', 'low', 'p2.1'),
      inParagraph('Then.', [], 1),
    ]);
  });

  it.each([
    ['in the last cell alone: of the row', '| x | low | fast [p1.1] |', [['p1.1'], ['p1.1']]],
    ['beside the name: of the row', '| x [p1.1] | low | fast |', [['p1.1'], ['p1.1']]],
    ['in another cell: of that cell', '| x | low [p1.1] | fast |', [['p1.1'], []]],
    ['in all cells but one: none of it', '| x | low [p1.1] | fast | [p1.2] |', [['p1.1'], ['p1.2']]],
    [
      'beside a no: of the row',
      '| x | no | fast [p1.1], slow [p1.2] |',
      [
        ['p1.1', 'p1.2'],
        ['p1.1', 'p1.2'],
      ],
    ],
    ['before a yes: of the row', '| x | low [p1.1] | ✓ |', [['p1.1'], ['p1.1']]],
    ['before a number: of that cell', '| x | low [p1.1] | 7 |', [['p1.1'], []]],
    ['before a dash, which says nothing', '| x | low [p1.1] | – |', [['p1.1']]],
    ['nowhere', '| x | low | fast |', [[], []]],
  ])('have marks %s', (_, row, citations) => {
    const claims = readSection(`| a | b | c | d |\n|---|---|---|---|\n${row}`);

    expect(claims.map((claim) => claim.citations)).toEqual(citations);
    expect(claims.map(({ isInference = false }) => isInference)).toEqual(citations.map(({ length }) => length === 0));
  });

  it('take the marks below a table or a list where they have none', () => {
    expect(
      readSection('| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n\n[p1.1]').map(({ citations }) => citations),
    ).toEqual([['p1.1'], ['p1.1']]);
    expect(readSection('- x [p1.2]\n- y\n\n[p1.1]').map(({ citations }) => citations)).toEqual([['p1.2'], ['p1.1']]);
    expect(
      readSection('- Wicks burn [p1.2]. So it is.\n- Oil burns. It smells.\n\n[p1.1]').map(
        ({ citations }) => citations,
      ),
    ).toEqual([['p1.2'], [], [], ['p1.1']]);
  });

  it('are code whose own signs at the end of a line are no comment', () => {
    const lines = ['wait(); [p1.1]', 'return i-- [p1.1]', 'lang=C# # [p1.2]', 'save // [p1.2]'];

    expect(readSection(`\`\`\`\n${lines.join('\n')}\n\`\`\``)).toMatchObject([
      { text: 'wait();\nreturn i--\nlang=C#\nsave', citations: ['p1.1', 'p1.2'] },
    ]);
  });

  it('are code as it is to be copied, cited below it, in a comment, or above', () => {
    const code = (text: string) => ({ text, placement: { form: 'code' } });
    expect(readSection('```conf\nappendonly yes\n  save ""\n```\n[p1.1]')).toMatchObject([
      { ...code('appendonly yes\n  save ""'), citations: ['p1.1'] },
    ]);
    expect(readSection('```\nsave "" # [p1.1]\n# [p1.2]\n```')).toMatchObject([
      { ...code('save ""'), citations: ['p1.1', 'p1.2'] },
    ]);
    expect(readSection('Set it so [p1.1]:\n\n```\nsave ""\n```')[1]).toMatchObject({ citations: ['p1.1'] });
  });

  it('are quotations as paragraphs, and no rules or comments', () => {
    expect(readSection('> “Nine hours.” [p1.1]\n\n---\n\n<!-- no -->\n\nDone.')).toMatchObject([
      { text: '“Nine hours.”', citations: ['p1.1'], placement: { block: 0 } },
      { text: 'Done.', placement: { block: 1 } },
    ]);
  });
});
