import { withoutControlCharacters } from '../terminal/plain-text.ts';
import { wrapEntries } from '../terminal/text-layout.ts';

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
