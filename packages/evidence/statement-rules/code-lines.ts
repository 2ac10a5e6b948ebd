import { unsupported } from '../claims/figure-support.ts';

const TOKEN = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
const COMMENT = /^\s*(?:#|\/\/|--|;)/u;

/** How lines of code or configuration differ from the passages. */
export interface ComparedLines {
  /** Every line is one of the passages. */
  readonly isCopied: boolean;
  /** Words and values that neither the passages nor the text around have: an own name of a thing, or an option that there is not. */
  readonly doubts: readonly string[];
}

/**
 * Compares lines of code with passages, whatever the case of their words.
 *
 * @param said the sentences of the part, which may compute or explain a value; they are verified by themselves
 */
export function compareLines(code: string, passages: string, said: string): ComparedLines {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const known = inOneLine(passages);
  const own = lines.filter((line) => !known.includes(inOneLine(line)));
  const words = new Set(inOneLine(`${passages}\n${said}`).match(TOKEN));
  const strange = own.flatMap((line) => inOneLine(line).match(TOKEN) ?? []).filter((token) => !words.has(token));
  return { isCopied: own.length === 0, doubts: [...new Set(strange)].map(unsupported) };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
