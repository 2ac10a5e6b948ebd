import { compareTerms, firstEntry, hasTwofold, increased, type TermPostings } from './word-postings.ts';

/** Distinct terms by number from 0, in order of first use, so that occurrences are counted without strings. */
export class NumberedTerms {
  readonly #terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  #isPlain = true;

  get size(): number {
    return this.#terms.length;
  }

  numberOf(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      // A part of a text would keep all of it in memory.
      const own = Buffer.from(term, 'utf16le').toString('utf16le');
      number = this.#terms.push(own) - 1;
      this.#numbers.set(own, number);
      this.#isPlain &&= !hasTwofold(term);
    }
    return number;
  }

  termOf(number: number): string {
    return this.#terms[number] ?? '';
  }

  /** Sorts numbers by their terms. */
  sort(numbers: number[]): number[] {
    const terms = this.#terms;
    const compare = this.#isPlain ? (one: string, other: string) => (one < other ? -1 : 1) : compareTerms;
    return numbers.sort((a, b) => compare(terms[a] ?? '', terms[b] ?? ''));
  }
}

const SMALLEST = 2 ** 14;

/** How often each term occurs in each passage of a batch. Every pair of the two has a place, in order of first use. */
export class TermCounts {
  readonly #terms: NumberedTerms;
  #size = 0;
  /** By place: the term, and its entry. */
  #pairs = new Uint32Array(2 * SMALLEST);
  /** By term: the last passage that has it, and the place of the two. */
  #lasts = new Uint32Array(2 * SMALLEST);

  constructor(terms: NumberedTerms) {
    this.#terms = terms;
  }

  /** Counts one occurrence. @param passage its number from 1, never lower than in the previous call */
  add(term: number, passage: number): void {
    if (2 * term >= this.#lasts.length) this.#lasts = enlarged(this.#lasts, 2 * (term + 1));
    if (this.#lasts[2 * term] === passage) {
      const entry = 2 * (this.#lasts[2 * term + 1] ?? 0) + 1;
      this.#pairs[entry] = increased(this.#pairs[entry] ?? 0);
      return;
    }
    const place = this.#size;
    this.#size += 1;
    if (2 * place >= this.#pairs.length) this.#pairs = enlarged(this.#pairs, 2 * (place + 1));
    this.#pairs[2 * place] = term;
    this.#pairs[2 * place + 1] = firstEntry(passage);
    this.#lasts[2 * term] = passage;
    this.#lasts[2 * term + 1] = place;
  }

  /** By ascending term; a counting sort brings the entries of each together. */
  *postings(): Iterable<TermPostings> {
    const counts = new Uint32Array(this.#terms.size);
    for (let place = 0; place < this.#size; place += 1) raise(counts, this.#pairs[2 * place] ?? 0);
    const used = this.#terms.sort(placesWith(counts));
    const ends = new Uint32Array(this.#terms.size);
    let start = 0;
    for (const term of used) {
      ends[term] = start;
      start += counts[term] ?? 0;
    }
    const entries = new Uint32Array(this.#size);
    for (let place = 0; place < this.#size; place += 1) {
      const term = this.#pairs[2 * place] ?? 0;
      entries[ends[term] ?? 0] = this.#pairs[2 * place + 1] ?? 0;
      raise(ends, term);
    }
    for (const term of used) {
      const end = ends[term] ?? 0;
      yield { term: this.#terms.termOf(term), entries: entries.subarray(end - (counts[term] ?? 0), end) };
    }
  }

  clear(): void {
    this.#size = 0;
    this.#lasts.fill(0);
  }
}

function raise(numbers: Uint32Array, place: number): void {
  numbers[place] = (numbers[place] ?? 0) + 1;
}

function placesWith(counts: Uint32Array): number[] {
  const places: number[] = [];
  for (let place = 0; place < counts.length; place += 1) if ((counts[place] ?? 0) > 0) places.push(place);
  return places;
}

/** A copy with room for so many numbers, at least twice as many as before; the new ones are 0. */
function enlarged(numbers: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(size, 2 * numbers.length));
  larger.set(numbers);
  return larger;
}
