import {
  Bookmark,
  ExternalHyperlink,
  FootnoteReferenceRun,
  InternalHyperlink,
  type IPropertiesOptions,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import {
  type Block,
  type ExportedCitation,
  type ExportedReport,
  type Inline,
  isRightToLeft,
  type ListItem,
} from './exported-report.ts';

const HEADING = { font: 'Calibri', bold: true, color: '1C1F24' };

/** Sizes in half points, distances in twentieths of a point. */
export const DOCX_STYLES = {
  default: {
    heading1: { run: { ...HEADING, size: 36 }, paragraph: { spacing: { after: 120 } } },
    heading2: { run: { ...HEADING, size: 28 }, paragraph: { spacing: { before: 320, after: 120 }, keepNext: true } },
    heading3: { run: { ...HEADING, size: 24 }, paragraph: { spacing: { before: 240, after: 80 }, keepNext: true } },
    footnoteText: { run: { size: 18 } },
  },
} satisfies IPropertiesOptions['styles'];

const BULLETS = 'bullets';

const INDENTS = [
  { left: 360, hanging: 260 },
  { left: 720, hanging: 260 },
];

export const NUMBERING = {
  config: [
    {
      reference: BULLETS,
      levels: INDENTS.map((indent, level) => ({
        level,
        format: 'bullet' as const,
        text: '•',
        style: { paragraph: { indent } },
      })),
    },
  ],
} satisfies IPropertiesOptions['numbering'];

type Mark = (number: number) => ParagraphChild[];

/** The paragraphs and tables of a report. */
export function createDocxBlocks({ blocks, citations }: ExportedReport): (Paragraph | Table)[] {
  const mark = createMarks();
  return blocks.flatMap((block) =>
    block.kind === 'citations' ? citations.map((citation) => listed(citation)) : paragraphsOf(block, mark),
  );

  function listed(citation: ExportedReport['citations'][number]): Paragraph {
    const { number } = citation;
    const label = new Bookmark({
      id: `source-${number}`,
      children: [new TextRun({ text: `[${number}] `, bold: true })],
    });
    return new Paragraph({ spacing: { after: 80 }, children: [label, ...sourceRuns(citation)] });
  }
}

/**
 * Word numbers footnotes itself, in the order of their references. The first mark of a number is a footnote where Word
 * arrives at the same number; every other mark is a link.
 */
function createMarks(): Mark {
  const noted = new Set<number>();
  return (number) => {
    if (number === noted.size + 1) {
      noted.add(number);
      return [new Bookmark({ id: `cited-${number}`, children: [new FootnoteReferenceRun(number)] })];
    }
    const anchor = noted.has(number) ? `cited-${number}` : `source-${number}`;
    const children = [new TextRun({ text: String(number), superScript: true, style: 'Hyperlink' })];
    return [new TextRun({ text: ' ', superScript: true }), new InternalHyperlink({ anchor, children })];
  };
}

function paragraphsOf(block: Block, mark: Mark, level = 0): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({ heading: block.level === 2 ? 'Heading2' : 'Heading3', children: [new TextRun(block.text)] }),
      ];
    case 'paragraph':
      return [paragraphOf(block.inlines, mark, {})];
    case 'quotation':
      return [paragraphOf(block.inlines, mark, { indent: { start: 480 } })];
    case 'list':
      return block.items.flatMap((item) => itemParagraphs(item, mark, level));
    case 'code':
      return [codeOf(block.text)];
    case 'table':
      return [tableOf(block, mark)];
    case 'citations':
      return [];
  }
}

/** One shaded paragraph; a line break is no character in Word. */
function codeOf(text: string): Paragraph {
  const runs = text
    .split('\n')
    .map((line, index) => new TextRun({ ...LOOKS.code, text: line, ...(index > 0 && { break: 1 }) }));
  return new Paragraph({
    shading: { fill: 'F5F6F8' },
    indent: { start: 240 },
    spacing: { after: 160 },
    children: runs,
  });
}

/** The head is repeated on every page. */
function tableOf({ head: names, rows }: Extract<Block, { kind: 'table' }>, mark: Mark): Table {
  const named = (words: string) =>
    new TableCell({ children: [new Paragraph({ children: [new TextRun({ text: words, bold: true })] })] });
  const head = new TableRow({ tableHeader: true, children: names.map(named) });
  const body = rows.map(({ heading, cells }) => {
    const written = cells.map((cell) => new TableCell({ children: [paragraphOf(cell, mark, {})] }));
    return new TableRow({ cantSplit: true, children: [named(heading), ...written] });
  });
  return new Table({ width: { size: 100, type: 'pct' }, rows: [head, ...body] });
}

/** The first paragraph of an entry has the bullet, or its number as words: Word's own would count on where one is left out. */
function itemParagraphs({ number, blocks }: ListItem, mark: Mark, level: number): (Paragraph | Table)[] {
  const [first, ...rest] = blocks;
  if (first === undefined) return [];
  const opening =
    first.kind === 'paragraph' ? [openingOf(first.inlines, number, mark, level)] : paragraphsOf(first, mark);
  return [...opening, ...rest.flatMap((block) => paragraphsOf(block, mark, level + 1))];
}

function openingOf(inlines: readonly Inline[], number: number | null, mark: Mark, level: number): Paragraph {
  if (number === null) return paragraphOf(inlines, mark, { numbering: { reference: BULLETS, level } });
  return paragraphOf([{ kind: 'text', text: `${number}.\t` }, ...inlines], mark, { indent: INDENTS[level] ?? {} });
}

type Look = Pick<Exclude<ConstructorParameters<typeof Paragraph>[0], string>, 'indent' | 'numbering'>;

function paragraphOf(inlines: readonly Inline[], mark: Mark, look: Look): Paragraph {
  const words = inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
  return new Paragraph({
    ...look,
    bidirectional: isRightToLeft(words),
    spacing: { after: 120 },
    children: inlines.flatMap((inline) => (inline.kind === 'citation' ? mark(inline.number) : [runOf(inline)])),
  });
}

const LOOKS = { bold: { bold: true }, italic: { italics: true }, code: { font: 'Consolas', size: 20 } } as const;

function runOf({ text, style }: Extract<Inline, { kind: 'text' }>): TextRun {
  return new TextRun({
    text,
    ...(style === undefined ? {} : LOOKS[style]),
    ...(isRightToLeft(text) && { rightToLeft: true }),
  });
}

/** Title, place and standing of a source; its address is a link. */
export function sourceRuns({ title, place, standing, address }: ExportedCitation): ParagraphChild[] {
  const [where = '', ...inside] = place;
  const shown =
    address === null
      ? new TextRun({ text: where, font: 'Consolas' })
      : new ExternalHyperlink({ link: address, children: [new TextRun({ text: where, style: 'Hyperlink' })] });
  const details = [...inside, ...standing].map((part) => new TextRun(` · ${part}`));
  return [new TextRun({ text: title, bold: true }), new TextRun(' — '), shown, ...details];
}
