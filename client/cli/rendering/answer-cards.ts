import type { Token, Tokens } from 'marked';
import type { AnswerResult } from '../../../workflows/contracts/answer.ts';
import type { Card } from '../../../workflows/contracts/catalogue.ts';
import type { Paint } from '../terminal/paint.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

type Shown = Pick<AnswerResult, 'summary' | 'cards' | 'citations'>;

/** The items below an answer: of one that has a row in a table of the answer, only what neither table nor sources show. */
export async function renderCards({ summary, cards, citations }: Shown, paint: Paint): Promise<string[]> {
  const rowOf = await rowsIn(summary);
  const addresses = new Set(citations.map(({ locator }) => locator));
  const subtitles = new Set(cards.map(({ subtitle }) => subtitle));
  return cards.flatMap((card) => {
    const row = rowOf(card);
    if (row === null) return renderCard(card, paint);
    const isSubtitleShown = subtitles.size === 1 || row.cells.includes(card.subtitle);
    const rest = {
      ...card,
      subtitle: isSubtitleShown ? '' : card.subtitle,
      fields: card.fields.filter(({ label }) => !row.headings.includes(label)),
      url: card.url !== null && addresses.has(card.url) ? null : card.url,
    };
    return rest.subtitle === '' && rest.fields.length === 0 && rest.url === null ? [] : renderCard(rest, paint);
  });
}

interface Row {
  readonly headings: readonly string[];
  readonly cells: readonly string[];
}

/** Finds the row of a card by the mark of its citation. */
async function rowsIn(summary: string): Promise<(card: Card) => Row | null> {
  if (!summary.includes('| --- |')) return () => null;
  const { Lexer } = await import('marked');
  const rows = Lexer.lex(summary).flatMap((token): Row[] => (isTable(token) ? rowsOf(token) : []));
  return ({ citation }) => rows.find(({ cells: [name = ''] }) => name.endsWith(` [${citation}]`)) ?? null;
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function rowsOf({ header, rows }: Tokens.Table): Row[] {
  const headings = header.map(({ text }) => text);
  return rows.map((row) => ({ headings, cells: row.map(({ text }) => text) }));
}

function renderCard({ title, subtitle, fields, url, citation }: Card, paint: Paint): string[] {
  const mark = citation === null ? '' : ` [${citation}]`;
  const head = [paint('bold', toPlainLine(title)), toPlainLine(subtitle)].filter((part) => part !== '').join(', ');
  return [
    '',
    `  ${head}${mark}`,
    ...fields.map(({ label, value }) => `    ${toPlainLine(label)}: ${toPlainLine(value)}`),
    ...(url === null ? [] : [`    ${toPlainLine(url)}`]),
  ];
}
