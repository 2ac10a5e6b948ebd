import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { CorpusIndex } from '../../corpus/search-index/corpus-index.ts';
import { splitSentences } from '../../language/text/sentences.ts';
import { contentTerms, isAmongStems, stemsIn } from '../../language/text/terms.ts';
import type { PartEvidence } from '../../verification/sections/part-evidence.ts';

/** Hits that are looked at: what speaks of the words has most of them. */
const SEARCHED = 12;
/** Sentences in a row that have to hold the words together. */
const TOGETHER = 2;
/** Of the sentences that speak of it, in a reason. */
const SHOWN_LENGTH = 300;

export interface Corpus {
  readonly corpus: Pick<CorpusIndex, 'search' | 'readPassages'>;
  readonly corpusId: string;
}

/**
 * Searches the documents for what they are said not to speak of. The place that holds all of the words together, the nearest to
 * how they were written, is the reason against it; null: no place does.
 */
export async function findPresence(
  { absence }: Claim,
  { corpus, corpusId }: Corpus,
  language: string,
): Promise<string | null> {
  const alternatives = alternativesIn(absence?.searched ?? '', language);
  if (alternatives.length === 0) return 'it does not say which words were searched for';
  const found = alternatives.map(({ query }) =>
    corpus.search({ corpusId, query, language, topK: SEARCHED, snippets: false }),
  );
  const ids = (await Promise.all(found)).flatMap(({ hits }) => hits.map(({ passage }) => passage.passageId));
  const passages = await corpus.readPassages(corpusId, [...new Set(ids)]);
  const held = [...passages.values()].flatMap(({ text, source, passage: { headingPath } }) => {
    // A section speaks of what its heading says, also where a part of it does not say it again.
    const words =
      wordsTogether(text, alternatives, language) ?? wordsTogether(headingPath.at(-1) ?? '', alternatives, language);
    return words === null ? [] : [{ ...words, place: [source.title, ...headingPath].join(' > ') }];
  });
  const best = held.toSorted((a, b) => b.exactness - a.exactness)[0];
  if (best === undefined) return null;
  return `${best.place} speaks of it: “${best.words.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH)}”`;
}

/** Words that have to stand together. */
interface SoughtWords {
  readonly query: string;
  readonly stems: readonly string[];
}

/** All words together, and each phrase between commas: "fork latency, time of a fork". */
function alternativesIn(searched: string, language: string): SoughtWords[] {
  const phrases = searched.split(/[,;]/u);
  const sought = [searched, ...(phrases.length > 1 ? phrases : [])].map((query, index) => ({
    query,
    stems: contentTerms(query, language).map(({ stem }) => stem),
    fewest: index === 0 ? 1 : 2,
  }));
  return sought.filter(({ stems, fewest }) => stems.length >= fewest);
}

/** Sentences that hold all words, and the share of the words that they have as they were written; the others are parts of theirs. */
interface HeldWords {
  readonly words: string;
  /** 0..1 */
  readonly exactness: number;
}

function wordsTogether(text: string, alternatives: readonly SoughtWords[], language: string): HeldWords | null {
  const sentences = splitSentences(text, language);
  let best: HeldWords | null = null;
  for (const [index, { start }] of sentences.entries()) {
    const words = text.slice(start, sentences[Math.min(index + TOGETHER, sentences.length) - 1]?.end);
    const known = stemsIn(words, language);
    const held = alternatives.filter(({ stems }) => stems.every((stem) => isAmongStems(stem, known, language)));
    const shares = held.map(({ stems }) => stems.filter((stem) => known.has(stem)).length / stems.length);
    const exactness = Math.max(-1, ...shares);
    if (exactness > (best?.exactness ?? -1)) best = { words, exactness };
  }
  return best;
}

/** What a statement about absence may count: the documents, and those that were read. */
export function countsOf({ documents, passages }: Pick<PartEvidence, 'documents' | 'passages'>): number[] {
  const read = new Set(passages.map(({ finding }) => finding.sourceId));
  const distinct = new Set(passages.map(({ finding }) => finding.passageId));
  return [documents, read.size, distinct.size];
}
