import { enlarged } from '../text/enlarged.ts';
import type { TermCounts } from './term-counts.ts';

const SMALLEST = 2 ** 12;

/** Lists of numbers, in one array: reading separate ones takes half as long again. The lists have numbers from 0, too. */
export class NumberLists {
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
