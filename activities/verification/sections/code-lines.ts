import { unsupported } from '../claims/figure-support.ts';

const TOKEN = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
const COMMENT = /^\s*(?:#|\/\/|--|;)/u;

/**
 * What is wrong with lines of code or configuration: each must be a line of the passages, or consist of their words.
 */
export function findCodeFault(
  code: string,
  passages: string,
): { readonly fault: string | null; readonly isCopied: boolean } {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const known = inOneLine(passages);
  const own = lines.filter((line) => !known.includes(inOneLine(line)));
  // A text may write a command in capitals that is typed in small letters.
  const words = new Set(known.toLowerCase().match(TOKEN));
  const strange = own.flatMap((line) => line.match(TOKEN) ?? []).find((token) => !words.has(token.toLowerCase()));
  return { fault: strange === undefined ? null : unsupported(strange), isCopied: own.length === 0 };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
