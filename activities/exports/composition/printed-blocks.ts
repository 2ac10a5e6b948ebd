import { decodeHTMLStrict } from 'entities';
import { Lexer, type Token, type Tokens } from 'marked';
import type { Block, Inline } from './exported-report.ts';
import { plainText } from './plain-text.ts';

/** What stands in the Markdown where a claim or the list of citations belongs. */
export interface Placeholders {
  /** The blocks of a claim in place of the placeholder with this address; null: it is none. */
  readonly blocksOf: (address: string) => readonly Block[] | null;
}

/**
 * Reads the Markdown of a report, which the house wrote and in which all foreign text is escaped. Only what the house
 * itself writes counts as markup: in foreign text an asterisk is an asterisk.
 */
export function readPrintedBlocks(markdown: string, placeholders: Placeholders): Block[] {
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
