import { isStopWord } from '@plumbline/language/detection';
import { hasStemmer, identifierParts, isOrdinaryWord } from '@plumbline/language/terms';
import { partsOf, wordTerms } from './passage-query.ts';
import { NumberedTerms } from './term-counts.ts';

/** Runs of word characters; "v1.20.0", "V-12" and "§ 4" are one word. */
const WORDS =
  /(?:[\p{L}\p{M}\p{N}_]|§(?=[ \u00a0\u202f]?\d)|(?<=§)[ \u00a0\u202f](?=\d)|(?<=\d)[.,](?=\d)|(?<=[\p{L}\p{M}\p{N}_])-(?=\d))+/gu;

/** Above this, the words of a language are renumbered to bound memory. */
const MOST_WORDS = 500_000;

/** Passages in a language without a stemmer share their words. */
export function searchLanguageOf(language: string): string {
  return hasStemmer(language) ? language : 'other';
}

/** What an update finds out about the words of a language, by their numbers: a folder repeats most of its words. */
export class LanguageWords {
  readonly #language: string;
  readonly #words = new NumberedTerms();
  readonly terms = new NumberedTerms();
  readonly parts = new NumberedTerms();
  /** By word: numbers in `terms`, and in `parts`. */
  readonly termsOf: (readonly number[])[] = [];
  readonly partsOf: (readonly number[])[] = [];
  readonly #identifiersOf: string[] = [];

  /** @param language as `searchLanguageOf` gives it */
  constructor(language: string) {
    this.#language = language;
  }

  get isFull(): boolean {
    return this.#words.size > MOST_WORDS || this.terms.size > MOST_WORDS;
  }

  /** Of the words of a text in order, with repetitions. */
  numbersIn(text: string): readonly number[] {
    const numbers = (text.match(WORDS) ?? []).map((word) => this.#words.numberOf(word));
    // In the order of the numbers, so that these arrays have no gaps.
    for (let word = this.termsOf.length; word < this.#words.size; word += 1) this.#learn(this.#words.termOf(word));
    return numbers;
  }

  /** As `numbersIn`, without stop words and repetitions. */
  contentNumbersIn(text: string): readonly number[] {
    const isContent = (word: number): boolean => !isStopWord(this.#words.termOf(word).toLowerCase(), this.#language);
    return [...new Set(this.numbersIn(text))].filter(isContent);
  }

  /** The parts of the identifier that a word is, or of several; empty for an ordinary word. */
  identifierParts(word: number): string {
    return this.#identifiersOf[word] ?? '';
  }

  #learn(word: string): void {
    this.termsOf.push(wordTerms(word, this.#language).map((term) => this.terms.numberOf(term)));
    this.partsOf.push(partsOf(word, this.#language).map((part) => this.parts.numberOf(part)));
    this.#identifiersOf.push(isOrdinaryWord(word) ? '' : identifierPartsIn(word).join(' '));
  }
}

function identifierPartsIn(word: string): string[] {
  const identifiers = word.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return identifiers.flatMap((each) => identifierParts(each).map(({ text }) => text));
}
