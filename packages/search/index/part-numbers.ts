import { PART_LENGTH } from './passage-query.ts';
import type { NumberedTerms } from './term-counts.ts';

/** Of two letters, one in each half of the number. */
type Pair = number;
const LETTER_BITS = 16;
/** Parts that there is room for at first. */
const SMALLEST = 2 ** 15;
/** Slots are at most so full; searching fuller ones takes longer. */
const FULLEST = 0.5;
/** Knuth, The Art of Computer Programming 3, 6.4: multiplying by the golden ratio spreads neighbouring keys. */
const SPREAD = 0x9e3779b1;
const WIDTH = 3;

/** Finds the numbers of the parts of a word by their letters: making a string of each takes four times as long. */
export class PartNumbers {
  readonly #parts: NumberedTerms;
  /** By hash: both pairs of letters, and the part's number and one more; 0 is free. */
  #slots = new Uint32Array((WIDTH * SMALLEST) / FULLEST);
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
