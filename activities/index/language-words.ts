import { hasStemmer } from '../text/stemmer.ts';
import { identifierParts, isOrdinaryWord } from '../text/terms.ts';
import { WordTable } from '../text/word-table.ts';
import { NumberLists } from './number-lists.ts';
import { PartNumbers } from './part-numbers.ts';
import { dividedWords, wordTerms } from './passage-query.ts';
import { NumberedTerms } from './term-counts.ts';

/** Beyond it the words of a language are numbered anew, to bound memory. */
const MOST_WORDS = 500_000;

/** Passages in a language without a stemmer share their words. */
export function searchLanguageOf(language: string): string {
  return hasStemmer(language) ? language : 'other';
}

/** What an update finds out about the words of a language, by their numbers: a folder repeats most of its words. */
export class LanguageWords {
  readonly #language: string;
  readonly #table = new WordTable();
  readonly terms = new NumberedTerms();
  readonly parts = new NumberedTerms();
  readonly #partNumbers = new PartNumbers(this.parts);
  /** By word: numbers in `terms`, and in `parts`. */
  readonly termsOf = new NumberLists();
  readonly partsOf = new NumberLists();
  readonly #identifiersOf: string[] = [];

  /** @param language as `searchLanguageOf` gives it */
  constructor(language: string) {
    this.#language = language;
  }

  get isFull(): boolean {
    return this.#table.size > MOST_WORDS || this.terms.size > MOST_WORDS;
  }

  /** Of the words of a text in order, with repetitions. */
  numbersIn(text: string): readonly number[] {
    const numbers = this.#table.numbersIn(text);
    // In the order of the numbers, so that these arrays have no gaps.
    for (let word = this.termsOf.size; word < this.#table.size; word += 1) this.#learn(this.#table.wordOf(word));
    return numbers;
  }

  /** The parts of the identifier that a word is, or of several; empty for an ordinary word. */
  identifierParts(word: number): string {
    return this.#identifiersOf[word] ?? '';
  }

  #learn(word: string): void {
    this.termsOf.push(wordTerms(word, this.#language).map((term) => this.terms.numberOf(term)));
    this.partsOf.push(dividedWords(word, this.#language).flatMap((divided) => this.#partNumbers.numbersIn(divided)));
    this.#identifiersOf.push(isOrdinaryWord(word) ? '' : identifierPartsIn(word).join(' '));
  }
}

function identifierPartsIn(word: string): string[] {
  const identifiers = word.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return identifiers.flatMap((each) => identifierParts(each).map(({ text }) => text));
}
