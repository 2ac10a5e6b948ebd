import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Passage, passageSchema, type Source, sourceSchema } from '@plumbline/contracts/evidence/source';
import { analyzeTerms } from '@plumbline/language/terms';
import { type WordFrequency, wordFrequency } from '@plumbline/search/corpus-index';
import type { PageDatabase } from './page-store.ts';

const TITLE_WEIGHT = 3;
const HEADINGS_WEIGHT = 2;
/** For each language. A question has fewer words; a pasted page must not become thousands of clauses. */
const MAX_QUERY_STEMS = 40;

export interface PagePassageMatch {
  readonly passage: Passage;
  /** BM25; higher is better. */
  readonly score: number;
}

/** Pages that runs have read, with their passages. */
export interface PagePassages {
  /**
   * Adds a page to a run; keeps a page that the run already has.
   *
   * @param text of the whole page
   * @param onAdded runs in the same transaction
   */
  add(run: string, source: Source, passages: readonly Passage[], text: string, onAdded: () => void): Promise<void>;
  sourcesOf(run: string): Source[];
  findSource(run: string, sourceId: string): Source | null;
  findPassage(run: string, passageId: string): Passage | null;
  /** In the order of the page. */
  passagesOf(run: string, sourceId: string): Passage[];
  /** Best passages of the run, by BM25 over stems; title and headings weigh more than the text. */
  search(run: string, words: string, language: string, topK: number): PagePassageMatch[];
  wordFrequencies(run: string, words: readonly string[], language: string): Map<string, WordFrequency>;
}

/** Passages stemmed per step: a few milliseconds of work. */
const BATCH = 25;

export function createPagePassages(database: PageDatabase): PagePassages {
  const { sql } = database;
  const reading = readingOf(database);
  const languagesOf = (run: string, language: string): Set<string> =>
    new Set([...reading.sourcesOf(run).map((source) => source.language), language]);

  return {
    ...reading,
    async add(run, source, passages, text, onAdded) {
      const stems = await stemsOfPassages(source, passages, text);
      database.transaction(() => {
        if (reading.findSource(run, source.sourceId) === null) insertPage(database, run, source, passages, stems);
        onAdded();
      });
    },
    search(run, words, language, topK) {
      const select = sql.prepare('SELECT passage FROM passages WHERE number = ?');
      const matches = createPageWords(sql, run).search({ words, languages: languagesOf(run, language) }, topK);
      return matches.map(({ number, score }) => ({ passage: toPassage(select.get(number)?.['passage']), score }));
    },
    wordFrequencies(run, words, language) {
      const pageWords = createPageWords(sql, run);
      const languages = languagesOf(run, language);
      const total = Number(sql.prepare('SELECT count(*) AS n FROM passages WHERE run = ?').get(run)?.['n']);
      return new Map(words.map((word) => [word, wordFrequency(pageWords.count({ words: word, languages }), total)]));
    },
  };
}

function readingOf({
  sql,
}: PageDatabase): Pick<PagePassages, 'sourcesOf' | 'findSource' | 'findPassage' | 'passagesOf'> {
  return {
    sourcesOf: (run) =>
      sql
        .prepare('SELECT source FROM sources WHERE run = ? ORDER BY rowid')
        .all(run)
        .map((row) => toSource(row['source'])),
    findSource(run, sourceId) {
      const row = sql.prepare('SELECT source FROM sources WHERE run = ? AND source_id = ?').get(run, sourceId);
      return row === undefined ? null : toSource(row['source']);
    },
    findPassage(run, passageId) {
      const row = sql.prepare('SELECT passage FROM passages WHERE run = ? AND passage_id = ?').get(run, passageId);
      return row === undefined ? null : toPassage(row['passage']);
    },
    passagesOf: (run, sourceId) =>
      sql
        .prepare('SELECT passage FROM passages WHERE run = ? AND source_id = ? ORDER BY number')
        .all(run, sourceId)
        .map((row) => toPassage(row['passage'])),
  };
}

/** Stems in small steps: a long document must not delay heartbeats. */
async function stemsOfPassages(
  { title, language }: Source,
  passages: readonly Passage[],
  text: string,
): Promise<PassageStems[]> {
  const titleStems = stemsOf(title, language).join(' ');
  const stems: PassageStems[] = [];
  for (const { headingPath, start, end } of passages) {
    stems.push({
      title: titleStems,
      headings: stemsOf(headingPath.join('\n'), language).join(' '),
      text: stemsOf(text.slice(start, end), language).join(' '),
    });
    if (stems.length % BATCH === 0) await setImmediate();
  }
  return stems;
}

function insertPage(
  { sql }: PageDatabase,
  run: string,
  source: Source,
  passages: readonly Passage[],
  stems: readonly PassageStems[],
): void {
  sql.prepare('INSERT INTO sources VALUES (?, ?, ?)').run(run, source.sourceId, JSON.stringify(source));
  const insert = sql.prepare('INSERT INTO passages (run, passage_id, source_id, passage) VALUES (?, ?, ?, ?)');
  const numbers = passages.map(
    (passage) => insert.run(run, passage.passageId, source.sourceId, JSON.stringify(passage)).lastInsertRowid,
  );
  createPageWords(sql, run).add(
    stems.map((passageStems, index) => ({ number: numbers[index] ?? 0, stems: passageStems })),
  );
}

function toSource(json: unknown): Source {
  return sourceSchema.parse(JSON.parse(String(json)));
}

function toPassage(json: unknown): Passage {
  return passageSchema.parse(JSON.parse(String(json)));
}

/** The indexed words of one passage: stems separated by spaces. */
interface PassageStems {
  readonly title: string;
  readonly headings: string;
  readonly text: string;
}

/**
 * The words of one run's pages: one table per run, so that a run's results do not depend on other runs. Passages are
 * identified by their number in the database.
 *
 * @param run see `webCorpusIdOf`
 */
export function createPageWords(sql: DatabaseSync, run: string) {
  const table = tableOf(run);
  const exists = (): boolean => sql.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;

  return {
    /** Call within a transaction. */
    add(passages: readonly { readonly number: number | bigint; readonly stems: PassageStems }[]): void {
      // These characters are parts of terms: "§78", "3.5", "max_size".
      sql.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${table} USING
         fts5(title, headings, text, content = '', tokenize = "unicode61 tokenchars '§.,_'")`,
      );
      const insert = sql.prepare(`INSERT INTO ${table} (rowid, title, headings, text) VALUES (?, ?, ?, ?)`);
      for (const { number, stems } of passages) insert.run(number, stems.title, stems.headings, stems.text);
    },
    /** Numbers of the best passages by BM25, with scores; higher is better. */
    search(query: PassageQuery, limit: number) {
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
    /** Number of passages that contain any of the words. */
    count(query: PassageQuery): number {
      const match = matchOf(query);
      if (match === null || !exists()) return 0;
      return Number(sql.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${table} MATCH ?`).get(match)?.['n']);
    },
    /** Deletes the run's words. */
    remove: () => sql.exec(`DROP TABLE IF EXISTS ${table}`),
  };
}

interface PassageQuery {
  readonly words: string;
  /** Language of the passages and of the words, ISO 639-1: each page is indexed by the stems of its own language. */
  readonly languages: ReadonlySet<string>;
}

/** The stems of all content words of a text, with repetitions. */
function stemsOf(text: string, language: string): string[] {
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
