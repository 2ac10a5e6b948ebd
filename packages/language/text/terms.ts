import { plainDigits } from '@plumbline/text/powers';
import { memoised } from '@plumbline/text/text-memo';
import { languageOf } from '../languages/languages.ts';
import { isStopWord } from './language.ts';
import { stemOf } from './stemmer.ts';

/** A word of a text and its position. */
export interface Term {
  readonly surface: string;
  /** Lower case and stemmed; `§78` for a section, the lower-case name for an identifier. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  readonly isStopWord: boolean;
}

// A section with its number, a number with separators, an identifier with a number ("V-12"), or a word (other hyphens and dots
// separate words, as in the index; a line below the first and last letter is emphasis: `_string slice_`).
const TOKEN =
  /(?<!§)§+\s*(\d+[a-z]?\b)|v\d+(?:\.\d+)+|\d+(?:[.,]\d+)*|(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}\p{N}]*(?:-\p{N}[\p{L}\p{N}]*)+|[\p{L}\p{M}\p{N}]+(?:_+[\p{L}\p{M}\p{N}]+)*/gu;
/** The passages of a few answers; their terms take some 10 MB. */
const REMEMBERED_CHARACTERS = 500_000;
const IDENTIFIER_PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Nd}+/gu;
const ORDINARY_WORD = /^\p{L}\p{Ll}*$/u;
const IS_IDENTIFIER = /\p{Ll}\p{Lu}|\p{L}_+\p{L}|\p{Lu}{2}\p{Ll}{2}|\p{L}{2}-\p{N}/u;

/**
 * Words of a text in order. An identifier (`keepAliveTimeout`) is followed by its parts, so that it matches both itself
 * and "keep alive timeout".
 *
 * @param language ISO 639-1 code: selects stemmer and stop words
 */
export const analyzeTerms: (text: string, language: string) => readonly Term[] = memoised(
  termsOf,
  REMEMBERED_CHARACTERS,
);

function termsOf(text: string, language: string): readonly Term[] {
  const terms: Term[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const surface = match[0];
    if (match[1] !== undefined) {
      terms.push({ ...position(surface, match.index), stem: `§${match[1]}`, isStopWord: false });
      continue;
    }
    for (const { text: word, index } of wordsOfRun(surface)) {
      const start = match.index + index;
      terms.push(toTerm(word, start, language));
      for (const part of identifierParts(word)) terms.push(toTerm(part.text, start + part.index, language));
    }
  }
  return terms;
}

/** The words, numbers and sections of a text in order, as written, with repetitions. */
export function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

/** Whether a text is one word that is no identifier: a quicker look than for the parts of one. */
export function isOrdinaryWord(text: string): boolean {
  return ORDINARY_WORD.test(text);
}

/** Parts of a camel-case or snake-case identifier; empty for an ordinary word. */
export function identifierParts(word: string): TextPart[] {
  if (!IS_IDENTIFIER.test(word)) return [];
  const parts = [...word.matchAll(IDENTIFIER_PART)].map((match) => ({ text: match[0], index: match.index }));
  return parts.length > 1 ? parts.filter(({ text }) => text.length > 1 && !/^\p{N}/u.test(text)) : [];
}

/** The stems of a text, stop words included. The set is shared; do not mutate. */
export const stemsIn: (text: string, language: string) => ReadonlySet<string> = memoised(
  (text, language) => new Set(analyzeTerms(text, language).map(({ stem }) => stem)),
  REMEMBERED_CHARACTERS,
);

/** The distinct terms that are not stop words, in order of first use. */
export function contentTerms(text: string, language: string): Term[] {
  const distinct = new Map<string, Term>();
  for (const term of analyzeTerms(text, language)) {
    if (!term.isStopWord && !distinct.has(term.stem)) distinct.set(term.stem, term);
  }
  return [...distinct.values()];
}

/** Languages that do, of which the rules know nothing else. */
const OTHERS_THAT_WRITE_COMPOUNDS = new Set(['nl', 'sv', 'da', 'no']);
/** Whether the language writes compounds as one word ("Grenzwert"). */
export function writesCompounds(language: string): boolean {
  return languageOf(language).writesCompounds === true || OTHERS_THAT_WRITE_COMPOUNDS.has(language);
}

const MIN_FIRST_PART = 4;
// Longer than for a first part: short endings are mostly suffixes of another word ("tier" in "Quartier").
const MIN_LAST_PART = 5;
// Shorter remainders are prefixes and endings ("ver-arbeit"), not parts of a compound.
const MIN_REMAINDER = 4;

/**
 * How well two stems match: 1 if equal; for a compound that begins or ends with the other word, the share of its
 * characters that the word covers ("grenzwert" in "immissionsgrenzwert": 9 of 19); else 0. Symmetric.
 */
export function termMatchWeight(queryStem: string, textStem: string, language: string): number {
  if (queryStem === textStem) return 1;
  if (!writesCompounds(language)) return 0;
  const [part, compound] = queryStem.length < textStem.length ? [queryStem, textStem] : [textStem, queryStem];
  if (compound.length - part.length < MIN_REMAINDER) return 0;
  const isFirst = part.length >= MIN_FIRST_PART && compound.startsWith(part);
  const isLast = part.length >= MIN_LAST_PART && compound.endsWith(part);
  return (isFirst || isLast) && /^\p{L}+$/u.test(part) ? part.length / compound.length : 0;
}

/** Whether a stem is among stems, whole or as part of a compound. */
export function isAmongStems(stem: string, stems: ReadonlySet<string>, language: string): boolean {
  if (stems.has(stem)) return true;
  if (!writesCompounds(language)) return false;
  for (const other of stems) if (termMatchWeight(stem, other, language) > 0) return true;
  return false;
}

function toTerm(surface: string, start: number, language: string): Term {
  const word = plainDigits(surface.toLowerCase());
  return { ...position(surface, start), stem: stemOf(word, language), isStopWord: isStopWord(word, language) };
}

function position(surface: string, start: number): Pick<Term, 'surface' | 'start' | 'end'> {
  return { surface, start, end: start + surface.length };
}

/** A pattern for any of these expressions as whole words, ignoring case; `\b` would split words at umlauts. */
export function wordPattern(expressions: readonly string[], flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${expressions.join('|')})(?![\p{L}\p{N}])`, flags);
}

/** The words and numbers of a text with their places. */
export function wordsOf(text: string): { readonly text: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Derived words ("inhibit", "inhibitor") share at least this many first letters, and this share of the longer word. */
const SHORTEST_ROOT = 5;
const SAME_BEGINNING = 0.6;
const ONLY_LETTERS = /^\p{L}+$/u;
const DERIVED_SHARE = 0.7;

/** Similarity of two words with a common beginning: 0, or the share for words of one root. Symmetric. */
export function derivation(wanted: string, other: string): number {
  if (!other.startsWith(wanted.slice(0, SHORTEST_ROOT))) return 0;
  const longest = Math.max(wanted.length, other.length);
  const least = Math.max(SHORTEST_ROOT, Math.ceil(SAME_BEGINNING * longest));
  const areWords = ONLY_LETTERS.test(wanted) && ONLY_LETTERS.test(other);
  return areWords && wanted.length >= least && other.startsWith(wanted.slice(0, least)) ? DERIVED_SHARE : 0;
}

/** Scripts that write words without blanks between them, and Hangul, which writes figures and words together. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A part of a text and where it begins. */
export interface TextPart {
  readonly text: string;
  readonly index: number;
}

/**
 * The words of a run of letters: of "最高圧力は7バール" six (Unicode Standard Annex 29, with the dictionaries of ICU); a run of
 * another script is one. An index, a question and what is marked are divided alike.
 */
export function wordsOfRun(run: string): readonly TextPart[] {
  if (!UNSPACED.test(run)) return [{ text: run, index: 0 }];
  return [...segmenter.segment(run)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike === true ? { text: segment, index } : [],
  );
}
