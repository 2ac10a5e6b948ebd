import { decodeHTMLStrict } from 'entities';
import { Lexer, type Token, type Tokens } from 'marked';
import type { Claim } from '../../../../workflows/contracts/evidence/claim.ts';
import type { Citation, ResearchRecord } from '../../../../workflows/contracts/report/report.ts';
import { languageName } from '../../../../workflows/domain/language-name.ts';
import { createUntrustedTest } from '../../../../workflows/domain/untrusted-findings.ts';
import { unitsOf } from '../../../corpus/quotes/quoted-units.ts';
import {
  type CitationRendering,
  createSourceFacts,
  kindOf,
  struckRemark,
  UNVERIFIED_MARK,
} from '../../citation-rendering.ts';
import { phrasesFor } from '../../phrases-for.ts';
import type { ReportPhrases } from '../../report-phrases.ts';
import { contentOf } from '../../report-record.ts';
import { renderBlocks } from '../../report-rendering.ts';
import { type Block, type ExportedReport, type Inline, plainLine, plainText } from './exported-report.ts';
import { exportCitation, exportSources } from './exported-sources.ts';

const LIST_OF_CITATIONS = 'plumbline:citations';
const CLAIM = 'plumbline:claim-';

/** A run of backticks opens code only where a run of the same length closes it (CommonMark 6.1). */
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/** The report of a record, block by block as it is printed, with the numbers and quotations of the record. */
export function composeReport(record: ResearchRecord): ExportedReport {
  const { anchor, findings, sources, registry, report } = record;
  const phrases = phrasesFor(anchor.language, record.phrases);
  const placeholders = createClaimPlaceholders(record, phrases);
  const markdown = renderBlocks(contentOf(record, unitsOf(report.citations), 'cited'), phrases, placeholders);
  const details = new Map(registry.map(({ key, detail }) => [key, detail]));
  const facts = {
    phrases,
    detailOf: ({ quote, locator }: (typeof report.citations)[number]) => details.get(quote.key) ?? locator,
    ...createSourceFacts(findings, sources),
  };
  return {
    researchId: record.researchId,
    title: plainLine(anchor.originalQuestion),
    language: phrases.language,
    writtenAt: record.publishedAt,
    partialNotice: null,
    blocks: readPrintedBlocks(markdown, placeholders),
    citations: report.citations.map((citation) => exportCitation(citation, facts)),
    sources: exportSources(report.citations, sources),
  };
}

/**
 * Stands in for the rendering of claims: the Markdown gets placeholders, which foreign text cannot imitate because its
 * brackets are escaped, and `blocksOf` gives the claims themselves. The numbers are those of the published report.
 */
function createClaimPlaceholders(
  { report: { citations }, findings, registry }: ResearchRecord,
  phrases: ReportPhrases,
): CitationRendering & Placeholders {
  const blocks: (readonly Block[])[] = [];
  const byKey = new Map(citations.map((citation) => [citation.quote.key, citation]));
  const cite = (keys: readonly string[]): Citation[] => [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
  const facts = { cite, phrases, isUntrusted: createUntrustedTest(findings) };
  const place = (made: readonly Block[]): string => `[claim](${CLAIM}${blocks.push(made) - 1})`;
  return {
    claim: (claim) => place(claimBlocks(claim, facts)),
    cell: (claim) => place([{ kind: 'paragraph', inlines: cellInlines(claim, facts) }]),
    passage: (claim) => place([{ kind: 'paragraph', inlines: passageInlines(claim, facts) }]),
    origin: (claim) => {
      const [citation] = cite(claim.citations);
      return citation === undefined ? '' : place([{ kind: 'paragraph', inlines: [plain(placeOf(citation, phrases))] }]);
    },
    cite,
    citations: () => [...citations],
    registered: () => [...registry],
    sources: () => (citations.length === 0 ? [] : [`[citations](${LIST_OF_CITATIONS})`]),
    blocksOf: (address) => {
      if (address === LIST_OF_CITATIONS) return [{ kind: 'citations' }];
      return address.startsWith(CLAIM) ? (blocks[Number(address.slice(CLAIM.length))] ?? null) : null;
    },
  };
}

interface ClaimFacts {
  readonly cite: CitationRendering['cite'];
  readonly phrases: ReportPhrases;
  readonly isUntrusted: (claim: Claim) => boolean;
}

/** Words in another language follow their label as a quotation. */
function claimBlocks(claim: Claim, facts: ClaimFacts): Block[] {
  const { phrases } = facts;
  const words = wordsOf(claim.text);
  if (claim.quotedLanguage === undefined) {
    return [{ kind: 'paragraph', inlines: [...warningOf(claim, facts), ...words, ...marksOf(claim, facts)] }];
  }
  const label = plain(phrases.quotation(languageName(claim.quotedLanguage, phrases.language)));
  return [
    { kind: 'paragraph', inlines: [...warningOf(claim, facts), label, ...marksOf(claim, facts), plain(':')] },
    { kind: 'quotation', inlines: words },
  ];
}

/** In a table words of any language stand in the line. */
function cellInlines(claim: Claim, facts: ClaimFacts): Inline[] {
  return [...(facts.isUntrusted(claim) ? [plain('⚠ ')] : []), ...wordsOf(claim.text), ...marksOf(claim, facts)];
}

function passageInlines(claim: Claim, facts: ClaimFacts): Inline[] {
  const { cite, phrases } = facts;
  const [citation] = cite(claim.citations);
  const place = citation === undefined ? '' : placeOf(citation, phrases);
  const language = claim.quotedLanguage;
  return [
    ...warningOf(claim, facts),
    ...(place === '' ? [] : [{ ...plain(`${place}:`), style: 'italic' as const }, plain(' ')]),
    ...(language === undefined ? [] : [plain(`${phrases.quotation(languageName(language, phrases.language))}: `)]),
    ...wordsOf(claim.text),
    ...marksOf(claim, facts),
  ];
}

function placeOf({ title, page, headingPath }: Citation, phrases: ReportPhrases): string {
  const heading = headingPath.at(-1) ?? '';
  return [title, heading === title ? '' : heading, page === null ? '' : phrases.citedPage(page)]
    .filter((part) => part !== '')
    .join(' · ');
}

function warningOf(claim: Claim, { isUntrusted, phrases }: ClaimFacts): Inline[] {
  return isUntrusted(claim) ? [plain(`${phrases.untrusted}: `)] : [];
}

function marksOf(claim: Claim, { cite, phrases }: ClaimFacts): Inline[] {
  const kind = kindOf(claim, phrases);
  const struck = struckRemark(claim, cite, phrases);
  const marks = cite(claim.citations).map(({ number }): Inline => ({ kind: 'citation', number }));
  return [
    ...(marks.length > 0 ? [plain(' '), ...marks] : []),
    ...(kind === null ? [] : [plain(` (${kind})`)]),
    ...(claim.isUnverified === true ? [plain(` ${UNVERIFIED_MARK}`)] : []),
    ...(struck === '' ? [] : [plain(` ${struck}`)]),
  ];
}

function wordsOf(text: string): Inline[] {
  const line = plainLine(text);
  const inlines: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(CODE)) {
    const code = match[2] ?? '';
    inlines.push(plain(line.slice(end, match.index)), {
      ...plain(code.trim() === '' ? code : code.trim()),
      style: 'code',
    });
    end = match.index + match[0].length;
  }
  return [...inlines, plain(line.slice(end))].filter((inline) => inline.kind !== 'text' || inline.text !== '');
}

function plain(words: string): { readonly kind: 'text'; readonly text: string } {
  // Kept as given at its ends: inlines follow each other without anything between them.
  return { kind: 'text', text: /^\s*$/.test(words) ? words : ends(words) };
}

function ends(words: string): string {
  return `${/^\s/.test(words) ? ' ' : ''}${plainLine(words)}${/\s$/.test(words) ? ' ' : ''}`;
}

/** What stands in the Markdown where a claim or the list of citations belongs. */
interface Placeholders {
  /** The blocks of a claim in place of the placeholder with this address; null: it is none. */
  readonly blocksOf: (address: string) => readonly Block[] | null;
}

/**
 * Reads the Markdown of a report, which the house wrote and in which all foreign text is escaped. Only what the house
 * itself writes counts as markup: in foreign text an asterisk is an asterisk.
 */
function readPrintedBlocks(markdown: string, placeholders: Placeholders): Block[] {
  return Lexer.lex(markdown, { gfm: true }).flatMap((token) => blocksOf(token, placeholders));
}

function blocksOf(token: Token, placeholders: Placeholders): Block[] {
  switch (token.type) {
    case 'heading':
      return headingOf(token as Tokens.Heading);
    case 'list':
      return [{ kind: 'list', items: itemsOf(token as Tokens.List, placeholders) }];
    case 'table':
      return [tableOf(token as Tokens.Table, placeholders)];
    case 'space':
      return [];
    default:
      return paragraphsOf(token.type === 'paragraph' || token.type === 'text' ? (token.tokens ?? [token]) : [token], {
        placeholders,
        isListed: token.type === 'text',
      });
  }
}

/** The first column names the rows. */
function tableOf({ header, rows }: Tokens.Table, placeholders: Placeholders): Block {
  const cellOf = ({ tokens }: Tokens.TableCell): Inline[] =>
    paragraphsOf(tokens, { placeholders, isListed: true }).flatMap((block) =>
      block.kind === 'paragraph' ? block.inlines : [],
    );
  const wordsOf = (cell: Tokens.TableCell | undefined): string =>
    cell === undefined ? '' : cellOf(cell).map(textOf).join('');
  return {
    kind: 'table',
    columns: header.slice(1).map(wordsOf),
    rows: rows.map(([heading, ...cells]) => ({ heading: wordsOf(heading), cells: cells.map(cellOf) })),
  };
}

/** The title is no block. */
function headingOf({ depth, tokens }: Tokens.Heading): Block[] {
  if (depth === 1) return [];
  const text = tokens.map((token) => inlinesOf(token).map(textOf).join('')).join('');
  return [{ kind: 'heading', level: depth === 2 ? 2 : 3, text }];
}

function itemsOf({ items }: Tokens.List, placeholders: Placeholders): Block[][] {
  return items.map(({ tokens }) => tokens.flatMap((token) => blocksOf(token, placeholders)));
}

interface Surroundings {
  readonly placeholders: Placeholders;
  /** In lists, bold words are never the house's. */
  readonly isListed: boolean;
}

/** A paragraph, and after it what a claim in it brings along. */
function paragraphsOf(tokens: readonly Token[], { placeholders, isListed }: Surroundings): Block[] {
  const blocks: Block[] = [];
  let inlines: Inline[] = [];
  const end = () => {
    if (inlines.length > 0) blocks.push({ kind: 'paragraph', inlines });
    inlines = [];
  };
  for (const [index, token] of tokens.entries()) {
    const placed = token.type === 'link' ? placeholders.blocksOf((token as Tokens.Link).href) : null;
    if (placed === null) {
      const isBold = index === 0 && !isListed && token.type === 'strong';
      inlines.push(...(isBold ? boldOf(token as Tokens.Strong) : inlinesOf(token)));
      continue;
    }
    for (const block of placed) {
      if (block.kind === 'paragraph') {
        inlines.push(...block.inlines);
      } else {
        end();
        blocks.push(block);
      }
    }
  }
  end();
  return blocks;
}

function boldOf({ tokens }: Tokens.Strong): Inline[] {
  return tokens.flatMap(inlinesOf).map((inline) => ({ ...inline, style: 'bold' as const }));
}

/** Emphasis is what a foreign asterisk looks like to the parser: its marks are put back. */
function inlinesOf(token: Token): Inline[] {
  switch (token.type) {
    case 'em':
    case 'strong':
    case 'del': {
      const mark = /^([*_~])\1*/.exec(token.raw)?.[0].slice(0, token.type === 'em' ? 1 : 2) ?? '';
      return [text(mark), ...(token.tokens ?? []).flatMap(inlinesOf), text(mark)];
    }
    case 'codespan':
      return [{ ...text(token.text), style: 'code' }];
    case 'escape':
      return [text(token.text)];
    case 'br':
      return [text(' ')];
    default:
      return [text(decodeHTMLStrict(token.type === 'text' ? token.text : token.raw))];
  }
}

function text(words: string): { readonly kind: 'text'; readonly text: string } {
  return { kind: 'text', text: plainText(words) };
}

function textOf(inline: Inline): string {
  return inline.kind === 'text' ? inline.text : `[${inline.number}]`;
}
