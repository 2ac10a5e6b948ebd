import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, keptUntilChanged } from '@plumbline/storage/database';
import { LanguageWords, searchLanguageOf } from './language-words.ts';
import { SEARCHED_FIELDS, type SearchedField } from './passage-query.ts';
import type { IndexedPassage, PassageRow } from './passage-rows.ts';
import { TermCounts } from './term-counts.ts';
import type { TermPostings, WordPostings } from './word-postings.ts';

export const LENGTHS_SCHEMA =
  'CREATE TABLE IF NOT EXISTS lengths (language TEXT PRIMARY KEY, entries BLOB NOT NULL) STRICT;';

/** An entry of a passage: its number, and its lengths in the order of the fields. */
const ENTRY_SIZE = 1 + SEARCHED_FIELDS.length;

/** Keeps passages, and counts their terms, until they are written together. Only one may be in use for a corpus. */
export interface PassageWriter {
  /** The words that passages in a language are numbered by until the next write. @param language ISO 639-1 code */
  wordsOf(language: string): LanguageWords;
  add(language: string, passages: readonly IndexedPassage[]): void;
  write(): Promise<void>;
}

export interface WrittenTables {
  readonly database: DatabaseSync;
  readonly postings: WordPostings;
  readonly lengths: StoredLengths;
}

export function createPassageWriter({ database, postings, lengths }: WrittenTables): PassageWriter {
  const batches = new Map<string, LanguageBatch>();
  let last: number | null = null;
  const batchOf = (language: string): LanguageBatch => {
    const searched = searchLanguageOf(language);
    const batch = batches.get(searched) ?? new LanguageBatch(new LanguageWords(searched));
    batches.set(searched, batch);
    return batch;
  };
  return {
    wordsOf: (language) => batchOf(language).words,
    add(language, passages) {
      const batch = batchOf(language);
      // No number is used twice: postings of removed passages remain for some time.
      last ??= lastNumber(database);
      for (const passage of passages) batch.add((last += 1), passage);
    },
    async write() {
      inTransaction(database, () => {
        for (const [language, batch] of batches) {
          if (batch.passages.length === 0) continue;
          insertRows(database, batch.passages);
          postings.add(language, (field) => batch.postingsOf(field));
          lengths.add(language, batch.passages);
        }
      });
      for (const [language, batch] of batches) {
        if (batch.words.isFull) batches.delete(language);
        else batch.clear();
      }
    },
  };
}

function lastNumber(database: DatabaseSync): number {
  const row = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'passages'").get();
  return Number(row?.['seq'] ?? 0);
}

interface CountedPassage extends PassageLength {
  readonly row: PassageRow;
}

/** Passages of one language, counted. */
class LanguageBatch {
  readonly words: LanguageWords;
  readonly passages: CountedPassage[] = [];
  readonly #counts: Readonly<Record<SearchedField, TermCounts>>;

  constructor(words: LanguageWords) {
    this.words = words;
    const { terms, parts } = words;
    this.#counts = {
      words: new TermCounts(terms),
      wordParts: new TermCounts(parts),
      headingParts: new TermCounts(parts),
      heading: new TermCounts(terms),
    };
  }

  add(number: number, { row, words: { context, identifiers, text, nearestHeading, heading } }: IndexedPassage): void {
    const terms = {
      words: this.#count('words', [context, identifiers, text], number),
      wordParts: this.#count('wordParts', [context, text], number),
      headingParts: this.#count('headingParts', [context, nearestHeading], number),
      heading: this.#count('heading', [heading], number),
    };
    this.passages.push({ number, terms, row });
  }

  postingsOf(field: SearchedField): Iterable<TermPostings> {
    return this.#counts[field].postings();
  }

  clear(): void {
    this.passages.length = 0;
    for (const field of SEARCHED_FIELDS) this.#counts[field].clear();
  }

  /** @returns how many terms there are */
  #count(field: SearchedField, texts: readonly (readonly number[])[], passage: number): number {
    const counts = this.#counts[field];
    const lists = field === 'words' || field === 'heading' ? this.words.termsOf : this.words.partsOf;
    let count = 0;
    for (const text of texts)
      for (const word of text)
        for (const term of lists[word] ?? []) {
          counts.add(term, passage);
          count += 1;
        }
    return count;
  }
}

function insertRows(database: DatabaseSync, passages: readonly CountedPassage[]): void {
  const insert = database.prepare(`
    INSERT INTO passages (number, passageId, sourceId, page, headingPath, start, "end", textOffset, words)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const { number, row } of passages) {
    const { passageId, sourceId, page, headingPath, start, end, textOffset, words } = row;
    insert.run(number, passageId, sourceId, page, headingPath, start, end, textOffset, words);
  }
}

/** How many terms each passage of a language has, by passage number and field; 0 for any other number. */
export interface PassageLengths {
  /** Number of passages. */
  readonly total: number;
  readonly of: Readonly<Record<SearchedField, Uint32Array>>;
  /** Of all passages together. */
  readonly sums: Readonly<Record<SearchedField, number>>;
}

/** How many terms a passage has, by field. */
interface PassageLength {
  readonly number: number;
  readonly terms: Readonly<Record<SearchedField, number>>;
}

/** All lengths of a language are one value, because every search needs them all. */
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
    read: createLengthReader(database, entriesOf),
  };
}

/** A search asks for them many times, and of a million passages they take 20 MB. */
function createLengthReader(database: DatabaseSync, entriesOf: (language: string) => Uint32Array) {
  const kept = keptUntilChanged(database, () => new Map<string, PassageLengths>());
  return (language: string): PassageLengths => {
    const known = kept();
    const lengths = known.get(language) ?? toLengths(entriesOf(language));
    known.set(language, lengths);
    return lengths;
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
  const of = { words: empty(), wordParts: empty(), headingParts: empty(), heading: empty() };
  const sums = { words: 0, wordParts: 0, headingParts: 0, heading: 0 };
  for (const [place, field] of SEARCHED_FIELDS.entries()) sums[field] = spread(entries, place, of[field]);
  return { total: entries.length / ENTRY_SIZE, of, sums };
}

/** @returns the sum */
function spread(entries: Uint32Array, place: number, lengths: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < entries.length; at += ENTRY_SIZE) {
    const length = entries[at + 1 + place] ?? 0;
    lengths[entries[at] ?? 0] = length;
    sum += length;
  }
  return sum;
}
