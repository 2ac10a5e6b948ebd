import { hitIdOf, type HitReference, isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { InjectionSignal, SourceTier } from '@plumbline/contracts/evidence/source';
import { detectLanguage } from '@plumbline/language/detection';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { splitSentences } from '@plumbline/language/sentences';
import { contentTerms, termMatchWeight } from '@plumbline/language/terms';
import type { PassageIndex, StoredPassage } from './corpus-index.ts';

const SNIPPET_LENGTH = 300;

/** What is known of a hit before its page is fetched: the stored passage, or title and snippet. */
export interface HitText {
  /** `hitIdOf` the hit. */
  readonly id: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** Whether it is a page that is known only by title and snippet. */
  readonly isSnippet: boolean;
  readonly language: string;
  /** Null for an ungraded local file, and for a page that is known only by title and snippet. */
  readonly sourceTier: SourceTier | null;
  /** Position in the whole ranking, counted from 1. */
  readonly rank: number;
  /** Injection signals in the whole document, or in what is known of a page. */
  readonly untrusted: readonly InjectionSignal[];
}

/**
 * The texts by which hits are judged, in order; null for a hit whose document changed or disappeared since the search.
 *
 * @param firstRank position of the first hit in the whole ranking
 */
export async function hitTextsOf(
  corpus: Pick<PassageIndex, 'readPassages'>,
  corpusId: string,
  hits: readonly HitReference[],
  firstRank = 1,
): Promise<(HitText | null)[]> {
  const passageIds = hits.filter(isPassageHit).map(({ passage }) => passage.passageId);
  const stored =
    passageIds.length === 0 ? new Map<string, StoredPassage>() : await corpus.readPassages(corpusId, passageIds);
  return hits.map((hit, index) => {
    const rank = firstRank + index;
    if (!isPassageHit(hit)) return snippetText(hit, rank);
    const found = stored.get(hit.passage.passageId);
    return found === undefined ? null : passageText(found, rank);
  });
}

function passageText({ passage, source, text }: StoredPassage, rank: number): HitText {
  const { title, language, sourceTier, untrusted } = source;
  const { headingPath, passageId: id } = passage;
  return { id, title, headingPath, text, isSnippet: false, language, sourceTier, rank, untrusted };
}

function snippetText(hit: HitReference, rank: number): HitText {
  const { title = '', snippet: text = '' } = hit;
  const language = detectLanguage(`${title}\n${text}`);
  return {
    id: hitIdOf(hit),
    title,
    headingPath: [],
    text,
    isSnippet: true,
    language,
    sourceTier: null,
    rank,
    untrusted: injectionSignalsIn(title, text),
  };
}

/** The beginning of a text as one line of at most 300 characters. */
export function snippetOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH - 1).trimEnd()}…`.toWellFormed();
}

/** Of an entry, in its line: others refer to it. */
const NUMBER_BEFORE = /(?<=^|\n)[ \t]{0,20}(?:\d{1,4}[a-z]?[.)]|\(\d{1,4}[a-z]?\))[ \t]{1,20}$/;

/** Shows a passage as one line, from the sentence with the most words of a query. */
export type Snippets = (text: string) => string;

/** @param language of the query, ISO 639-1 */
export function createSnippets(query: string, language: string): Snippets {
  const scoreOf = createStemMatching(query, language);
  return (text) => {
    const sentences = splitSentences(text, language).filter((span) => span.kind !== 'heading');
    let best = { start: sentences[0]?.start ?? 0, score: 0 };
    for (const { start, end } of sentences) {
      const score = scoreOf(text.slice(start, end));
      if (score > best.score) best = { start, score };
    }
    return snippetOf(`${NUMBER_BEFORE.exec(text.slice(0, best.start))?.[0] ?? ''}${text.slice(best.start)}`);
  };
}

/** Compares each stem with the query only once, however many sentences contain it. */
function createStemMatching(query: string, language: string): (sentence: string) => number {
  const stems = contentTerms(query, language).map((term) => term.stem);
  const known = new Map<string, readonly number[]>();
  const weightsOf = (textStem: string): readonly number[] => {
    const weights = known.get(textStem) ?? stems.map((stem) => termMatchWeight(stem, textStem, language));
    known.set(textStem, weights);
    return weights;
  };
  return (sentence) => {
    const best = stems.map(() => 0);
    for (const { stem } of contentTerms(sentence, language))
      for (const [index, weight] of weightsOf(stem).entries()) best[index] = Math.max(best[index] ?? 0, weight);
    return best.reduce((total, weight) => total + weight, 0);
  };
}

/** A hit as a model is shown it before anything is read closely. */
export interface HitSnippet {
  readonly title: string;
  readonly headingPath: readonly string[];
  /** One line, at most 300 characters; of a page of the web up to 600. */
  readonly snippet: string;
}

/**
 * Hits with what they say of a query, in order, without those whose document changed or disappeared since the search.
 *
 * @param query its language as ISO 639-1, or `und`
 */
export async function snippetsOf<Hit extends HitReference>(
  corpus: Pick<PassageIndex, 'readPassages'>,
  corpusId: string,
  hits: readonly Hit[],
  query: { readonly text: string; readonly language: string },
): Promise<{ readonly hit: Hit; readonly shown: HitSnippet; readonly isUntrusted: boolean }[]> {
  const show = createSnippets(query.text, query.language);
  const texts = await hitTextsOf(corpus, corpusId, hits);
  return hits.flatMap((hit, index) => {
    const found = texts[index];
    if (found === null || found === undefined) return [];
    const { title, headingPath, text, isSnippet, untrusted } = found;
    const snippet = isSnippet ? text : show(text);
    return [{ hit, shown: { title, headingPath, snippet }, isUntrusted: untrusted.length > 0 }];
  });
}
