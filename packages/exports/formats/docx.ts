import { struckParts } from '@plumbline/text/unsaid-words';
import {
  Bookmark,
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  InternalHyperlink,
  type IPropertiesOptions,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { exportPhrasesFor } from './export-phrases.ts';
import {
  type Block,
  type ExportedCitation,
  type ExportedQuotation,
  type ExportedReport,
  type Inline,
  isRightToLeft,
  type ListItem,
  type WriteExport,
} from './exported-report.ts';

const HEADING = { font: 'Calibri', bold: true, color: '1C1F24' };

/** Sizes in half points, distances in twentieths of a point. */
const DOCX_STYLES = {
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

const NUMBERING = {
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

/** A Word document with a footnote for each citation, which holds the quotation. */
export const writeDocx: WriteExport = async ({ report }) => {
  const { title, researchId, writtenAt, language } = report;
  const document = new Document({
    title,
    description: researchId,
    creator: 'Plumbline',
    styles: {
      ...DOCX_STYLES,
      default: { ...DOCX_STYLES.default, document: { run: { ...TEXT, language: { value: language } } } },
    },
    numbering: NUMBERING,
    footnotes: footnotesOf(report),
    sections: [
      {
        footers: { default: pageFooter(report) },
        children: [...opening(report, writtenAt.slice(0, 10)), ...createDocxBlocks(report)],
      },
    ],
  });
  return { bytes: await Packer.toBuffer(document), notes: [] };
};

/** Half points. */
const TEXT = { font: 'Calibri', size: 22 };

function opening({ title, researchId, partialNotice, language }: ExportedReport, day: string): Paragraph[] {
  const { report } = exportPhrasesFor(language);
  return [
    new Paragraph({ heading: 'Heading1', bidirectional: isRightToLeft(title), children: [new TextRun(title)] }),
    new Paragraph({ children: [new TextRun({ text: `${report} ${researchId} · ${day}`, color: '5B626D', size: 18 })] }),
    ...(partialNotice === null
      ? []
      : [new Paragraph({ shading: { fill: 'FFF3D6' }, children: [new TextRun({ text: partialNotice, bold: true })] })]),
  ];
}

function pageFooter({ language }: ExportedReport): Footer {
  const [before = '', between = '', after = ''] = exportPhrasesFor(language).pageOf('\n', '\n').split('\n');
  const children = [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after];
  return new Footer({
    children: [new Paragraph({ alignment: 'center', children: [new TextRun({ children, size: 16 })] })],
  });
}

/** A footnote for each citation: its source, and below it the quotation. */
function footnotesOf({ citations }: ExportedReport): Record<string, { children: Paragraph[] }> {
  return Object.fromEntries(citations.map((citation) => [String(citation.number), { children: noteOf(citation) }]));
}

function noteOf(citation: ExportedCitation): Paragraph[] {
  const { quotation } = citation;
  return [
    new Paragraph({ children: [new TextRun(' '), ...sourceRuns(citation)] }),
    new Paragraph({
      bidirectional: isRightToLeft(quotation.before + quotation.deciding),
      indent: { start: 240 },
      spacing: { after: 60 },
      children: quotationRuns(quotation),
    }),
  ];
}

function quotationRuns({ before, deciding, after, layout }: ExportedQuotation): TextRun[] {
  const isWhole = before + after === '';
  return [
    ...linesOf(before, { layout }),
    ...linesOf(deciding, isWhole ? { layout } : { layout, isMarked: true }),
    ...linesOf(after, { layout }),
  ];
}

interface Look {
  readonly layout: ExportedQuotation['layout'];
  readonly isMarked?: true;
}

/** A run for each line: a line break is no character in Word. */
function linesOf(text: string, { layout, isMarked }: Look): TextRun[] {
  if (text === '') return [];
  return text.split('\n').flatMap((line, index) => {
    const parts = line === '' ? [{ text: line, isStruck: false }] : struckParts(line);
    return parts.map(
      (part, place) =>
        new TextRun({
          text: part.text,
          ...(index > 0 && place === 0 && { break: 1 }),
          ...(part.isStruck && { strike: true }),
          ...(layout === 'code' && { font: 'Consolas', size: 16 }),
          ...(isMarked && { bold: true, shading: { fill: 'FFE9A8' } }),
          ...(isRightToLeft(line) && { rightToLeft: true }),
        }),
    );
  });
}

/** The paragraphs and tables of a report. */
function createDocxBlocks({ blocks, citations }: ExportedReport): (Paragraph | Table)[] {
  const mark = createMarks();
  return blocks.flatMap((block) => (block.kind === 'citations' ? citations.map(listed) : paragraphsOf(block, mark)));
}

function listed(citation: ExportedCitation): Paragraph {
  const children = [new TextRun({ text: `[${citation.number}] `, bold: true })];
  const label = new Bookmark({ id: `source-${citation.number}`, children });
  return new Paragraph({ spacing: { after: 80 }, children: [label, ...sourceRuns(citation)] });
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

type ParagraphLook = Pick<Exclude<ConstructorParameters<typeof Paragraph>[0], string>, 'indent' | 'numbering'>;

function paragraphOf(inlines: readonly Inline[], mark: Mark, look: ParagraphLook): Paragraph {
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
function sourceRuns({ title, place, standing, address }: ExportedCitation): ParagraphChild[] {
  const [where = '', ...inside] = place;
  const shown =
    address === null
      ? new TextRun({ text: where, font: 'Consolas' })
      : new ExternalHyperlink({ link: address, children: [new TextRun({ text: where, style: 'Hyperlink' })] });
  const details = [...inside, ...standing].map((part) => new TextRun(` · ${part}`));
  return [new TextRun({ text: title, bold: true }), new TextRun(' — '), shown, ...details];
}
