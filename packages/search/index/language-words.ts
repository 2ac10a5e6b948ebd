import { isStopWord } from '@plumbline/language/detection';
import { hasStemmer, identifierParts, isOrdinaryWord } from '@plumbline/language/terms';
import { dividedWords, PART_LENGTH, wordTerms } from './passage-query.ts';
import { NumberedTerms, type TermCounts } from './term-counts.ts';
import { enlarged, WordTable } from './word-table.ts';

const SMALLEST = 2 ** 12;

/** Of two letters, one in each half of the number. */
type Pair = number;
const LETTER_BITS = 16;
/** Parts that there is room for at first. */
const SMALLEST_TABLE = 2 ** 15;
/** Slots are at most so full; searching fuller ones takes longer. */
const FULLEST = 0.5;
/** Knuth, The Art of Computer Programming 3, 6.4: multiplying by the golden ratio spreads neighbouring keys. */
const SPREAD = 0x9e3779b1;
const WIDTH = 3;

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

/** Finds the numbers of the parts of a word by their letters: making a string of each takes four times as long. */
export class PartNumbers {
  readonly #parts: NumberedTerms;
  /** By hash: both pairs of letters, and the part's number and one more; 0 is free. */
  #slots = new Uint32Array((WIDTH * SMALLEST_TABLE) / FULLEST);
  #size = 0;

  constructor(parts: NumberedTerms) {
    this.#parts = parts;
  }

  /** @param word of at least four letters. @returns the number of each run of four, in order and with repetitions */
  numbersIn(word: string): number[] {
    const numbers: number[] = [];
    let [first, second]: [Pair, Pair] = [0, 0];
    for (let end = 1; end <= word.length; end += 1) {
      first = ((first << LETTER_BITS) | (second >>> LETTER_BITS)) >>> 0;
      second = ((second << LETTER_BITS) | word.charCodeAt(end - 1)) >>> 0;
      if (end >= PART_LENGTH) numbers.push(this.#numberOf(first, second, word, end));
    }
    return numbers;
  }

  #numberOf(first: Pair, second: Pair, word: string, end: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot + 2] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#parts.numberOf(word.slice(end - PART_LENGTH, end));
    this.#slots.set([first, second, number + 1], slot);
    this.#size += 1;
    if (this.#size > (FULLEST * this.#slots.length) / WIDTH) this.#enlarge();
    return number;
  }

  /** Where the part is, or belongs. */
  #slotOf(first: Pair, second: Pair): number {
    const slots = this.#slots.length / WIDTH;
    const hash = Math.imul(Math.imul(first, SPREAD) ^ second, SPREAD) >>> 0;
    for (let slot = (hash >>> 8) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = WIDTH * slot;
      const isFree = this.#slots[at + 2] === 0;
      if (isFree || (this.#slots[at] === first && this.#slots[at + 1] === second)) return at;
    }
  }

  #enlarge(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += WIDTH) {
      const [first = 0, second = 0, number = 0] = before.subarray(at, at + WIDTH);
      if (number > 0) this.#slots.set([first, second, number], this.#slotOf(first, second));
    }
  }
}
