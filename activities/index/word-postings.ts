import type { DatabaseSync } from 'node:sqlite';
import { SEARCHED_FIELDS, type SearchedField } from './passage-query.ts';
import { compareTerms, entriesIn, numberOf, postingsOf, type TermPostings, toBlocks } from './posting-blocks.ts';

/** A search reads a term once per segment; merging rewrites all of them. */
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
}

export function createWordPostings(database: DatabaseSync): WordPostings {
  const read = database.prepare(BLOCKS_WITH);
  return {
    add: (language, postings) => writeSegment(database, language, postings),
    merge(present) {
      const crowded = database.prepare('SELECT language FROM segments GROUP BY language HAVING count(*) > ?');
      for (const { language } of crowded.all(MAX_SEGMENTS)) mergeSegments(database, String(language), present);
    },
    entriesOf: (language, field, term) =>
      read.all(SEARCHED_FIELDS.indexOf(field), term, language).flatMap((row) => entriesIn(row, term) ?? []),
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
