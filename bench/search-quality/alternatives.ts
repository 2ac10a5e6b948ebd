import { DatabaseSync } from 'node:sqlite';
import {
  partsOf,
  queryTerms,
  type SearchedField,
  type WeightedTerm,
  wordTerms,
} from '../../packages/search/index/passage-query.ts';
import { rankPassages, statisticsOf } from '../../packages/search/index/passage-ranking.ts';
import type { PassageRow } from '../../packages/search/index/passage-rows.ts';
import { searchWords } from '../../packages/search/index/passage-search.ts';
import { createStoredLengths, LENGTHS_SCHEMA } from '../../packages/search/index/passage-writer.ts';
import { NumberedTerms, TermCounts } from '../../packages/search/index/term-counts.ts';
import {
  createWordPostings,
  POSTINGS_SCHEMA,
  type SegmentPostings,
} from '../../packages/search/index/word-postings.ts';
import { createBaseline, wordTokens } from './baseline.ts';
import type { MeasuredIndex } from './measured-index.ts';
import type { MeasuredQuery, Stage } from './stages.ts';

const SHORTEST_MEMBER = 4;
/** A rarer stem is more likely a compound itself, or a slip. */
const FEWEST_USES = 3;
const LINKS = ['', 's', 'es', 'n', 'en'];

const DEPTH = 150;
/** What a first search by whole words hands to a second one by parts. */
const CANDIDATES = 300;

/** The terms of one passage, with repetitions, by field. Numbers begin with 1. */
interface PassageTerms {
  readonly number: number;
  readonly terms: Readonly<Record<SearchedField, readonly string[]>>;
}

/** Other ways to search a compounding language, over the same passages. Their indexes are in memory. */
export async function alternativeStages({ opened, passages, report }: MeasuredIndex): Promise<Stage[]> {
  const [language = 'de'] = report.languages;
  const rows = await opened.tables.findPassages(await opened.tables.passageIds());
  const terms = rows.map((row, place) => ({ number: place + 1, terms: termsOf(row, language) }));
  const numbered = (numbers: readonly number[]) =>
    numbers.flatMap((number) => passages.get(rows[number - 1]?.passageId ?? '') ?? []);
  const index = createIndexInMemory(terms, language);
  const members = createCompoundSplitting(terms.flatMap((each) => each.terms.words));
  const byMembers = createBaseline(
    terms.map(({ number }) => number),
    (number) => rows[number - 1]?.words ?? '',
    (text) => wordTokens(text).flatMap((word) => wordTerms(word, language).flatMap((stem) => [stem, ...members(stem)])),
  );
  const byFullText = createFullText(terms);
  const ways: Readonly<Record<string, (words: readonly string[], all: WeightedTerm[]) => readonly number[]>> = {
    'SQLite FTS5, the same parts': (_, all) => byFullText(all),
    'the 3 rarest parts of each word': (words) => index.rank(words.flatMap((word) => index.rarest(word, 3))),
    'the 6 rarest parts of each word': (words) => index.rank(words.flatMap((word) => index.rarest(word, 6))),
    'parts over 300 found by words': (_, all) => {
      const candidates = new Set(
        index.rank(
          all.filter(({ field }) => field === 'words'),
          CANDIDATES,
        ),
      );
      return index.rank(all, 10 * CANDIDATES).filter((number) => candidates.has(number));
    },
    'members of compounds as terms': (words) => byMembers(words.join(' '), DEPTH),
  };
  return Object.entries(ways).map(([name, rank]) => ({
    name,
    async rank({ text, language: spoken }: MeasuredQuery) {
      const words = searchWords(text, spoken);
      return numbered(rank(words, queryTerms(words, language)).slice(0, DEPTH));
    },
  }));
}

function termsOf({ words, textOffset, headingPath }: PassageRow, language: string): PassageTerms['terms'] {
  const [title = ''] = words.split('\n', 1);
  const path: unknown = JSON.parse(headingPath);
  const headings = [title, ...(Array.isArray(path) ? path.map(String) : [])];
  return {
    words: wordTerms(words, language),
    wordParts: partsOf([...headings, words.slice(textOffset)].join('\n'), language),
    headingParts: partsOf([...headings, ...headings.slice(1).slice(-1)].join('\n'), language),
    heading: [...new Set(wordTerms(headings.at(-1) ?? '', language))],
  };
}

function postingsOf(passages: readonly PassageTerms[]): SegmentPostings {
  return (field) => {
    const numbered = new NumberedTerms();
    const counts = new TermCounts(numbered);
    for (const { number, terms } of passages)
      for (const term of terms[field]) counts.add(numbered.numberOf(term), number);
    return counts.postings();
  };
}

function createIndexInMemory(terms: readonly PassageTerms[], language: string) {
  const database = new DatabaseSync(':memory:');
  database.exec(POSTINGS_SCHEMA + LENGTHS_SCHEMA);
  const [postings, lengths] = [createWordPostings(database), createStoredLengths(database)];
  postings.add(language, postingsOf(terms));
  lengths.add(
    language,
    terms.map(({ number, terms: { words, wordParts, headingParts, heading } }) => ({
      number,
      terms: {
        words: words.length,
        wordParts: wordParts.length,
        headingParts: headingParts.length,
        heading: heading.length,
      },
    })),
  );
  const entriesOf = (field: SearchedField, term: string) => postings.entriesOf(language, field, term);
  const frequencyOf = (term: string): number =>
    entriesOf('wordParts', term).reduce((sum, { length }) => sum + length, 0);
  const ofPassages = lengths.read(language);
  return {
    rank(query: readonly WeightedTerm[], limit = DEPTH) {
      const scale = { statistics: statisticsOf(query, ofPassages, entriesOf), entriesOf };
      return rankPassages(query, ofPassages, scale, limit).map(({ number }) => number);
    },
    rarest(word: string, count: number): WeightedTerm[] {
      const all = queryTerms([word], language);
      const parts = all.flatMap(({ field, term }) => (field === 'wordParts' ? term : []));
      const kept = new Set(parts.sort((a, b) => frequencyOf(a) - frequencyOf(b)).slice(0, count));
      return all.filter(({ field, term }) => field === 'words' || kept.has(term));
    },
  };
}

const HEADING_WEIGHT = 0.3;

function createFullText(terms: readonly PassageTerms[]): (query: readonly WeightedTerm[]) => readonly number[] {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE passages USING fts5(words, parts, headings, content = '')`);
  const insert = database.prepare('INSERT INTO passages (rowid, words, parts, headings) VALUES (?, ?, ?, ?)');
  database.exec('BEGIN');
  for (const { number, terms: of } of terms)
    insert.run(number, of.words.join(' '), of.wordParts.join(' '), of.headingParts.join(' '));
  database.exec('COMMIT');
  const find = database.prepare(
    `SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 1, 1, ${HEADING_WEIGHT}) LIMIT ${DEPTH}`,
  );
  return (query) => {
    const match = [...new Set(query.map(({ term }) => `"${term}"`))].join(' OR ');
    return find.all(match).map(({ rowid }) => Number(rowid));
  };
}

/** Splits a stem into the fewest members that the documents use on their own; empty where there are none. */
function createCompoundSplitting(stems: readonly string[]): (stem: string) => readonly string[] {
  const uses = new Map<string, number>();
  for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const isKnown = (part: string): boolean => part.length >= SHORTEST_MEMBER && (uses.get(part) ?? 0) >= FEWEST_USES;
  const memberAt = (part: string): string | undefined =>
    LINKS.filter((link) => part.endsWith(link))
      .map((link) => part.slice(0, part.length - link.length))
      .find(isKnown);

  const split = (rest: string, isWhole: boolean): readonly string[] | null => {
    if (!isWhole && isKnown(rest)) return [rest];
    let best: readonly string[] | null = null;
    for (let end = SHORTEST_MEMBER; end <= rest.length - SHORTEST_MEMBER; end++) {
      const member = memberAt(rest.slice(0, end));
      const others = member === undefined ? null : split(rest.slice(end), false);
      if (member !== undefined && others !== null && (best === null || others.length + 1 < best.length))
        best = [member, ...others];
    }
    return best;
  };
  const known = new Map<string, readonly string[]>();
  return (stem) => {
    const members = known.get(stem) ?? (/^\p{L}{8,40}$/u.test(stem) ? (split(stem, true) ?? []) : []);
    known.set(stem, members);
    return members;
  };
}
