import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import { writesCompounds } from '@plumbline/language/terms';
import { inTransaction } from '@plumbline/storage/database';
import {
  beginningOf,
  identifierTerms,
  nearestTerm,
  queryTerms,
  type SearchedField,
  SHORTEST,
  wordTerms,
} from './passage-query.ts';
import { isPresent, type RankedPassage, rankPassages, statisticsOf, type TermStatistics } from './passage-ranking.ts';
import { type PassageRow, passageRowSchema } from './passage-rows.ts';
import {
  createPassageWriter,
  createStoredLengths,
  LENGTHS_SCHEMA,
  type PassageWriter,
  type StoredLengths,
} from './passage-writer.ts';
import { createWordPostings, numberOf, POSTINGS_SCHEMA, type WordPostings } from './word-postings.ts';

/**
 * Share of a query's words from which a language "understands" it. Of 21 development questions, those in the language
 * of the documents found at least 0.57 of their words there, those in another language at most 0.43.
 */
const UNDERSTOOD_SHARE = 0.5;

export type PassageMatch = PassageRow & { readonly score: number };

/** By language of the passages. */
export type LanguageStatistics = ReadonlyMap<string, TermStatistics>;

/** The passages of one corpus and their words, in SQLite. Several processes may read while one writes. */
export interface PassageTables {
  writer(): PassageWriter;
  removeSources(sourceIds: readonly string[]): Promise<void>;
  /** Brings together what single updates have added. */
  optimize(): Promise<void>;
  /** Best passages of all languages by BM25; in compounding languages also over parts of words. No query syntax. */
  search(search: WordSearch): Promise<PassageMatch[]>;
  /** How rare the words are, by language of the passages. */
  statistics(words: readonly string[]): Promise<LanguageStatistics>;
  /** For words that no passage has, the word of the passages in their language that was probably meant. */
  spellings(words: readonly string[], language: string): Promise<ReadonlyMap<string, string>>;
  passageIds(): Promise<string[]>;
  /** Returns rows in no particular order and omits missing ones. */
  findPassages(passageIds: readonly string[]): Promise<PassageRow[]>;
  passagesOf(sourceId: string): Promise<PassageRow[]>;
  /** The nearest heading of each passage, once, in the order of the document, by source. */
  headingsOf(sourceIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Counts the passages that contain any word of each query, and all passages. */
  frequencies(queries: readonly string[]): Promise<{ readonly total: number; readonly matching: readonly number[] }>;
  close(): void;
}

/** Other processes read while one writes, which the write-ahead log allows. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA mmap_size = 1073741824;
  CREATE TABLE IF NOT EXISTS passages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, passageId TEXT NOT NULL UNIQUE, sourceId TEXT NOT NULL, page INTEGER NOT NULL,
    headingPath TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, textOffset INTEGER NOT NULL, words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS passages_of_source ON passages (sourceId, start);
  ${POSTINGS_SCHEMA}
  ${LENGTHS_SCHEMA}
`;

const BUSY_TIMEOUT_MS = 60_000;

/** Opens the tables in a file, which need not exist yet. */
export async function openPassageTables(path: string): Promise<PassageTables> {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  database.exec(SCHEMA);
  const postings = createWordPostings(database);
  const lengths = createStoredLengths(database);
  const search = createWordSearch(lengths, postings);

  return {
    ...readingOf(database),
    writer: () => createPassageWriter({ database, postings, lengths }),
    removeSources: async (sourceIds) =>
      inTransaction(database, () => {
        const removed = database
          .prepare('DELETE FROM passages WHERE sourceId IN (SELECT value FROM json_each(?)) RETURNING number')
          .all(JSON.stringify(sourceIds));
        if (removed.length > 0) lengths.remove(new Set(removed.map(({ number }) => Number(number))));
      }),
    optimize: async () => inTransaction(database, () => postings.merge(lengths.numbers())),
    search: async (request) => matchesOf(database, search.rank(request)),
    statistics: async (words) => search.statistics(words),
    spellings: async (words, language) => search.spellings(words, language),
    frequencies: async (queries) => search.frequencies(queries),
    close: () => database.close(),
  };
}

function readingOf(
  database: DatabaseSync,
): Pick<PassageTables, 'passageIds' | 'findPassages' | 'passagesOf' | 'headingsOf'> {
  const rowsWhere = (condition: string, value: string): PassageRow[] =>
    database.prepare(`SELECT * FROM passages WHERE ${condition}`).all(value).map(toRow);
  return {
    passageIds: async () =>
      database
        .prepare('SELECT passageId FROM passages')
        .all()
        .map(({ passageId }) => String(passageId)),
    findPassages: async (passageIds) =>
      rowsWhere('passageId IN (SELECT value FROM json_each(?))', JSON.stringify(passageIds)),
    passagesOf: async (sourceId) => rowsWhere('sourceId = ? ORDER BY start', sourceId),
    headingsOf: async (sourceIds) => {
      const rows = database
        .prepare(
          `SELECT sourceId, json_extract(headingPath, '$[#-1]') AS heading, min(start) AS first FROM passages
           WHERE sourceId IN (SELECT value FROM json_each(?)) GROUP BY sourceId, heading HAVING heading IS NOT NULL ORDER BY first`,
        )
        .all(JSON.stringify(sourceIds));
      const bySource = Map.groupBy(rows, ({ sourceId }) => String(sourceId));
      return new Map([...bySource].map(([id, of]) => [id, of.map(({ heading }) => String(heading))]));
    },
  };
}

/** Numbers tell when a passage was added, which a kill or a changed file decides: equal scores are ordered by place. */
function matchesOf(database: DatabaseSync, ranked: readonly RankedPassage[]): PassageMatch[] {
  const scores = new Map(ranked.map(({ number, score }) => [number, score]));
  return database
    .prepare('SELECT * FROM passages WHERE number IN (SELECT value FROM json_each(?)) ORDER BY sourceId, start')
    .all(JSON.stringify([...scores.keys()]))
    .map((row) => ({ ...toRow(row), score: scores.get(Number(row['number'])) ?? 0 }))
    .sort((a, b) => b.score - a.score);
}

function toRow(row: Record<string, SQLOutputValue>): PassageRow {
  return passageRowSchema.parse(row);
}

export interface WordSearch {
  readonly words: readonly string[];
  readonly limit: number;
  /**
   * Language of the words (ISO 639-1): skips the passages of other languages that do not contain most of the words.
   * Null: all languages are searched.
   */
  readonly spoken: string | null;
  /** Defaults to all fields. */
  readonly fields?: readonly SearchedField[];
  /** Of all indexes that are searched together; absent: of this one. */
  readonly statistics?: LanguageStatistics | undefined;
}

/** Ranks the passages of each language by its own stems, and then all passages by score. */
function createWordSearch(lengths: StoredLengths, postings: WordPostings) {
  const lookup = createWordLookup(lengths, postings);
  const entriesIn = (language: string) => (field: SearchedField, term: string) =>
    postings.entriesOf(language, field, term);
  const measure = (words: readonly string[], language: string): TermStatistics =>
    statisticsOf(queryTerms(words, language), lengths.read(language), entriesIn(language));

  return {
    statistics: (words: readonly string[]) =>
      new Map(lengths.languages().map((language) => [language, measure(words, language)])),
    rank({ words, limit, spoken, fields, statistics }: WordSearch): RankedPassage[] {
      const searched = lengths
        .languages()
        .filter((language) => spoken === null || understands(lookup, language, { words, spoken }));
      const ranked = searched.flatMap((language) => {
        const terms = queryTerms(words, language, fields);
        const scale = {
          statistics: statistics?.get(language) ?? measure(words, language),
          entriesOf: entriesIn(language),
        };
        return rankPassages(terms, lengths.read(language), scale, limit);
      });
      return ranked.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, limit);
    },
    spellings: createSpelling(lengths, lookup, postings),
    frequencies(queries: readonly string[]): { readonly total: number; readonly matching: readonly number[] } {
      const languages = lengths.languages();
      const sum = (valueOf: (language: string) => number): number =>
        languages.reduce((total, language) => total + valueOf(language), 0);
      return {
        total: sum((language) => lengths.read(language).total),
        matching: queries.map((query) => sum((language) => lookup.count(query, language))),
      };
    },
  };
}

/**
 * Whether the passages are in the words' language, or contain most of the words. Figures do not count: all languages
 * share them.
 */
function understands(
  lookup: WordLookup,
  language: string,
  { words, spoken }: { readonly words: readonly string[]; readonly spoken: string },
): boolean {
  if (language === spoken || language === NO_LANGUAGE) return true;
  const telling = [...new Set(words)].filter((word) => /\p{L}/u.test(word));
  const known = telling.filter((word) => lookup.has(word, language));
  return known.length >= telling.length * UNDERSTOOD_SHARE;
}

function createSpelling(lengths: StoredLengths, lookup: WordLookup, postings: WordPostings) {
  return (words: readonly string[], language: string): ReadonlyMap<string, string> => {
    const languages = lengths.languages();
    const unknown = words.filter((word) => !languages.some((one) => lookup.has(word, one)));
    // The language of a misspelt question may be mistaken.
    const spoken = languages.includes(language) ? language : (languages[0] ?? language);
    // There the parts of a word find it, however it is spelled, and most unknown words are compounds.
    return writesCompounds(spoken) ? new Map() : meantBy(unknown, spoken, postings);
  };
}

type WordLookup = ReturnType<typeof createWordLookup>;

/** Which passages of a language have a word. */
function createWordLookup(lengths: StoredLengths, postings: WordPostings) {
  const entriesWith = (text: string, language: string): Uint32Array[] => {
    const identifiers = identifierTerms(text);
    // A passage with "V-1" and "12 bar" does not have "V-12".
    const terms = identifiers.length > 0 ? identifiers : wordTerms(text, language);
    return terms.flatMap((term) => postings.entriesOf(language, 'words', term));
  };
  return {
    has(word: string, language: string): boolean {
      const { words } = lengths.read(language).of;
      return entriesWith(word, language).some((entries) => entries.some((entry) => isPresent(words, numberOf(entry))));
    },
    /** How many passages have any word of a text. */
    count(text: string, language: string): number {
      const { words } = lengths.read(language).of;
      const isSeen = new Uint8Array(words.length);
      let count = 0;
      for (const entries of entriesWith(text, language))
        for (const entry of entries) {
          const number = numberOf(entry);
          if (isSeen[number] === 1 || !isPresent(words, number)) continue;
          isSeen[number] = 1;
          count += 1;
        }
      return count;
    },
  };
}

/** The words of the passages in a language that unknown ones were probably meant for. */
function meantBy(words: readonly string[], language: string, postings: WordPostings): ReadonlyMap<string, string> {
  return new Map(
    words.flatMap((word): [string, string][] => {
      const beginning = beginningOf(word);
      if (beginning === null) return [];
      const terms = new Set(postings.termsFrom(language, 'words', beginning));
      // Terms are stems, but the stem of a misspelt word may be another one.
      const [stem = word] = wordTerms(word, language);
      const meant = nearestTerm(word, terms) ?? (stem.length < SHORTEST ? null : nearestTerm(stem, terms));
      return meant === null ? [] : [[word, meant]];
    }),
  );
}
