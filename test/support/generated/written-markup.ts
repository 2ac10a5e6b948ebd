import type { Chance, GeneratedBlock } from './random-blocks.ts';

type Blocks = readonly GeneratedBlock[];

const ADORNMENTS = ['=', '-', '~'];

export function writeRst(blocks: Blocks, chance: Chance): string {
  const notes: string[] = [];
  const indented = (text: string): string => text.replaceAll(/^/gm, '   ');
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return `${block.text}\n${(ADORNMENTS[block.level - 1] ?? '=').repeat(block.text.length)}`;
      case 'quote':
        return `..\n\n${indented(block.text)}`;
      case 'noted':
        notes.push(`.. [#n${notes.length}] ${block.note}`);
        return `${block.text} [#n${notes.length - 1}]_`;
      case 'list':
        if (block.entries.length % 2 === 0 && chance.below(2) === 0)
          return block.entries.map((entry, at) => (at % 2 === 0 ? entry : indented(entry))).join('\n');
        return block.entries.map((entry) => `${block.isNumbered ? '#.' : '*'} ${entry}`).join('\n');
      case 'table':
        return chance.of([rstGrid, rstSimpleTable, rstListTable])(block.rows);
      case 'code':
        return chance.of(['Code::', '.. code-block:: toml', '::']) + `\n\n${indented(block.lines.join('\n'))}`;
      case 'menu':
      case 'paragraph':
      default:
        return chance.of([
          (text: string) => text,
          (text: string) => `.. note:: ${text}`,
          (text: string) => `.. tip::\n\n${indented(text)}`,
        ])(block.text);
    }
  });
  return [...parts, ...notes].join('\n\n');
}

type Rows = readonly (readonly string[])[];

function padded(rows: Rows): string[][] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return [
    widths.map((width) => '='.repeat(width)),
    ...rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0))),
  ];
}

function rstGrid(rows: Rows): string {
  const [border = [], ...cells] = padded(rows);
  const line = (sign: string): string => `+${border.map(({ length }) => sign.repeat(length + 2)).join('+')}+`;
  return [line('-'), ...cells.flatMap((row, at) => [`| ${row.join(' | ')} |`, line(at === 0 ? '=' : '-')])].join('\n');
}

function rstSimpleTable(rows: Rows): string {
  const [border = [], head = [], ...cells] = padded(rows).map((row) => row.join('  '));
  return [border, head, border, ...cells, border].join('\n');
}

function rstListTable(rows: Rows): string {
  const cells = rows.map((row) => row.map((cell, at) => `   ${at === 0 ? '* ' : '  '}- ${cell}`).join('\n'));
  return `.. list-table::\n   :header-rows: 1\n\n${cells.join('\n')}`;
}

export function writeAsciidoc(blocks: Blocks, chance: Chance): string {
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return `${'='.repeat(block.level)} ${block.text}`;
      case 'quote':
        return `[quote]\n____\n${block.text}\n____`;
      case 'noted':
        return `${block.text}footnote:[${block.note.replaceAll(']', String.raw`\]`)}]`;
      case 'list':
        if (block.entries.length % 2 === 0 && chance.below(2) === 0)
          return block.entries.map((entry, at) => (at % 2 === 0 ? `Term ${entry}::` : `  ${entry}`)).join('\n');
        return block.entries.map((entry) => `${block.isNumbered ? '.' : '*'} ${entry}`).join('\n');
      case 'table':
        return chance.of([
          `|===\n${block.rows.map((row) => row.map((cell) => `|${cell}`).join(' ')).join('\n')}\n|===`,
          `[%header,cols="${block.rows[0]?.length}*"]\n|===\n${block.rows.map((row) => row.map((cell) => `| ${cell}`).join('\n')).join('\n\n')}\n|===`,
        ]);
      case 'code':
        return chance.of([
          `----\n${block.lines.join('\n')}\n----`,
          `[source,toml]\n----\n${block.lines.join('\n')}\n----`,
          block.lines.map((line) => ` ${line}`).join('\n'),
        ]);
      case 'menu':
      case 'paragraph':
      default:
        return chance.of([
          (text: string) => text,
          (text: string) => `NOTE: ${text}`,
          (text: string) => `[TIP]\n====\n${text}\n====`,
        ])(block.text);
    }
  });
  return parts.join('\n\n');
}
