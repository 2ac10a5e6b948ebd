import { escapeMarkdown } from '../../workflows/domain/markdown-text.ts';

/** Marks that would end or open emphasis or code inside the bold words. */
const MARKUP = /[*_`]/;
/** Escapes that a text needs only at the start of a line. */
const LINE_START = /^\\(?=[#>~=|+-])|^(\d{1,9})\\(?=[.)])/;

/** Escapes a text, and sets the first of the given words that it holds in bold unless they are all of it. */
export function markDeciding(text: string, decidingWords: readonly string[]): string {
  const escaped = escapeMarkdown(text);
  const words = decidingWords
    .filter((deciding) => !MARKUP.test(deciding))
    .map((deciding) => escapeMarkdown(deciding).replace(LINE_START, '$1'))
    .find((deciding) => deciding !== '' && escaped.includes(deciding));
  if (words === undefined || words.length === escaped.length) return escaped;
  return escaped.replace(words, () => `**${words}**`);
}
