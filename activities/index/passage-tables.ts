import { type Connection, connect, type FullTextQuery, Index, MatchQuery, type Table } from '@lancedb/lancedb';
import { z } from 'zod';
import { SNOWBALL_ALGORITHMS } from '../text/stemmer.ts';
import { writesCompounds } from '../text/terms.ts';
import { passageQuery, type SearchedColumn } from './passage-query.ts';

const rowSchema = z.object({
  passageId: z.string(),
  sourceId: z.string(),
  /** 0 for a source without pages. */
  page: z.number(),
  /** JSON array of strings. */
  headingPath: z.string(),
  start: z.number(),
  end: z.number(),
  /** The searchable text: title, headings, parts of identifiers, and last the passage's own text. */
  words: z.string(),
  /** Where the passage's own text begins in `words`. */
  textOffset: z.number(),
});
/** A passage as stored in the tables. */
export type PassageRow = z.infer<typeof rowSchema>;

/** A row with the columns that are searched but never read back: the parts of its content words. */
export interface IndexedPassage extends PassageRow {
  /** Parts of title, headings and text. */
  readonly wordParts: string;
  /** Parts of title and headings, those of the nearest heading twice, because it says most about the passage. */
  readonly headingParts: string;
}

const hitSchema = rowSchema.extend({ _score: z.number() });
export type PassageMatch = PassageRow & { readonly score: number };

const TABLE_PREFIX = 'passages-';
const COLUMNS = Object.keys(rowSchema.shape);
/** How long old versions of a table are kept, for searches that began before an update. */
const VERSION_RETENTION_MS = 600_000;

/**
 * Share of a query's words from which a table "understands" it. Of 21 development questions, those in the language of
 * the documents found at least 0.57 of their words there, those in another language at most 0.43.
 */
const UNDERSTOOD_SHARE = 0.5;

export interface WordSearch {
  readonly words: readonly string[];
  readonly limit: number;
  /**
   * Language of the words (ISO 639-1): skips the tables of other languages that do not contain most of the words. Null:
   * all tables are searched.
   */
  readonly spoken: string | null;
  /** Defaults to all columns. */
  readonly columns?: readonly SearchedColumn[];
}

/** The passages of one corpus, with one table for each language, because each needs its own stemmer. */
export interface PassageTables {
  /** @param language ISO 639-1 code of the rows */
  add(language: string, rows: readonly IndexedPassage[]): Promise<void>;
  removeSources(sourceIds: readonly string[]): Promise<void>;
  /** Indexes recent changes and creates missing word indexes. */
  optimize(now: Date): Promise<void>;
  /** Best passages of all languages by BM25; in compounding languages also over parts of words. No query syntax. */
  search(search: WordSearch): Promise<PassageMatch[]>;
  passageIds(): Promise<string[]>;
  /** Returns rows in no particular order and omits missing ones. */
  findPassages(passageIds: readonly string[]): Promise<PassageRow[]>;
  passagesOf(sourceId: string): Promise<PassageRow[]>;
  /** Counts the passages that contain any word of each query, and all passages. */
  frequencies(queries: readonly string[]): Promise<{ readonly total: number; readonly matching: readonly number[] }>;
  close(): void;
}

/** Opens the tables in a folder, which need not exist yet. */
export async function openPassageTables(path: string): Promise<PassageTables> {
  const connection = await connect(path);
  const allTables = async (): Promise<Table[]> =>
    Promise.all((await connection.tableNames()).map((name) => connection.openTable(name)));
  const where = async (condition: string): Promise<PassageRow[]> => {
    const found = await Promise.all((await allTables()).map((table) => rowsWhere(table, condition)));
    return found.flat();
  };

  return {
    add: (language, rows) => addRows(connection, language, rows),
    async removeSources(sourceIds) {
      if (sourceIds.length === 0) return;
      for (const table of await allTables())
        await table.delete(`\`sourceId\` IN (${sourceIds.map(quoted).join(', ')})`);
    },
    async optimize(now) {
      for (const table of await allTables()) {
        await ensureWordIndexes(table);
        await table.optimize({ cleanupOlderThan: new Date(now.getTime() - VERSION_RETENTION_MS) });
      }
    },
    async search({ words, limit, spoken, columns }) {
      const found = await Promise.all(
        (await allTables()).map(async (table) => {
          const isUnderstood = spoken === null || (await understands(table, words, spoken));
          return isUnderstood ? matchesIn(table, passageQuery(words, languageOf(table), columns), limit) : [];
        }),
      );
      return found.flat().sort(byScore).slice(0, limit);
    },
    passageIds: async () => (await Promise.all((await allTables()).map(passageIdsIn))).flat(),
    findPassages: async (passageIds) =>
      passageIds.length === 0 ? [] : where(`\`passageId\` IN (${passageIds.map(quoted).join(', ')})`),
    passagesOf: async (sourceId) =>
      (await where(`\`sourceId\` = ${quoted(sourceId)}`)).sort((first, second) => first.start - second.start),
    frequencies: async (queries) => countMatches(await allTables(), queries),
    close: () => connection.close(),
  };
}

async function addRows(connection: Connection, language: string, rows: readonly IndexedPassage[]): Promise<void> {
  const name = tableNameFor(language);
  const records = rows.map((row) => ({ ...row }));
  if ((await connection.tableNames()).includes(name)) {
    await (await connection.openTable(name)).add(records);
  } else {
    await ensureWordIndexes(await connection.createTable(name, records));
  }
}

function tableNameFor(language: string): string {
  return `${TABLE_PREFIX}${language in SNOWBALL_ALGORITHMS ? language : 'other'}`;
}

function languageOf(table: Table): string {
  return table.name.replace(TABLE_PREFIX, '');
}

async function ensureWordIndexes(table: Table): Promise<void> {
  const indexed = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
  const algorithm = SNOWBALL_ALGORITHMS[languageOf(table)];
  const columns = writesCompounds(languageOf(table)) ? ['words', 'wordParts', 'headingParts'] : ['words'];
  const language = algorithm === undefined ? 'English' : `${algorithm[0]?.toUpperCase()}${algorithm.slice(1)}`;
  for (const column of columns.filter((name) => !indexed.has(name))) {
    // Stop words are indexed: documentation is full of names that look like stop words ("will", "use").
    const config = Index.fts({
      language,
      stem: column === 'words' && algorithm !== undefined,
      removeStopWords: false,
      asciiFolding: true,
      withPosition: false,
    });
    await table.createIndex(column, { config });
  }
}

async function rowsWhere(table: Table, condition: string): Promise<PassageRow[]> {
  return z.array(rowSchema).parse(await table.query().where(condition).select(COLUMNS).toArray());
}

async function matchesIn(table: Table, query: FullTextQuery, limit: number): Promise<PassageMatch[]> {
  const rows: unknown = await table
    .query()
    .fullTextSearch(query)
    .select([...COLUMNS, '_score'])
    .limit(limit)
    .toArray();
  return z
    .array(hitSchema)
    .parse(rows)
    .map(({ _score, ...row }) => ({ ...row, score: _score }));
}

async function passageIdsIn(table: Table): Promise<string[]> {
  const rows = z.array(rowSchema.pick({ passageId: true })).parse(await table.query().select(['passageId']).toArray());
  return rows.map(({ passageId }) => passageId);
}

/**
 * Whether the table is in the words' language, or contains most of them. Figures do not count: all languages share
 * them.
 */
async function understands(table: Table, words: readonly string[], spoken: string): Promise<boolean> {
  if (languageOf(table) === spoken) return true;
  const telling = [...new Set(words)].filter((word) => /\p{L}/u.test(word));
  const known = await Promise.all(telling.map((word) => contains(table, word)));
  return known.filter(Boolean).length >= telling.length * UNDERSTOOD_SHARE;
}

async function contains(table: Table, word: string): Promise<boolean> {
  const search = table.query().fullTextSearch(new MatchQuery(word, 'words')).select(['_score']);
  return (await search.limit(1).toArrow()).numRows > 0;
}

async function countMatches(tables: readonly Table[], queries: readonly string[]) {
  const sizes = await Promise.all(tables.map((table) => table.countRows()));
  const countIn = async (query: string, table: Table, size: number): Promise<number> => {
    const search = table.query().fullTextSearch(new MatchQuery(query, 'words')).select(['_score']);
    return (await search.limit(Math.max(1, size)).toArrow()).numRows;
  };
  const matching = await Promise.all(
    queries.map(async (query) =>
      sum(await Promise.all(tables.map((table, index) => countIn(query, table, sizes[index] ?? 0)))),
    ),
  );
  return { total: sum(sizes), matching };
}

function byScore(first: PassageMatch, second: PassageMatch): number {
  return second.score - first.score || (first.passageId < second.passageId ? -1 : 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
