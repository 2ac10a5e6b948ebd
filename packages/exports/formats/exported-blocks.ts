import { languageName } from '@plumbline/contracts/common/language-name';
import { splitCode } from '@plumbline/contracts/common/markdown-text';
import {
  type Cell,
  citedBy,
  codeOf,
  type Computation,
  type DocumentBlock,
  type DocumentClaim,
  type DocumentPart,
  type Inline as DocumentInline,
  type ListItem as DocumentItem,
  paragraphsOf,
  placeOf,
  placesOf,
  type ReportDocument,
  UNVERIFIED_MARK,
} from '@plumbline/report/document';
import type { ReportPhrases } from '@plumbline/report/wording';
import { type Block, type Inline, type ListItem, plainLine, plainText } from './exported-report.ts';

/** What a report says, as blocks of plain words and numbers that every layout can write. */
export function exportBlocks({
  parts,
  computations,
  facts: { phrases },
}: Pick<ReportDocument, 'parts' | 'computations' | 'facts'>): Block[] {
  const write = ({ heading, blocks }: DocumentPart): Block[] => [
    ...(heading === '' ? [] : [{ kind: 'heading' as const, level: 2 as const, text: wordsIn(heading) }]),
    ...blocks.flatMap((block) => (block.kind === 'sources' ? sources : exportBlock(block, phrases))),
  ];
  const sources: Block[] = [{ kind: 'citations' }, ...computations.map(computationBlock)];
  return joinLists(parts.flatMap(write));
}

function computationBlock({ mark, words, citations }: Computation): Block {
  const marks = citations.map(({ number }): Inline => ({ kind: 'citation', number }));
  return { kind: 'paragraph', inlines: [plain(`[${mark}] ${words} `), ...marks] };
}

/** Lists that follow each other are one, as a reader sees them, unless they are ordered. */
function joinLists(blocks: readonly Block[]): Block[] {
  const isOrdered = (block: Extract<Block, { kind: 'list' }>): boolean =>
    block.items.some(({ number }) => number !== null);
  return blocks.reduce<Block[]>((joined, block) => {
    const last = joined.at(-1);
    if (block.kind !== 'list' || last?.kind !== 'list' || isOrdered(block) || isOrdered(last))
      return [...joined, block];
    return [...joined.slice(0, -1), { kind: 'list', items: [...last.items, ...block.items] }];
  }, []);
}

function exportBlock(block: Exclude<DocumentBlock, { kind: 'sources' }>, phrases: ReportPhrases): Block[] {
  switch (block.kind) {
    case 'heading':
      return block.text === '' ? [] : [{ kind: 'heading', level: 3, text: wordsIn(block.text) }];
    case 'label':
    case 'paragraph':
      return paragraphBlocks(block.inlines, phrases);
    case 'statements':
      return block.claims.flatMap((claim) => paragraphBlocks([{ kind: 'claim', claim }], phrases));
    case 'list':
      return listBlocks(block.items, phrases);
    case 'code':
      return codeBlocks(block.claims);
    case 'table':
      return [tableOf(block, phrases)];
  }
}

/** A list for each run of items with or without numbers. */
function listBlocks(items: readonly DocumentItem[], phrases: ReportPhrases): Block[] {
  const lists: ListItem[][] = [];
  for (const { inlines, number, below } of items) {
    const item = { number, blocks: [...paragraphBlocks(inlines, phrases), ...listBlocks(below, phrases)] };
    const last = lists.at(-1);
    if (last !== undefined && (last[0]?.number ?? null) === null && number === null) last.push(item);
    else if (last !== undefined && (last[0]?.number ?? null) !== null && number !== null) last.push(item);
    else lists.push([item]);
  }
  return lists.map((own) => ({ kind: 'list', items: own }));
}

/** Words in another language follow what introduces them as a quotation. */
function paragraphBlocks(inlines: readonly DocumentInline[], phrases: ReportPhrases): Block[] {
  return paragraphsOf(inlines).flatMap((paragraph): Block[] => {
    const written = paragraph.flatMap((inline) => inlinesOf(inline, phrases));
    const last = paragraph.at(-1);
    return last?.kind === 'claim' && last.claim.quotedLanguage !== null
      ? [
          { kind: 'paragraph', inlines: written },
          { kind: 'quotation', inlines: textInlines(last.claim.text.trim()) },
        ]
      : [{ kind: 'paragraph', inlines: written }];
  });
}

/** The code, and below it what it cites. */
function codeBlocks(claims: readonly DocumentClaim[]): Block[] {
  const marks = citedBy(claims).map(({ number }): Inline => ({ kind: 'citation', number }));
  return [
    { kind: 'code', text: plainText(codeOf(claims)) },
    ...(marks.length === 0 ? [] : [{ kind: 'paragraph' as const, inlines: marks }]),
  ];
}

function tableOf({ head, rows }: Extract<DocumentBlock, { kind: 'table' }>, phrases: ReportPhrases): Block {
  const exportCell = (cell: Cell): Inline[] =>
    cell.flatMap((inline) =>
      inline.kind === 'claim' ? cellInlines(inline.claim, phrases) : inlinesOf(inline, phrases),
    );
  return {
    kind: 'table',
    head: head.map(wordsIn),
    rows: rows.map(([name = [], ...cells]) => ({
      heading: exportCell(name)
        .map((inline) => (inline.kind === 'text' ? inline.text : ''))
        .join(''),
      cells: cells.map(exportCell),
    })),
  };
}

function inlinesOf(inline: DocumentInline, phrases: ReportPhrases): Inline[] {
  switch (inline.kind) {
    case 'text':
      return inline.style === undefined ? textInlines(inline.text) : [{ ...plain(inline.text), style: inline.style }];
    case 'citation':
      return [{ kind: 'citation', number: inline.citation.number }];
    case 'claim':
      return claimInlines(inline.claim, phrases);
    case 'passage':
      return passageInlines(inline.claim, phrases);
    case 'origin':
      return [plain(`${placeOf(inline.citation, phrases, plainLine)}: `)];
  }
}

/** Of words in another language, only what introduces them. */
function claimInlines(claim: DocumentClaim, phrases: ReportPhrases): Inline[] {
  const { quotedLanguage } = claim;
  if (quotedLanguage === null)
    return [...warningOf(claim, phrases), ...saidInlines(claim), ...remarksOn(claim, phrases)];
  const label = labelOf(quotedLanguage, phrases);
  return [...warningOf(claim, phrases), label, ...marksOf(claim), ...remarksOn(claim, phrases), plain(':')];
}

/** In a table words of any language stand in the line. */
function cellInlines(claim: DocumentClaim, phrases: ReportPhrases): Inline[] {
  return [...(claim.isUntrusted ? [plain('⚠ ')] : []), ...saidInlines(claim), ...remarksOn(claim, phrases)];
}

/** Each citation behind its words. */
function saidInlines({ pieces }: DocumentClaim): Inline[] {
  return pieces.flatMap((piece) => [
    ...textInlines(piece.text).map((inline): Inline =>
      piece.isBold && inline.kind === 'text' && inline.style === undefined ? { ...inline, style: 'bold' } : inline,
    ),
    ...marksOf(piece),
  ]);
}

function passageInlines(claim: DocumentClaim, phrases: ReportPhrases): Inline[] {
  const place = placesOf(claim.citations, phrases, plainLine);
  return [
    ...warningOf(claim, phrases),
    ...(place === '' ? [] : [{ ...plain(`${place}:`), style: 'italic' as const }, plain(' ')]),
    ...(claim.quotedLanguage === null ? [] : [labelOf(claim.quotedLanguage, phrases), plain(': ')]),
    ...textInlines(claim.text.trim()),
    ...marksOf(claim),
    ...remarksOn(claim, phrases),
  ];
}

function labelOf(language: string, phrases: ReportPhrases): Inline {
  return plain(phrases.quotation(languageName(language, phrases.language)));
}

function warningOf(claim: DocumentClaim, phrases: ReportPhrases): Inline[] {
  return claim.isUntrusted ? [plain(`${phrases.untrusted}: `)] : [];
}

function marksOf({ citations }: Pick<DocumentClaim, 'citations'>): Inline[] {
  const marks = citations.map(({ number }): Inline => ({ kind: 'citation', number }));
  return marks.length > 0 ? [plain(' '), ...marks] : [];
}

function remarksOn({ computation, kind, isDoubted, leavesOutUnsaid }: DocumentClaim, phrases: ReportPhrases): Inline[] {
  return [
    ...(computation === null ? [] : [plain(` [${computation.mark}]`)]),
    ...(kind === null ? [] : [plain(` (${kind})`)]),
    ...(isDoubted ? [plain(` ${UNVERIFIED_MARK}`)] : []),
    ...(leavesOutUnsaid ? [plain(` (${phrases.unsaid})`)] : []),
  ];
}

/** Words and the code in them; spaces at the ends stay, because inlines follow each other without anything between them. */
function textInlines(text: string): Inline[] {
  return splitCode(ended(text)).flatMap((part): Inline[] => {
    if (part.text === '') return [];
    return part.isCode ? [{ kind: 'text', text: part.text, style: 'code' }] : [{ kind: 'text', text: part.text }];
  });
}

function wordsIn(text: string): string {
  return textInlines(text)
    .map((inline) => (inline.kind === 'text' ? inline.text : ''))
    .join('');
}

function plain(text: string): Extract<Inline, { kind: 'text' }> {
  return { kind: 'text', text: ended(text) };
}

function ended(text: string): string {
  const line = plainLine(text);
  if (line === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${line}${/\s$/.test(text) ? ' ' : ''}`;
}
