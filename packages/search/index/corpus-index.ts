import type { SelectedFiles } from '@plumbline/contracts/common/file-selection';
import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import type { CorpusReport, SkippedFile } from '@plumbline/contracts/evidence/corpus';
import type { PassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { Passage, Source, SourceState } from '@plumbline/contracts/evidence/source';
import type { CorpusProgress } from './corpus-progress.ts';
import type { LanguageStatistics } from './passage-tables.ts';

export interface UpdateCorpus {
  readonly directory: string;
  /** All files by default. */
  readonly selection?: SelectedFiles | undefined;
  /** Larger files are skipped with this reason; 50 MB by default. */
  readonly maxFileBytes?: number;
  /** Hash of a stored text that is damaged or gone: its files are read again. */
  readonly lostText?: string;
  /** On what terms a model may be asked; absent: no run pays for it. */
  readonly metering?: MeteringTerms | undefined;
  readonly signal: AbortSignal;
  /** Called after every file and while waiting for another process that indexes the same folder. */
  onProgress(progress: CorpusProgress): void;
}

/** A passage with its words. */
export interface StoredPassage {
  readonly passage: Passage;
  readonly source: Source;
  readonly text: string;
}

export interface WordFrequency {
  /** Number of passages that contain the word. */
  readonly passages: number;
  /** Number of all passages of the index. */
  readonly total: number;
  readonly inverseDocumentFrequency: number;
}

/**
 * Frequency of a word that `passages` of `total` passages contain. The inverse document frequency of BM25: ln(1 + (N -
 * df + 0.5) / (df + 0.5)), Robertson and Zaragoza 2009.
 */
export function wordFrequency(passages: number, total: number): WordFrequency {
  return { passages, total, inverseDocumentFrequency: Math.log(1 + (total - passages + 0.5) / (passages + 0.5)) };
}

/** What is searched in several indexes, and how rare it is in all of them together. */
export interface SearchScale {
  readonly words: readonly string[];
  readonly statistics: LanguageStatistics;
}

/** Finds and reads passages by the corpus id that a run uses. */
export interface PassageIndex {
  /** Returns hits, best first, and notes for people on what failed without ending the search. */
  search(request: {
    corpusId: string;
    query: string;
    language: string;
    topK: number;
    /** False: hits come without snippets, which take longer than the search. True by default. */
    snippets?: boolean;
    /** Instead of the words of the query and their statistics in this index. */
    scale?: SearchScale;
  }): Promise<{
    readonly hits: readonly PassageHit[];
    readonly notes: readonly string[];
    /** Cosines by passage, where vectors were compared. */
    readonly similarities?: ReadonlyMap<string, number>;
  }>;
  /** Returns the existing passages by id. Reading many at once costs little more than reading one. */
  readPassages(corpusId: string, passageIds: readonly string[]): Promise<ReadonlyMap<string, StoredPassage>>;
  /** @throws {PassageNotFoundError} */
  readPassage(corpusId: string, passageId: string): Promise<StoredPassage>;
  /** All passages of one file, in order; empty when the corpus has no such file. */
  passagesOf(corpusId: string, locator: string): Promise<Passage[]>;
  sourcesOf(corpusId: string): Promise<Source[]>;
  /** The present state of the files behind sources, by source id. Omits web pages, which are not fetched again. */
  sourceStatesOf(corpusId: string, sourceIds: readonly string[]): Promise<ReadonlyMap<string, SourceState>>;
  skippedFilesOf(corpusId: string): Promise<SkippedFile[]>;
  /** How common each word is in the index; words are stemmed as in the index. */
  wordFrequencies(
    corpusId: string,
    words: readonly string[],
    language: string,
  ): Promise<ReadonlyMap<string, WordFrequency>>;
}

/** Indexes the passages of folders, each folder separately. Several processes may use it at once. */
export interface CorpusIndex extends PassageIndex {
  /** Brings the index up to date with the folder. @throws {CorpusUnavailableError} */
  update(request: UpdateCorpus): Promise<CorpusReport>;
  /** How rare words are, and what the unknown ones were probably meant for. */
  statistics(corpusId: string, words: readonly string[], language: string): Promise<WordStatistics>;
}

export interface WordStatistics {
  readonly languages: LanguageStatistics;
  readonly spellings: ReadonlyMap<string, string>;
}

/** An index that is prepared before each look into it. @param prepare gets the corpus id */
export function preparedBy(prepare: (corpusId: string) => Promise<void>, index: PassageIndex): PassageIndex {
  const at = async <Result>(corpusId: string, look: () => Promise<Result>): Promise<Result> => {
    await prepare(corpusId);
    return look();
  };
  return {
    search: (search) => at(search.corpusId, () => index.search(search)),
    readPassages: (corpusId, ids) => at(corpusId, () => index.readPassages(corpusId, ids)),
    readPassage: (corpusId, id) => at(corpusId, () => index.readPassage(corpusId, id)),
    passagesOf: (corpusId, locator) => at(corpusId, () => index.passagesOf(corpusId, locator)),
    sourcesOf: (corpusId) => at(corpusId, () => index.sourcesOf(corpusId)),
    sourceStatesOf: (corpusId, ids) => at(corpusId, () => index.sourceStatesOf(corpusId, ids)),
    skippedFilesOf: (corpusId) => at(corpusId, () => index.skippedFilesOf(corpusId)),
    wordFrequencies: (corpusId, words, language) =>
      at(corpusId, () => index.wordFrequencies(corpusId, words, language)),
  };
}
