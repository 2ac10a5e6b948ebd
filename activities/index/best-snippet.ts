import { splitSentences } from '../text/sentences.ts';
import { contentTerms, termMatchWeight } from '../text/terms.ts';
import { snippetOf } from './hit-text.ts';

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
    return snippetOf(text.slice(best.start));
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
