import type { DatabaseSync } from 'node:sqlite';
import { SEARCHED_FIELDS, type SearchedField } from './passage-query.ts';

/** How many terms each passage of a language has, by passage number and field; 0 for any other number. */
export interface PassageLengths {
  /** Number of passages. */
  readonly total: number;
  readonly of: Readonly<Record<SearchedField, Uint32Array>>;
}

export const LENGTHS_SCHEMA =
  'CREATE TABLE IF NOT EXISTS lengths (language TEXT PRIMARY KEY, entries BLOB NOT NULL) STRICT;';

/** An entry of a passage: its number, and its lengths in the order of the fields. */
const ENTRY_SIZE = 1 + SEARCHED_FIELDS.length;

/** How many terms a passage has, by field. */
export interface PassageLength {
  readonly number: number;
  readonly terms: Readonly<Record<SearchedField, number>>;
}

/** All lengths of a language are one value, because every search needs all of them. */
export interface StoredLengths {
  /** @param passages by ascending number, above all before */
  add(language: string, passages: readonly PassageLength[]): void;
  remove(numbers: ReadonlySet<number>): void;
  read(language: string): PassageLengths;
  languages(): string[];
  /** Of all passages. */
  numbers(): ReadonlySet<number>;
}

export function createStoredLengths(database: DatabaseSync): StoredLengths {
  const languages = (): string[] =>
    database
      .prepare('SELECT language FROM lengths ORDER BY language')
      .all()
      .map(({ language }) => String(language));
  const entriesOf = (language: string): Uint32Array => {
    const bytes = database.prepare('SELECT entries FROM lengths WHERE language = ?').get(language)?.['entries'];
    // Copied, because numbers need an aligned start.
    return bytes instanceof Uint8Array ? new Uint32Array(bytes.slice().buffer) : new Uint32Array();
  };
  const write = (language: string, entries: Uint32Array): void => {
    database
      .prepare('INSERT OR REPLACE INTO lengths VALUES (?, ?)')
      .run(language, new Uint8Array(entries.buffer, 0, entries.byteLength));
  };
  return {
    languages,
    add(language, passages) {
      write(language, appended(entriesOf(language), passages));
    },
    remove(numbers) {
      for (const language of languages()) {
        const entries = entriesOf(language);
        write(
          language,
          entries.filter((_, at) => !numbers.has(entries[at - (at % ENTRY_SIZE)] ?? 0)),
        );
      }
    },
    numbers() {
      const ofLanguage = (language: string) => entriesOf(language).filter((_, at) => at % ENTRY_SIZE === 0);
      return new Set(languages().flatMap((language) => [...ofLanguage(language)]));
    },
    read: (language) => toLengths(entriesOf(language)),
  };
}

function appended(entries: Uint32Array, passages: readonly PassageLength[]): Uint32Array {
  const longer = new Uint32Array(entries.length + passages.length * ENTRY_SIZE);
  longer.set(entries);
  for (const [at, { number, terms }] of passages.entries())
    longer.set([number, ...SEARCHED_FIELDS.map((field) => terms[field])], entries.length + at * ENTRY_SIZE);
  return longer;
}

function toLengths(entries: Uint32Array): PassageLengths {
  // Numbers ascend, so that the last entry has the highest.
  const size = (entries.at(-ENTRY_SIZE) ?? -1) + 1;
  const empty = (): Uint32Array => new Uint32Array(size);
  const of = { words: empty(), wordParts: empty(), headingParts: empty() };
  for (const [place, field] of SEARCHED_FIELDS.entries()) {
    const lengths = of[field];
    for (let at = 0; at < entries.length; at += ENTRY_SIZE) lengths[entries[at] ?? 0] = entries[at + 1 + place] ?? 0;
  }
  return { total: entries.length / ENTRY_SIZE, of };
}
