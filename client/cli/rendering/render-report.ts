import { withoutControlCharacters } from '../terminal/plain-text.ts';
import { wrapEntries } from '../terminal/text-layout.ts';

/** A `## ` at the start of a line is a heading of the report itself: quoted text escapes it. */
const SECTION_START = /^(?=## )/m;
/** The words at the end of an entry of the sources. */
const SOURCE_WORDS = /:? [“„«][^\n]*[”“»]$/gm;
/** The account is a list; sources begin with a number or the name of a document. */
const ACCOUNT = /^## [^\n]*\n\n- /;
const SOURCES = /^## [^\n]*\n\n(?:\[[\d–]+\]|\*)/;
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
 * The report as shown when a run ends, short enough for one screen: without the section on how it came about, which
 * reports of rules have, and with the places of the sources alone.
 */
export function shortReport(markdown: string): string {
  const parts = markdown.split(SECTION_START);
  const body = ACCOUNT.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  const sources = body.at(-1) ?? '';
  if (!SOURCES.test(sources)) return parts.length === 1 ? markdown : body.join('').trimEnd();
  const places = sources.replaceAll(SOURCE_WORDS, '').replaceAll(BETWEEN_ENTRIES, '$1  \n');
  return [...body.slice(0, -1), places].join('').trimEnd();
}
