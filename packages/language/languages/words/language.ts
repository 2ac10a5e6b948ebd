import type { MessageWords } from './message-words.ts';
import type { TextWords } from './text-words.ts';

/**
 * What the rules know of one language, as data. They hold no words themselves, and read every text with the words of all
 * languages at once, because people and documents mix them; only what would mislead elsewhere is looked up by the
 * language of the text. A field that is left out matches nothing, so a new language may begin with a few of them.
 *
 * A field holds expressions, separated by `|`, or, where its comment says so, single words separated by blanks. In an
 * expression a blank is any white space, `*` behind or before letters stands for further letters, and ` … ` for words in
 * between; everything else is a regular expression.
 */
export interface Language extends TextWords, MessageWords {
  /** ISO 639-1. */
  readonly code: string;
}
