import { readPowers } from './powers.ts';
import { struckParts, withoutUnsaid } from './unsaid-words.ts';

/** `[ ]` and `[x]` at the start of a list entry (GFM 5.3). */
const TASK = /^([ \t>]*(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+)?)\[([ xX])\](?=[ \t])/gm;

/**
 * The words of a quote for a reader: without list markers, note marks and line breaks, and with link
 * texts instead of links. What the source strikes out or hides is not among them; powers stay powers, and boxes boxes. Adds
 * and rewords nothing, so the result can be compared with the source again.
 */
export function readableText(sourceText: string): string {
  return readBoxes(readPowers(withoutUnsaid(sourceText)))
    .replace(/<!--[\s\S]{0,2000}?-->/g, ' ')
    .replace(/!?\[(?!\^)([^\]]{0,1000})\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, '$1')
    .replace(/^[ \t]*(?:>[ \t]*)+/gm, '')
    .replace(/^\s*(?:\[!)?[A-Z]{3,}\]\s+/, '')
    .replace(/^\s*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+)/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A quotation as a reader sees it: what is struck out between `~~`, what is hidden with its mark, powers as characters, and all else unchanged. */
export function shownQuotation(sourceText: string): string {
  const parts = struckParts(sourceText).map(({ text, isStruck }) =>
    isStruck ? text.replace(/\S(?:[^\n]*\S)?/g, (words) => `~~${words}~~`) : text,
  );
  return readPowers(parts.join(''));
}

/** The boxes of lists as characters: `- [ ] Oil` as "- ☐ Oil". */
function readBoxes(text: string): string {
  return text.replace(TASK, (_, before: string, tick: string) => `${before}${tick === ' ' ? '☐' : '☒'}`);
}
