import type { DatabaseSync } from 'node:sqlite';
import { SEARCHED_FIELDS, type SearchedField } from './passage-query.ts';

const COUNT_BITS = 6;
const MAX_COUNT = 2 ** COUNT_BITS - 1;
const MAX_NUMBER = 2 ** (32 - COUNT_BITS) - 1;

/** A search reads the whole block of a rare term; a frequent term has one of its own. */
const BLOCK_ENTRIES = 256;

/** A search reads a term once per segment; merging rewrites all segments. */
const MAX_SEGMENTS = 8;

export const POSTINGS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS postings (
    block INTEGER PRIMARY KEY, segment INTEGER NOT NULL, field INTEGER NOT NULL, first TEXT NOT NULL,
    terms TEXT NOT NULL, ends BLOB NOT NULL, entries BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS postings_by_term ON postings (segment, field, first);
  CREATE TABLE IF NOT EXISTS segments (segment INTEGER PRIMARY KEY AUTOINCREMENT, language TEXT NOT NULL) STRICT;
`;

/** The block that has a term, if any, of each segment of a language. */
const BLOCKS_WITH = `
  SELECT terms, ends, entries FROM segments JOIN postings ON postings.block = (
    SELECT block FROM postings WHERE segment = segments.segment AND field = ? AND first <= ? ORDER BY first DESC LIMIT 1
  ) WHERE language = ? ORDER BY segments.segment`;

/** The blocks that may have terms with a beginning, in each segment of a language. */
const BLOCKS_FROM = `
  SELECT terms FROM segments JOIN postings ON postings.segment = segments.segment AND field = ?1 AND first < ?3 AND first >=
    coalesce((SELECT max(first) FROM postings WHERE segment = segments.segment AND field = ?1 AND first <= ?2), '')
  WHERE language = ?4 ORDER BY segments.segment, first`;

/** The terms of some passages: their postings in a field, by ascending term. */
export type SegmentPostings = (field: SearchedField) => Iterable<TermPostings>;

/**
 * Which passages contain a term. Every batch of passages adds a segment; a removed passage stays in its segments until
 * they are merged, so readers leave out numbers that they do not know. All writes need a transaction around them.
 */
export interface WordPostings {
  /** @param postings of passages with higher numbers than all before */
  add(language: string, postings: SegmentPostings): void;
  /** Merges the segments of every language that has too many. @param present the passages that were not removed */
  merge(present: ReadonlySet<number>): void;
  entriesOf(language: string, field: SearchedField, term: string): Uint32Array[];
  /** Terms of a field with this beginning, perhaps of passages that were removed. */
  termsFrom(language: string, field: SearchedField, beginning: string): string[];
}

export function createWordPostings(database: DatabaseSync): WordPostings {
  const read = database.prepare(BLOCKS_WITH);
  const readFrom = database.prepare(BLOCKS_FROM);
  return {
    add: (language, postings) => writeSegment(database, language, postings),
    merge(present) {
      const crowded = database.prepare('SELECT language FROM segments GROUP BY language HAVING count(*) > ?');
      for (const { language } of crowded.all(MAX_SEGMENTS)) mergeSegments(database, String(language), present);
    },
    entriesOf: (language, field, term) =>
      read.all(SEARCHED_FIELDS.indexOf(field), term, language).flatMap((row) => entriesIn(row, term) ?? []),
    termsFrom: (language, field, beginning) =>
      readFrom
        .all(SEARCHED_FIELDS.indexOf(field), beginning, `${beginning}\u{10ffff}`, language)
        .flatMap(({ terms }) => String(terms).split('\n'))
        .filter((term) => term.startsWith(beginning)),
  };
}

function writeSegment(database: DatabaseSync, language: string, postings: SegmentPostings): void {
  const { lastInsertRowid: segment } = database.prepare('INSERT INTO segments (language) VALUES (?)').run(language);
  const insert = database.prepare(
    'INSERT INTO postings (segment, field, first, terms, ends, entries) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [place, field] of SEARCHED_FIELDS.entries())
    for (const { first, terms, ends, entries } of toBlocks(postings(field)))
      insert.run(segment, place, first, terms, ends, entries);
}

function mergeSegments(database: DatabaseSync, language: string, present: ReadonlySet<number>): void {
  const segments = database.prepare('SELECT segment FROM segments WHERE language = ? ORDER BY segment').all(language);
  const numbers = segments.map(({ segment }) => Number(segment));
  writeSegment(database, language, (field) => {
    const place = SEARCHED_FIELDS.indexOf(field);
    return mergePostings(
      numbers.map((segment) => readPostings(database, segment, place)),
      present,
    );
  });
  const merged = JSON.stringify(numbers);
  for (const table of ['postings', 'segments'])
    database.prepare(`DELETE FROM ${table} WHERE segment IN (SELECT value FROM json_each(?))`).run(merged);
}

function* readPostings(database: DatabaseSync, segment: number, place: number): Iterator<TermPostings> {
  const rows = database.prepare(
    'SELECT terms, ends, entries FROM postings WHERE segment = ? AND field = ? ORDER BY first',
  );
  for (const row of rows.iterate(segment, place)) yield* postingsOf(row);
}

/** @param segments in the order in which they were written */
function* mergePostings(
  segments: readonly Iterator<TermPostings>[],
  present: ReadonlySet<number>,
): Iterable<TermPostings> {
  const heads = segments.map((segment) => segment.next());
  for (;;) {
    const terms = heads.flatMap(({ done, value }) => (done === true ? [] : [value.term]));
    const [start, ...others] = terms;
    if (start === undefined) return;
    const term = others.reduce((least, other) => (compareTerms(other, least) < 0 ? other : least), start);
    const entries: number[] = [];
    for (const [place, { done, value }] of heads.entries()) {
      if (done === true || value.term !== term) continue;
      for (const entry of value.entries) if (present.has(numberOf(entry))) entries.push(entry);
      heads[place] = segments[place]?.next() ?? { done: true, value: undefined };
    }
    if (entries.length > 0) yield { term, entries: Uint32Array.from(entries) };
  }
}

/** A term in a passage: the passage's number in the upper 26 bits, how often the term occurs in the lower 6. */
type Entry = number;

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

/** SQLite's order, by code points. JavaScript's differs for characters of two code units. */
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
interface PostingBlock {
  readonly first: string;
  /** In their order, each between line ends. */
  readonly terms: string;
  /** Where the entries of each term end. */
  readonly ends: Uint8Array;
  readonly entries: Uint8Array;
}

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
