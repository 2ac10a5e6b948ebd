import type { DatabaseSync } from 'node:sqlite';
import { SEARCHED_FIELDS, type SearchedField } from './passage-query.ts';

/** The terms of one passage, with repetitions, by field. */
export interface PassageTerms {
  /** Ascending from passage to passage, and never used twice. */
  readonly number: number;
  readonly terms: Readonly<Record<SearchedField, readonly string[]>>;
}

/** A term in a passage: its number in the upper 26 bits, how often it occurs in the lower 6. */
type Entry = number;
const COUNT_BITS = 6;
const MAX_COUNT = 2 ** COUNT_BITS - 1;
const MAX_NUMBER = 2 ** (32 - COUNT_BITS) - 1;

export const numberOf = (entry: Entry): number => entry >>> COUNT_BITS;
export const countOf = (entry: Entry): number => entry & MAX_COUNT;

/** A search reads a term once per segment; merging rewrites all of them. */
const MAX_SEGMENTS = 8;

export const POSTINGS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS postings (
    language TEXT, field INTEGER, term TEXT, segment INTEGER, entries BLOB NOT NULL,
    PRIMARY KEY (language, field, term, segment)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS segments (segment INTEGER PRIMARY KEY, language TEXT NOT NULL) STRICT;
`;

/**
 * Which passages contain a term. Every batch of passages adds a segment; a removed passage stays in its segments until
 * they are merged, so readers leave out numbers that they do not know. All writes need a transaction around them.
 */
export interface WordPostings {
  add(language: string, passages: readonly PassageTerms[]): void;
  /** Merges the segments of every language that has too many. @param present the passages that were not removed */
  merge(present: ReadonlySet<number>): void;
  entriesOf(language: string, field: SearchedField, term: string): Uint32Array[];
}

export function createWordPostings(database: DatabaseSync): WordPostings {
  const read = database.prepare('SELECT entries FROM postings WHERE language = ? AND field = ? AND term = ?');
  return {
    add: (language, passages) => addSegment(database, language, postingsOf(passages)),
    merge(present) {
      const crowded = database.prepare('SELECT language FROM segments GROUP BY language HAVING count(*) > ?');
      for (const { language } of crowded.all(MAX_SEGMENTS)) mergeSegments(database, String(language), present);
    },
    entriesOf: (language, field, term) => read.all(language, SEARCHED_FIELDS.indexOf(field), term).map(toEntries),
  };
}

function postingsOf(passages: readonly PassageTerms[]): readonly ReadonlyMap<string, Entry[]>[] {
  return SEARCHED_FIELDS.map((field) => {
    const postings = new Map<string, Entry[]>();
    for (const { number, terms } of passages) {
      if (number > MAX_NUMBER) throw new RangeError('The index has run out of passage numbers. Delete it.');
      for (const term of terms[field]) count(postings, term, number);
    }
    return postings;
  });
}

function count(postings: Map<string, Entry[]>, term: string, number: number): void {
  const entries = postings.get(term);
  const first = number * 2 ** COUNT_BITS + 1;
  if (entries === undefined) {
    postings.set(term, [first]);
    return;
  }
  const last = entries.at(-1) ?? 0;
  if (numberOf(last) !== number) entries.push(first);
  else if (countOf(last) < MAX_COUNT) entries[entries.length - 1] = last + 1;
}

function addSegment(
  database: DatabaseSync,
  language: string,
  fields: readonly ReadonlyMap<string, readonly Entry[]>[],
): void {
  const segment = openSegment(database, language);
  const insert = database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?, ?)');
  for (const [field, postings] of fields.entries()) {
    // In the order of the key, so that the table grows at one end.
    for (const term of [...postings.keys()].sort())
      insert.run(language, field, term, segment, toBytes(Uint32Array.from(postings.get(term) ?? [])));
  }
}

function openSegment(database: DatabaseSync, language: string): number {
  return Number(database.prepare('INSERT INTO segments (language) VALUES (?)').run(language).lastInsertRowid);
}

function mergeSegments(database: DatabaseSync, language: string, present: ReadonlySet<number>): void {
  const merged = openSegment(database, language);
  const insert = database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?, ?)');
  const rows = database
    .prepare(
      'SELECT field, term, entries FROM postings WHERE language = ? AND segment < ? ORDER BY field, term, segment',
    )
    .iterate(language, merged);
  let [field, term, entries] = [-1, '', [] as Entry[]];
  const write = (): void => {
    if (entries.length > 0) insert.run(language, field, term, merged, toBytes(Uint32Array.from(entries)));
    entries = [];
  };
  for (const row of rows) {
    if (row['field'] !== field || row['term'] !== term) write();
    [field, term] = [Number(row['field']), String(row['term'])];
    for (const entry of toEntries(row)) if (present.has(numberOf(entry))) entries.push(entry);
  }
  write();
  database.prepare('DELETE FROM postings WHERE language = ? AND segment < ?').run(language, merged);
  database.prepare('DELETE FROM segments WHERE language = ? AND segment < ?').run(language, merged);
}

function toBytes(entries: Uint32Array): Uint8Array {
  return new Uint8Array(entries.buffer, entries.byteOffset, entries.byteLength);
}

function toEntries({ entries }: Record<string, unknown>): Uint32Array {
  if (!(entries instanceof Uint8Array)) throw new TypeError('Entries of a term are not bytes.');
  const { buffer, byteOffset, byteLength } = byteOffsetIsAligned(entries) ? entries : entries.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}

function byteOffsetIsAligned({ byteOffset }: Uint8Array): boolean {
  return byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
}
