import { languageName } from '@plumbline/contracts/common/language-name';
import { codeSpan, escapeMarkdown, escapeTableCell } from '@plumbline/contracts/common/markdown-text';
import type { Citation } from '@plumbline/contracts/report/report';
import type { CitationStyle } from '@plumbline/contracts/settings/report-settings';
import { withoutHiddenCharacters } from '@plumbline/language/normalised-text';
import { isWebAddress } from '@plumbline/web/addresses';
import type { ReportPhrases } from '../wording/english-phrases.ts';
import { listSources, type MarkdownStyle } from './markdown-sources.ts';
import {
  type Cell,
  citedBy,
  type CitedSources,
  codeOf,
  type DocumentBlock,
  type DocumentClaim,
  type DocumentPart,
  type DocumentPiece,
  type Inline,
  type ListItem,
  paragraphsOf,
  type ReportDocument,
  UNVERIFIED_MARK,
  type Words,
} from './report-document.ts';
import { DESIGNATION } from './source-list.ts';
import { placesOf } from './sources.ts';

const LONGEST_SECTION_NAME = 60;

export function writeMarkdown(document: ReportDocument, style: MarkdownStyle): string {
  const { title, parts, ...sources } = document;
  return `${[`# ${escapeMarkdown(title)}`, ...writeParts(parts, sources, style)].join('\n\n')}\n`;
}

/** Blocks of Markdown, to be joined by empty lines. What code cites is cited by the sentence that leads to it, if one does. */
export function writeParts(parts: readonly DocumentPart[], sources: CitedSources, style: MarkdownStyle): string[] {
  const lines = createMarkdownLines(sources, style.citationStyle);
  const write = (block: DocumentBlock): string[] =>
    block.kind === 'sources' ? listSources(sources, style) : writeBlock(block, lines);
  return parts.flatMap(({ heading, blocks }) => [
    ...(heading === '' ? [] : [`## ${heading}`]),
    ...blocks.reduce<string[]>((written, block) => {
      if (block.kind !== 'code') return [...written, ...write(block)];
      const before = written.at(-1) ?? '';
      const marks = lines.marks(block.claims).flatMap((mark) => withoutKnown(mark, before));
      if (!LEADS.test(before)) return [...written, ...write(block), ...marks];
      return [...written.slice(0, -1), [before, ...marks].join(' '), ...write(block)];
    }, []),
  ]);
}

/** A sentence that leads to what follows, perhaps with its citations. */
const LEADS = /:(?:[^\S\n]?\[[^[\]\n]{1,9}\])*$/u;
const NUMBER = /\[[^[\]\n]{1,9}\]/gu;

/** The numbers of a mark that do not end the text before it; none left: no mark. */
function withoutKnown(mark: string, before: string): string[] {
  const known: readonly string[] = (LEADS.exec(before)?.[0] ?? '').match(NUMBER) ?? [];
  const left = mark.replaceAll(NUMBER, (number) => (known.includes(number) ? '' : number));
  return left === '' || before.endsWith(mark) ? [] : [left];
}

function writeBlock(
  block: Exclude<DocumentBlock, { kind: 'sources' }>,
  lines: ReturnType<typeof createMarkdownLines>,
): string[] {
  switch (block.kind) {
    case 'heading':
      return block.text === '' ? [] : [`### ${escapeMarkdown(block.text)}`];
    case 'label':
    case 'paragraph':
      return lines.paragraphs(block.inlines);
    case 'statements':
      return block.claims.map(lines.claim);
    case 'list':
      return [itemList(block.items, lines)];
    case 'code':
      return [codeBlock(codeOf(block.claims), block.language)];
    case 'table': {
      const head = block.head.map(escapeTableCell);
      const rows = block.rows.map((cells) => cells.map(lines.cell));
      return [[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')];
    }
  }
}

/** With a fence that no line of the code can end. */
function codeBlock(code: string, language: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${withoutHiddenCharacters(code)}\n${fence}`;
}

export function list(entries: readonly string[]): string {
  return entries.map((entry) => listed(entry, '- ')).join('\n');
}

/** What goes on below an entry is indented as far as its words. */
function listed(entry: string, marker: string): string {
  return `${marker}${entry.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(marker.length)}`)}`;
}

/** Items have the numbers that they were written with. */
function itemList(items: readonly ListItem[], lines: ReturnType<typeof createMarkdownLines>): string {
  return items
    .map(({ inlines, number, below }) => {
      const own = lines.paragraphs(inlines).join('\n\n');
      const entry = below.length === 0 ? own : `${own}\n${itemList(below, lines)}`;
      return listed(entry, number === null ? '- ' : `${number}. `);
    })
    .join('\n');
}

/** Writes what stands in a line. */
export function createMarkdownLines(
  { locators, facts: { phrases } }: Pick<CitedSources, 'locators' | 'facts'>,
  style: CitationStyle,
) {
  const marksOf = createMarks(locators, phrases, style);
  const writeSaid = (claim: DocumentClaim, escape: (text: string) => string): string =>
    claim.pieces.map((piece) => writePiece(piece, marksOf(piece), escape)).join('');
  function writeInline(inline: Inline): string {
    switch (inline.kind) {
      case 'text':
        return writeWords(inline);
      case 'citation':
        return `[${inline.citation.number}]`;
      case 'claim':
        return writeClaim(inline.claim, phrases, writeSaid);
      case 'passage':
        return writePassage(inline.claim, marksOf(inline.claim), phrases);
      case 'origin':
        // Other marks name the document themselves.
        return style === 'numbered'
          ? `${escapeMarkdown(inline.citation.title)}${placeMark(inline.citation, phrases)}: `
          : '';
    }
  }
  const line = (inlines: readonly Inline[]): string => inlines.map(writeInline).join('');
  return {
    /** One line; words in another language become a labelled block quotation. */
    claim: (claim: DocumentClaim): string => writeClaim(claim, phrases, writeSaid),
    /** The citations of a block, in a line of their own where there are any. */
    marks: (claims: readonly DocumentClaim[]): string[] => {
      const marks = marksOf({ citations: citedBy(claims) });
      return marks === '' ? [] : [marks];
    },
    /** One line in any language, and no bar in it. */
    cell: (cell: Cell): string =>
      cell
        .map((inline) => {
          if (inline.kind === 'text') return ended(inline.text, escapeTableCell(inline.text));
          return inline.kind === 'claim' ? writeCell(inline.claim, phrases, writeSaid) : writeInline(inline);
        })
        .join(''),
    paragraphs: (inlines: readonly Inline[]): string[] => paragraphsOf(inlines).map(line),
  };
}

function createMarks(locators: readonly string[], phrases: ReportPhrases, style: CitationStyle) {
  const markOf = (citation: Citation): string =>
    style === 'numbered'
      ? `[${citation.number}]`
      : `[${documentName(citation, locators)}${placeMark(citation, phrases)}]`;
  return ({ citations }: Pick<DocumentClaim, 'citations'>): string =>
    [...new Set(citations.map(markOf))].join(style === 'numbered' ? '' : ' ');
}

type WriteSaid = (claim: DocumentClaim, escape: (text: string) => string) => string;

/** Words and the citations behind them; a space at the ends of words stays. */
function writePiece({ text, isBold }: DocumentPiece, marks: string, escape: (text: string) => string): string {
  const said = escape(text.trim());
  const words = isBold && said !== '' ? `**${said}**` : said;
  const opening = /^\s/.test(text) ? ' ' : '';
  return `${opening}${spaced(words, marks)}${/\S\s$/.test(text) ? ' ' : ''}`;
}

function writeClaim(claim: DocumentClaim, phrases: ReportPhrases, writeSaid: WriteSaid): string {
  const warning = claim.isUntrusted ? `${phrases.untrusted}: ` : '';
  if (claim.quotedLanguage === null) {
    return `${warning}${spaced(writeSaid(claim, escapeMarkdown), remarkOn(claim, phrases))}`;
  }
  const label = phrases.quotation(languageName(claim.quotedLanguage, phrases.language));
  const marks = writeSaid(
    { ...claim, pieces: [{ text: '', isBold: false, citations: claim.citations }] },
    escapeMarkdown,
  );
  return `${warning}${spaced(label, marks)}:\n\n> ${escapeMarkdown(claim.text)}`;
}

function writeCell(claim: DocumentClaim, phrases: ReportPhrases, writeSaid: WriteSaid): string {
  const remarks = remarkOn(claim, phrases).replaceAll('|', String.raw`\|`);
  return `${claim.isUntrusted ? '⚠ ' : ''}${spaced(writeSaid(claim, escapeTableCell), remarks)}`;
}

/** The words that were searched for are bold. */
function writePassage(claim: DocumentClaim, marks: string, phrases: ReportPhrases): string {
  const warning = claim.isUntrusted ? `${phrases.untrusted}: ` : '';
  const words = claim.pieces.map((piece) => writeMarked(piece)).join('');
  const places = placesOf(claim.citations, phrases, withoutEmphasis);
  const place = places === '' ? '' : `*${places}:* `;
  const language = claim.quotedLanguage;
  const label = language === null ? '' : `${phrases.quotation(languageName(language, phrases.language))}: `;
  return `${warning}${place}${label}${spaced(words, spaced(marks, unsaidRemark(claim, phrases)))}`;
}

/** A line break inside a paragraph (CommonMark 6.7). */
const HARD_BREAK = '  \n';

/** A passage stands in lines, and its pieces with the spaces between them. */
function writeMarked({ text, isBold }: DocumentPiece): string {
  if (isBold) return `**${escapeMarkdown(text)}**`;
  if (text.trim() === '') return text;
  const lines = text.split('\n').map(escapeMarkdown).join(HARD_BREAK);
  return `${text.startsWith(' ') ? ' ' : ''}${lines}${text.endsWith(' ') ? ' ' : ''}`;
}

/** What kind of claim it is, where that is not a cited one whose words were compared. */
function remarkOn(claim: DocumentClaim, phrases: ReportPhrases): string {
  return [
    claim.computation === null ? '' : `[${claim.computation.mark}]`,
    claim.kind === null ? '' : `(${escapeMarkdown(claim.kind)})`,
    claim.isDoubted ? UNVERIFIED_MARK : '',
    unsaidRemark(claim, phrases),
  ].reduce(spaced);
}

function unsaidRemark({ leavesOutUnsaid }: DocumentClaim, { unsaid }: ReportPhrases): string {
  return leavesOutUnsaid ? `(${unsaid})` : '';
}

/** Names a document by its file or web site, or by its whole path or address if two documents share a name. */
function documentName({ locator }: Citation, locators: readonly string[]): string {
  const isShared = locators.some((other) => other !== locator && shortName(other) === shortName(locator));
  return escapeMarkdown(isShared ? locator : shortName(locator));
}

function shortName(locator: string): string {
  if (isWebAddress(locator)) return locator.split('/')[2] ?? locator;
  return locator.slice(locator.lastIndexOf('/') + 1);
}

/** Without marks that would end the emphasis. */
function withoutEmphasis(text: string): string {
  return escapeMarkdown(text.replaceAll('*', ''));
}

/** `, Page 12`, or `, § 3` for a document without pages; empty if it has neither. */
function placeMark({ page, headingPath, quote }: Citation, phrases: ReportPhrases): string {
  const place = page === null ? sectionName(headingPath.at(-1) ?? '') : phrases.citedPage(page, quote.recognised);
  return place === '' ? '' : `, ${place}`;
}

function sectionName(heading: string): string {
  const name = DESIGNATION.exec(heading)?.[0] ?? heading;
  return escapeMarkdown(name.length > LONGEST_SECTION_NAME ? `${name.slice(0, LONGEST_SECTION_NAME - 1)}…` : name);
}

/** A space at the ends of words stays, because others follow. */
function writeWords({ text, style }: Words): string {
  if (style === 'code') return codeSpan(text);
  const escaped = ended(text, escapeMarkdown(text));
  if (style === 'italic') return `*${escaped.trim()}*${escaped.endsWith(' ') ? ' ' : ''}`;
  return style === 'bold' ? `**${text}**` : escaped;
}

function ended(text: string, escaped: string): string {
  if (escaped === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${escaped}${/\s$/.test(text) ? ' ' : ''}`;
}

function spaced(words: string, marks: string): string {
  return [words, marks].filter(Boolean).join(' ');
}
