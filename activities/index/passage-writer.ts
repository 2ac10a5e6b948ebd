import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../storage/transaction.ts';
import { LanguageWords, searchLanguageOf } from './language-words.ts';
import type { PassageLength, StoredLengths } from './passage-lengths.ts';
import { SEARCHED_FIELDS, type SearchedField } from './passage-query.ts';
import type { IndexedPassage, PassageRow } from './passage-rows.ts';
import type { TermPostings } from './posting-blocks.ts';
import { TermCounts } from './term-counts.ts';
import type { WordPostings } from './word-postings.ts';

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
    };
  }

  add(number: number, { row, words: { context, identifiers, text, nearestHeading } }: IndexedPassage): void {
    const terms = {
      words: this.#count('words', [context, identifiers, text], number),
      wordParts: this.#count('wordParts', [context, text], number),
      headingParts: this.#count('headingParts', [context, nearestHeading], number),
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
    const lists = field === 'words' ? this.words.termsOf : this.words.partsOf;
    let count = 0;
    for (const text of texts) for (const word of text) count += lists.countIn(counts, word, passage);
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
