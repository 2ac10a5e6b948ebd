import { toPlainText } from '../terminal/plain-text.ts';

/**
 * The report for the eye: rendered Markdown on a terminal, the Markdown itself anywhere else.
 *
 * @param columns null: not a terminal
 */
export async function renderReport(markdown: string, columns: number | null): Promise<string> {
  const text = toPlainText(markdown);
  if (columns === null) return text;
  // Loaded late: the syntax highlighter inside takes longer than everything else together.
  const [{ Marked }, { markedTerminal }] = await Promise.all([import('marked'), import('marked-terminal')]);
  const renderer = new Marked(
    markedTerminal({ width: Math.min(columns, 100), reflowText: true, showSectionPrefix: false, emoji: false, tab: 2 }),
    {
      renderer: {
        // marked-terminal prints the text of list entries as it stands, stars and all.
        text(token) {
          return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text;
        },
      },
    },
  );
  return renderer.parse(text, { async: false });
}
