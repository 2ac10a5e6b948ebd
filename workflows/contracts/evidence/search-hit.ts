import type { Passage, SourceTier } from './source.ts';

/** Which passage it is, and where in its document; its text is in the index. */
export type PassagePlace = Pick<Passage, 'passageId' | 'page' | 'recognised' | 'headingPath'> & Partial<PassageExtent>;

/** Where a passage is in its document: passages of one document are read in order. */
type PassageExtent = Pick<Passage, 'start' | 'end'>;

/** What a search found: a passage of an indexed document, or the address of a page that was not read yet. */
export interface SearchHit {
  /** `corpus`, or the name of a web provider. */
  readonly provider: string;
  /** Of hits of the web only. */
  readonly query?: string;
  /** 1-based position in the provider's ranking. */
  readonly rank: number;
  /** The provider's own score (BM25 for the corpus), comparable within one ranking only. */
  readonly providerScore: number;
  readonly title: string;
  readonly locator: string;
  /** At most 300 characters; of a web page up to 600. */
  readonly snippet: string;
  /** Null: a page of the web, known by its title and snippet only. */
  readonly passage: PassagePlace | null;
  readonly publishedAt: string | null;
  /** Its vector is among those nearest to the query's; words may have led to it as well. */
  readonly byMeaning?: true;
}

/** A hit whose text is stored: it can be read. */
export interface PassageHit extends SearchHit {
  readonly passage: PassagePlace;
}

export function isPassageHit<Hit extends { readonly passage: object | null }>(
  hit: Hit,
): hit is Hit & { readonly passage: NonNullable<Hit['passage']> } {
  return hit.passage !== null;
}

/** A hit as activities get it that read its passage themselves: all of it would fill the history. */
export interface HitReference extends Pick<SearchHit, 'locator' | 'query' | 'byMeaning'> {
  readonly passage: Pick<Passage, 'passageId' | 'page'> | null;
  /** Of a page of the web only, like its snippet. */
  readonly title?: string;
  readonly snippet?: string;
}

export interface PassageReference extends HitReference {
  readonly passage: Pick<Passage, 'passageId' | 'page'> & Partial<PassageExtent>;
}

export function referenceTo(hit: PassageReference): PassageReference;

export function referenceTo(hit: HitReference): HitReference;

export function referenceTo(hit: HitReference): HitReference {
  const { locator, query, byMeaning, passage, title = '', snippet = '' } = hit;
  return {
    locator,
    ...(query !== undefined && { query }),
    ...(byMeaning !== undefined && { byMeaning }),
    ...(passage === null
      ? { passage, title, snippet }
      : { passage: { passageId: passage.passageId, page: passage.page } }),
  };
}

/** How a passage was referred to. */
export interface PassageMention {
  /** The reference as written: "§ 5 Abs. 2". */
  readonly text: string;
  /** The sentence that refers, at most 500 characters. */
  readonly sentence: string;
  /** The finding whose passage contains it. */
  readonly findingId: string;
}

/** The passage that a reference leads to. */
export interface ReferredHit extends PassageReference {
  readonly reference: PassageMention;
}

/** Identity of a hit, in scores and fusion. */
export function hitIdOf({ passage, locator }: HitReference): string {
  return passage?.passageId ?? locator;
}

/** What reranking says of a hit. */
export interface HitRanking {
  /** Against task and anchor; its score is null when unknown. */
  readonly relevance: RelevanceScore;
  readonly sourceTier: SourceTier | null;
  /** From 1, for the first hits of the search in its own order, before any score. */
  readonly searchRank?: number;
  /**
   * `named`: the question names the passage, so no threshold applies. `unjudged`: found by meaning in another language than
   * the question's, where words cannot judge. `leading`: below the threshold, but among the first of the search, which
   * sees more of a passage than its score. `below`: kept only because there are no better ones.
   */
  readonly selection: 'passed' | 'named' | 'leading' | 'unjudged' | 'below';
  /** The same text as the hit before it, in another document: it stands where that one does. */
  readonly isCopy?: true;
}

export interface RankedReference extends HitReference, HitRanking {}

/** A hit after reranking. */
export interface RankedHit extends SearchHit, HitRanking {}

/** Completes references with the hits that they were made of, in the order of the ranking. */
export function joinRanking(hits: readonly SearchHit[], ranked: readonly RankedReference[]): RankedHit[] {
  const byId = new Map(hits.map((hit) => [hitIdOf(hit), hit]));
  return ranked.flatMap(({ relevance, sourceTier, searchRank, selection, isCopy, ...reference }) => {
    const hit = byId.get(hitIdOf(reference));
    const ranked = { ...(searchRank !== undefined && { searchRank }), ...(isCopy && { isCopy }) };
    return hit === undefined ? [] : [{ ...hit, relevance, sourceTier, ...ranked, selection }];
  });
}

/** Relevance of one hit or finding, 0..1; null when unknown. */
export interface RelevanceScore {
  /** `hitIdOf` a hit, `findingId` of a finding. */
  readonly id: string;
  readonly score: number | null;
  readonly reason: string;
}
