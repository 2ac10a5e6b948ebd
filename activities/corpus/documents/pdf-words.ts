import { normaliseText } from '../../language/text/normalised-text.ts';

/** How two lines are joined: how many characters to drop at the end of the first, and what to insert. */
export interface Junction {
  readonly omitted: number;
  readonly separator: string;
}

/** How a document spells its words inside lines, in lower case. */
export interface WrittenWords {
  readonly words: ReadonlySet<string>;
  /** Pairs around a hyphen: "well-known". */
  readonly hyphenated: ReadonlySet<string>;
}

const HYPHEN_END = /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)([-‐\u00AD])$/u;
const WORD_START = /^[\p{L}\p{N}]+/u;
const SOFT_HYPHEN = '\u00AD';

export function readWrittenWords(text: string): WrittenWords {
  const lower = text.toLowerCase();
  return {
    words: new Set(lower.match(/\p{L}+/gu)),
    hyphenated: new Set(lower.match(/(?<!\p{L})\p{L}+[-‐]\p{L}+(?!\p{L})/gu)),
  };
}

/**
 * Joins a word hyphenated at the end of a line; null if the line ends without one.
 *
 * Before a capital or a digit the hyphen belongs to the word and stays ("Baden-Württemberg"). Before "und", "or" and
 * the like it replaces the rest of a compound and stays with a space ("Ein- und Ausgang"). Before other small letters
 * it goes ("Versiche-rung"), unless the document itself writes the word with a hyphen elsewhere and never without
 * ("well-known").
 */
export function joinDivided(line: string, next: string, written: WrittenWords): Junction | null {
  const end = HYPHEN_END.exec(line);
  const start = WORD_START.exec(next)?.[0];
  if (end === null || start === undefined) return null;
  const [, tail = '', hyphen = ''] = end;
  if (hyphen === SOFT_HYPHEN) return { omitted: 1, separator: '' };
  if (!/^\p{Ll}/u.test(start) || !/\p{L}$/u.test(tail)) return { omitted: 0, separator: '' };
  // The comparison of quotations uses the same rule.
  const isDivided = !/[-\s]/.test(
    normaliseText(`${tail}-\n${next.slice(0, 20)}`).text.slice(tail.length, tail.length + 2),
  );
  if (!isDivided) return { omitted: 0, separator: ' ' };
  const [whole, pair] = [`${tail}${start}`.toLowerCase(), `${tail}-${start}`.toLowerCase()];
  const keepsHyphen = written.hyphenated.has(pair) && !written.words.has(whole);
  return { omitted: keepsHyphen ? 0 : 1, separator: '' };
}
