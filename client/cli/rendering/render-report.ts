import { withoutControlCharacters } from '../terminal/plain-text.ts';
import { wrapEntries } from '../terminal/text-layout.ts';

/** A `## ` at the start of a line is a heading of the report itself: quoted text escapes it. */
const SECTION_START = /^(?=## )/m;
/** The quotation below an entry of the sources. */
const SOURCE_QUOTATION = /\n\n *> [^\n]*/g;
/** Between two entries: a line break of Markdown keeps each on a line of its own. */
const BETWEEN_ENTRIES = /^(\[\d+\] .*)\n\n(?=\[\d+\] )/gm;

/**
 * The report: rendered Markdown on a terminal, plain Markdown elsewhere.
 *
 * @param columns null: not a terminal
 */
export async function renderInTerminal(markdown: string, columns: number | null): Promise<string> {
  const text = withoutControlCharacters(markdown);
  if (columns === null) return text;
  // Loaded late: its syntax highlighter takes longer than everything else together.
  const [{ Marked }, { markedTerminal }] = await Promise.all([import('marked'), import('marked-terminal')]);
  const renderer = new Marked(
    markedTerminal({ width: Math.min(columns, 100), reflowText: true, showSectionPrefix: false, emoji: false, tab: 2 }),
    {
      renderer: {
        // marked-terminal prints list entries without rendering their inline Markdown.
        text(token) {
          return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text;
        },
      },
    },
  );
  // marked-terminal breaks paragraphs, but not list entries.
  return wrapEntries(renderer.parse(text, { async: false }), columns);
}

/**
 * The report as shown when a run ends, short enough for one screen: without the last section, and with the sources as a
 * plain list.
 */
export function shortReport(markdown: string): string {
  const parts = markdown.split(SECTION_START);
  if (parts.length === 1) return markdown;
  const body = parts.slice(0, -1);
  const places = body.at(-1)?.replaceAll(SOURCE_QUOTATION, '').replaceAll(BETWEEN_ENTRIES, '$1  \n') ?? '';
  return [...body.slice(0, -1), places].join('').trimEnd();
}

/** The last section of a report, which tells how it came about; the whole text if there are no sections. */
export function accountOf(markdown: string): string {
  return markdown.split(SECTION_START).at(-1) ?? markdown;
}
