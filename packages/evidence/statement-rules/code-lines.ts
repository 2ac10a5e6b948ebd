import { unsupported } from '../claims/figure-support.ts';

const TOKEN = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
const COMMENT = /^\s*(?:#|\/\/|--|;)/u;
const VALUE = /^\d[\d._-]*$/u;

/** What is to be said of lines of code or configuration. */
export interface CodeRuling {
  /** A value that neither the passages nor the text around it have. */
  readonly fault: string | null;
  /** Words that the passages do not have: the author's own name of a thing, or an option that there is not. */
  readonly doubts: readonly string[];
  /** Every line is one of the passages. */
  readonly isCopied: boolean;
}

/**
 * Compares lines of code with passages, whatever the case of their words.
 *
 * @param said the sentences of the part, which may compute or explain a value; they are verified by themselves
 */
export function ruleOnLines(code: string, passages: string, said: string): CodeRuling {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const known = inOneLine(passages);
  const own = lines.filter((line) => !known.includes(inOneLine(line)));
  const words = new Set(inOneLine(`${passages}\n${said}`).match(TOKEN));
  const strange = own.flatMap((line) => inOneLine(line).match(TOKEN) ?? []).filter((token) => !words.has(token));
  const value = strange.find((token) => VALUE.test(token));
  const doubts = [...new Set(strange)].map((token) => `no passage has “${token}”`);
  return { fault: value === undefined ? null : unsupported(value), doubts, isCopied: own.length === 0 };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
