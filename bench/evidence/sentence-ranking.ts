import { detectLanguage } from '@plumbline/language/detection';
import { answerFormOf } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { analyzeTerms } from '@plumbline/language/terms';
import { createStatementScorer } from '@plumbline/offline/statements';
import type { EvidencePair } from './evidence-file.ts';

/** Scores every sentence of a pair's text for its claim. */
export type SentenceScorer = (pair: EvidencePair) => readonly number[];

/** As words of an index are capped, so that a word no text holds does not decide everything. */
const HIGHEST_WEIGHT = 7;

/** The project's own scores, with the weights of words from the texts of the file. */
export function createProjectScorer(pairs: readonly EvidencePair[]): SentenceScorer {
  const language = detectLanguage(pairs.map(({ claim }) => claim).join('\n'));
  const frequencyWeight = inverseFrequencies(pairs, (text) => analyzeTerms(text, language).map(({ stem }) => stem));
  return ({ claim, sentences }) => {
    const terms = weighTermsEvenly(claim, language).map((term) => ({
      ...term,
      weight: term.weight * Math.min(HIGHEST_WEIGHT, frequencyWeight(term.stem)),
    }));
    const need = { terms, answerForm: answerFormOf(claim, language) };
    const score = createStatementScorer(need, { title: '', headingPath: [], text: sentences.join(' '), language });
    return sentences.map((text) => score({ text }).score);
  };
}

// The 33 words that Lucene's EnglishAnalyzer leaves out.
const LEFT_OUT = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** The sum of the inverse document frequencies of the different words that a sentence shares with the claim, unstemmed. */
export function createBaselineScorer(pairs: readonly EvidencePair[]): SentenceScorer {
  const frequencyWeight = inverseFrequencies(pairs, plainWords);
  return ({ claim, sentences }) => {
    const wanted = [...new Set(plainWords(claim))];
    return sentences.map((sentence) => {
      const words = new Set(plainWords(sentence));
      return wanted.reduce((sum, word) => sum + (words.has(word) ? frequencyWeight(word) : 0), 0);
    });
  };
}

function plainWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !LEFT_OUT.has(word));
}

/** ln(1 + (N - df + 0.5) / (df + 0.5)) over the different texts of the file. */
function inverseFrequencies(
  pairs: readonly EvidencePair[],
  wordsOf: (text: string) => readonly string[],
): (word: string) => number {
  const texts = new Map(pairs.map(({ docId, sentences }) => [docId, sentences.join(' ')]));
  const frequencies = new Map<string, number>();
  for (const text of texts.values()) {
    for (const word of new Set(wordsOf(text))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return (word) => {
    const frequency = frequencies.get(word) ?? 0;
    return Math.log(1 + (texts.size - frequency + 0.5) / (frequency + 0.5));
  };
}
