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
 * Searches the documents for what they are said not to speak of. The place where they hold all of the words together is the
 * reason against it; null: no place does.
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
  for (const { text, source, passage } of passages.values()) {
    const words = wordsTogether(text, alternatives, language);
    if (words === null) continue;
    const place = [source.title, ...passage.headingPath].join(' > ');
    return `${place} speaks of it: “${words.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH)}”`;
  }
  return null;
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

function wordsTogether(text: string, alternatives: readonly SoughtWords[], language: string): string | null {
  const sentences = splitSentences(text, language);
  for (const [index, { start }] of sentences.entries()) {
    const words = text.slice(start, sentences[Math.min(index + TOGETHER, sentences.length) - 1]?.end);
    const known = stemsIn(words, language);
    const isHeld = ({ stems }: SoughtWords): boolean => stems.every((stem) => isAmongStems(stem, known, language));
    if (alternatives.some(isHeld)) return words;
  }
  return null;
}

/** What a statement about absence may count: the documents, and those that were read. */
export function countsOf({ documents, passages }: Pick<PartEvidence, 'documents' | 'passages'>): number[] {
  const read = new Set(passages.map(({ finding }) => finding.sourceId));
  const distinct = new Set(passages.map(({ finding }) => finding.passageId));
  return [documents, read.size, distinct.size];
}
