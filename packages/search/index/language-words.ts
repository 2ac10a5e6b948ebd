import { isStopWord } from '@plumbline/language/detection';
import { hasStemmer, identifierParts, isOrdinaryWord } from '@plumbline/language/terms';
import { PartNumbers } from './part-numbers.ts';
import { dividedWords, wordTerms } from './passage-query.ts';
import { NumberedTerms, type TermCounts } from './term-counts.ts';
import { enlarged, WordTable } from './word-table.ts';

const SMALLEST = 2 ** 12;

/** Lists of numbers, in one array: reading separate ones takes half as long again. The lists have numbers from 0, too. */
class NumberLists {
  #size = 0;
  #ends = new Uint32Array(SMALLEST);
  #numbers = new Uint32Array(SMALLEST);

  get size(): number {
    return this.#size;
  }

  push(numbers: readonly number[]): void {
    const start = this.#endOf(this.#size - 1);
    const end = start + numbers.length;
    if (this.#size >= this.#ends.length) this.#ends = enlarged(this.#ends, this.#size + 1);
    if (end > this.#numbers.length) this.#numbers = enlarged(this.#numbers, end);
    this.#numbers.set(numbers, start);
    this.#ends[this.#size] = end;
    this.#size += 1;
  }

  /** Counts each number of a list as a term of the passage. @returns how many there are */
  countIn(counts: TermCounts, list: number, passage: number): number {
    const [start, end] = [this.#endOf(list - 1), this.#endOf(list)];
    for (let place = start; place < end; place += 1) counts.add(this.#numbers[place] ?? 0, passage);
    return end - start;
  }

  #endOf(list: number): number {
    return list < 0 ? 0 : (this.#ends[list] ?? 0);
  }
}

/** Above this, the words of a language are renumbered to bound memory. */
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

  /** As `numbersIn`, without stop words and repetitions. */
  contentNumbersIn(text: string): readonly number[] {
    const isContent = (word: number): boolean => !isStopWord(this.#table.wordOf(word).toLowerCase(), this.#language);
    return [...new Set(this.numbersIn(text))].filter(isContent);
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
