/** A term in a passage: the passage's number in the upper 26 bits, how often the term occurs in the lower 6. */
export type Entry = number;
const COUNT_BITS = 6;
const MAX_COUNT = 2 ** COUNT_BITS - 1;
const MAX_NUMBER = 2 ** (32 - COUNT_BITS) - 1;

export const numberOf = (entry: Entry): number => entry >>> COUNT_BITS;
export const countOf = (entry: Entry): number => entry & MAX_COUNT;

/** @throws {RangeError} when the number of the passage is too high */
export function firstEntry(number: number): Entry {
  if (number > MAX_NUMBER) throw new RangeError('The index has run out of passage numbers. Delete it.');
  return number * 2 ** COUNT_BITS + 1;
}

/** The entry with one occurrence more; beyond 63 they are not counted. */
export function increased(entry: Entry): Entry {
  return countOf(entry) < MAX_COUNT ? entry + 1 : entry;
}

/** A term and its entries, by ascending number of the passage. */
export interface TermPostings {
  readonly term: string;
  readonly entries: Uint32Array;
}

/** The order of SQLite, by code points. That of JavaScript differs for characters of two code units. */
export function compareTerms(one: string, other: string): number {
  if (hasTwofold(one) || hasTwofold(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Whether a term has a character of two code units. */
export function hasTwofold(term: string): boolean {
  return /[\ud800-\udfff]/.test(term);
}

/** Neighbouring terms in one row: most terms have few entries, and a row for each takes longer to write than all the rest. */
export interface PostingBlock {
  readonly first: string;
  /** In their order, each between line ends. */
  readonly terms: string;
  /** Where the entries of each term end. */
  readonly ends: Uint8Array;
  readonly entries: Uint8Array;
}

/** A search reads the whole block of a rare term; a frequent term has one of its own. */
const BLOCK_ENTRIES = 256;

/** @param postings by ascending term */
export function* toBlocks(postings: Iterable<TermPostings>): Iterable<PostingBlock> {
  let block: TermPostings[] = [];
  let size = 0;
  for (const posting of postings) {
    if (size > 0 && size + posting.entries.length > BLOCK_ENTRIES) {
      yield toBlock(block, size);
      [block, size] = [[], 0];
    }
    block.push(posting);
    size += posting.entries.length;
  }
  if (block.length > 0) yield toBlock(block, size);
}

function toBlock(postings: readonly TermPostings[], size: number): PostingBlock {
  const [entries, ends] = [new Uint32Array(size), new Uint32Array(postings.length)];
  let end = 0;
  for (const [place, posting] of postings.entries()) {
    entries.set(posting.entries, end);
    end += posting.entries.length;
    ends[place] = end;
  }
  const terms = postings.map(({ term }) => term);
  return {
    first: terms[0] ?? '',
    terms: `\n${terms.join('\n')}\n`,
    ends: new Uint8Array(ends.buffer),
    entries: new Uint8Array(entries.buffer),
  };
}

/** @param row a block as read from a table */
export function* postingsOf(row: Readonly<Record<string, unknown>>): Iterable<TermPostings> {
  const { terms, ends, entries } = readBlock(row);
  for (const [place, term] of terms.slice(1, -1).split('\n').entries())
    yield { term, entries: entries.subarray(ends[place - 1] ?? 0, ends[place]) };
}

/** The entries of a term, if the block has it. */
export function entriesIn(row: Readonly<Record<string, unknown>>, term: string): Uint32Array | null {
  const { terms, ends, entries } = readBlock(row);
  const at = terms.indexOf(`\n${term}\n`);
  if (at < 0) return null;
  const place = terms.slice(0, at).split('\n').length - 1;
  return entries.subarray(ends[place - 1] ?? 0, ends[place]);
}

function readBlock({ terms, ends, entries }: Readonly<Record<string, unknown>>) {
  if (typeof terms !== 'string' || !(ends instanceof Uint8Array) || !(entries instanceof Uint8Array))
    throw new TypeError('A block of postings has another form.');
  return { terms, ends: toNumbers(ends), entries: toNumbers(entries) };
}

function toNumbers(bytes: Uint8Array): Uint32Array {
  // Numbers need an aligned start.
  const { buffer, byteOffset, byteLength } =
    bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}
