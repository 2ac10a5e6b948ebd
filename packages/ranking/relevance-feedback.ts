import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { HitReference } from '@plumbline/contracts/evidence/search-hit';
import { termSimilarity } from '@plumbline/language/term-matching';
import { analyzeTerms, contentTerms, identifierParts, type Term, writesCompounds } from '@plumbline/language/terms';
import type { PassageIndex, WordFrequency } from '@plumbline/search/corpus-index';
import { type HitText, hitTextsOf } from '@plumbline/search/hit-text';

/** What a search reveals about the words of a query. */
export interface RelevanceFeedback {
  /**
   * The query's own content words, the most distinctive first; without words that no document contains, unless that is
   * true of all.
   */
  readonly telling: readonly string[];
  /** Other words that distinguish the best passages from the rest, the best first. */
  readonly feedback: readonly string[];
  /** Relatives of the query's words in the passages: inflected or derived forms, compounds and their parts. */
  readonly relatives: readonly string[];
}

/** A content word of the found passages. */
export interface FoundWord {
  readonly stem: string;
  /** Its most frequent form. */
  readonly surface: string;
  /** Number of passages that contain it. */
  readonly passages: number;
  /** Above 0; higher for words that are frequent in the best passages. */
  readonly weight: number;
}

const SHORTEST_WORD = 3;
const ONLY_LETTERS = /^\p{L}+$/u;
/** Lower passages belong to other subjects: with ten, recall and order were both worse. */
const FEEDBACK_PASSAGES = 5;
/** A word of only one passage is a coincidence. */
const FEWEST_PASSAGES = 2;
/** Words whose frequency is looked up. */
const MAX_CANDIDATES = 40;
const FEEDBACK_TERMS = 8;
const RELATIVES = 4;
/** Value of `termSimilarity` when one word is part of the other, or both share a root. */
const PART_OF_COMPOUND = 0.6;
const SAME_ROOT = 0.85;

/** The folders' best passages for a query; empty when only the web is searched. */
export async function firstPass(
  corpus: Pick<PassageIndex, 'search'>,
  corpusId: string,
  query: string,
  language: string,
): Promise<readonly HitReference[]> {
  const folders = foldersOf(corpusId);
  if (folders === null) return [];
  const search = { corpusId: folders, query, language, topK: FEEDBACK_PASSAGES, snippets: false };
  return (await corpus.search(search)).hits;
}

/** Learns from hits, best first; without hits only how distinctive the query's own words are. */
export async function learnWords(
  corpus: Pick<PassageIndex, 'readPassages' | 'wordFrequencies'>,
  corpusId: string,
  query: { readonly text: string; readonly language: string },
  hits: readonly HitReference[],
): Promise<RelevanceFeedback> {
  const texts = await hitTextsOf(corpus, corpusId, hits.slice(0, FEEDBACK_PASSAGES));
  const own = contentTerms(query.text, query.language);
  const stems = new Set(own.map(({ stem }) => stem));
  const words = foundWords(texts.flatMap((text) => text ?? [])).filter(({ stem }) => !stems.has(stem));
  const repeated = words.filter(({ passages }) => passages >= FEWEST_PASSAGES).slice(0, MAX_CANDIDATES);
  const folders = foldersOf(corpusId);
  const surfaces = [...own, ...repeated].map(({ surface }) => surface);
  const frequencies =
    folders === null
      ? new Map<string, WordFrequency>()
      : await corpus.wordFrequencies(folders, surfaces, query.language);
  return {
    telling: tellingWords(own, frequencies),
    feedback: feedbackWords(repeated, frequencies),
    relatives: relativesOf(own, words, query.language),
  };
}

/**
 * Pseudo-relevance feedback: words by their weight in the relevance model, times how rare they are in the index. RM3
 * (Abdul-Jaleel et al., TREC 2004) adds them to the query with a weight; a plain-text query has no weights, so only few
 * are added. Weights by search score instead of 1/rank, and Bo1, ranked worse (nDCG@10 about 0.03 lower).
 */
function feedbackWords(words: readonly FoundWord[], frequencies: ReadonlyMap<string, WordFrequency>): string[] {
  const worth = ({ surface, weight }: FoundWord): number =>
    weight * (frequencies.get(surface)?.inverseDocumentFrequency ?? 1);
  return [...words]
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, FEEDBACK_TERMS)
    .map(({ surface }) => surface);
}

/** Rare words first; where their frequency is unknown, long ones. */
function tellingWords(own: readonly Term[], frequencies: ReadonlyMap<string, WordFrequency>): string[] {
  const known = own.filter(({ surface }) => (frequencies.get(surface)?.passages ?? 0) > 0);
  const rarity = ({ surface }: Term): number => frequencies.get(surface)?.inverseDocumentFrequency ?? 0;
  return [...(known.length > 0 ? known : own)]
    .sort((a, b) => rarity(b) - rarity(a) || b.surface.length - a.surface.length)
    .map(({ surface }) => surface);
}

function relativesOf(own: readonly Term[], words: readonly FoundWord[], language: string): string[] {
  const closest = writesCompounds(language) ? PART_OF_COMPOUND : SAME_ROOT;
  const isRelative = (word: FoundWord): boolean =>
    own.some((term) => Math.max(termSimilarity(term.stem, word.stem), termSimilarity(word.stem, term.stem)) >= closest);
  return words
    .filter(isRelative)
    .slice(0, RELATIVES)
    .map(({ surface }) => surface);
}

/**
 * The content words of passages, by decreasing weight in the relevance model of Lavrenko and Croft (RM1,
 * "Relevance-Based Language Models", SIGIR 2001), P(w|R) = sum of P(w|D) P(D|Q), with 1 / rank for P(D|Q).
 *
 * Search scores are not a better estimate of P(D|Q): their differences are small, so the last passages would count as
 * much as the first.
 */
export function foundWords(passages: readonly HitText[]): FoundWord[] {
  const found = new Map<string, { passages: number; weight: number; surfaces: Map<string, number> }>();
  for (const [index, { title, headingPath, text, language }] of passages.entries()) {
    const words = contentWords([title, ...headingPath, text].join('\n'), language);
    const counted = new Set<string>();
    for (const { stem, surface } of words) {
      const word = found.get(stem) ?? { passages: 0, weight: 0, surfaces: new Map<string, number>() };
      word.passages += counted.has(stem) ? 0 : 1;
      word.weight += 1 / (words.length * (index + 1));
      word.surfaces.set(surface, (word.surfaces.get(surface) ?? 0) + 1);
      counted.add(stem);
      found.set(stem, word);
    }
  }
  return [...found]
    .map(([stem, { surfaces, ...word }]) => ({ ...word, stem, surface: mostFrequent(surfaces) }))
    .sort((a, b) => b.weight - a.weight);
}

/** Words of letters only, without identifiers and their parts. */
function contentWords(text: string, language: string): Term[] {
  let identifierEnd = 0;
  return analyzeTerms(text, language).filter(({ surface, start, end, isStopWord }) => {
    if (start < identifierEnd) return false;
    if (identifierParts(surface).length > 0) {
      identifierEnd = end;
      return false;
    }
    return !isStopWord && surface.length >= SHORTEST_WORD && ONLY_LETTERS.test(surface);
  });
}

function mostFrequent(surfaces: ReadonlyMap<string, number>): string {
  const [[surface] = ['']] = [...surfaces].sort(([, a], [, b]) => b - a);
  return surface;
}
