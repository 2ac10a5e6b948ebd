import type { DatabaseSync } from 'node:sqlite';
import { analyzeTerms } from '../text/terms.ts';

/** The indexed words of one passage: stems separated by spaces. */
export interface PassageStems {
  readonly title: string;
  readonly headings: string;
  readonly text: string;
}

const TITLE_WEIGHT = 3;
const HEADINGS_WEIGHT = 2;
/** For each language. A question has fewer words; a pasted page must not become thousands of clauses. */
const MAX_QUERY_STEMS = 40;

/**
 * The words of one run's pages: one table per run, so that a run's results do not depend on other runs. Passages are
 * identified by their number in the database.
 */
export interface PageWords {
  /** Call within a transaction. */
  add(passages: readonly { readonly number: number | bigint; readonly stems: PassageStems }[]): void;
  /** Numbers of the best passages by BM25, with scores; higher is better. */
  search(query: PassageQuery, limit: number): { readonly number: number; readonly score: number }[];
  /** Number of passages that contain any of the words. */
  count(query: PassageQuery): number;
  /** Deletes the run's words. */
  remove(): void;
}

export interface PassageQuery {
  readonly words: string;
  /** Language of the passages and of the words, ISO 639-1: each page is indexed by the stems of its own language. */
  readonly languages: ReadonlySet<string>;
}

/** @param run see `webCorpusIdOf` */
export function createPageWords(sql: DatabaseSync, run: string): PageWords {
  const table = tableOf(run);
  const exists = (): boolean => sql.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;

  return {
    add(passages) {
      // These characters are parts of terms: "§78", "3.5", "max_size".
      sql.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${table} USING
         fts5(title, headings, text, content = '', tokenize = "unicode61 tokenchars '§.,_'")`,
      );
      const insert = sql.prepare(`INSERT INTO ${table} (rowid, title, headings, text) VALUES (?, ?, ?, ?)`);
      for (const { number, stems } of passages) insert.run(number, stems.title, stems.headings, stems.text);
    },
    search(query, limit) {
      const match = matchOf(query);
      if (match === null || !exists()) return [];
      return sql
        .prepare(
          `SELECT rowid AS number, -bm25(${table}, ${TITLE_WEIGHT}, ${HEADINGS_WEIGHT}, 1) AS score
           FROM ${table} WHERE ${table} MATCH ? ORDER BY score DESC, rowid LIMIT ?`,
        )
        .all(match, limit)
        .map((row) => ({ number: Number(row['number']), score: Number(row['score']) }));
    },
    count(query) {
      const match = matchOf(query);
      if (match === null || !exists()) return 0;
      return Number(sql.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${table} MATCH ?`).get(match)?.['n']);
    },
    remove: () => sql.exec(`DROP TABLE IF EXISTS ${table}`),
  };
}

/** The stems of all content words of a text, with repetitions. */
export function stemsOf(text: string, language: string): string[] {
  return analyzeTerms(text, language)
    .filter(({ isStopWord }) => !isStopWord)
    .map(({ stem }) => stem);
}

function tableOf(run: string): string {
  const [, id] = /^web-([0-9a-f]{12})$/.exec(run) ?? [];
  if (id === undefined) throw new Error(`${run} is not the id of a run's pages.`);
  return `words_${id}`;
}

function matchOf({ words, languages }: PassageQuery): string | null {
  const stems = [...languages].flatMap((language) => [...new Set(stemsOf(words, language))].slice(0, MAX_QUERY_STEMS));
  // A quoted string has no syntax; stems contain no quotation marks.
  return [...new Set(stems)].map((stem) => `"${stem}"`).join(' OR ') || null;
}
