import { eld } from 'eld/medium';
import { isStopWord } from './stop-words.ts';

/** Longest text that is looked at; more does not change the answer. */
const SAMPLE_LENGTH = 4_000;
/** Below this length n-grams are weak evidence, and function words decide between German and English. */
const SHORT_LENGTH = 200;
const MIN_WORDS = 4;
const WORD = /\p{L}+/gu;

/** Language of a text, or of a question of a few words: ISO 639-1 code, `und` when nothing can be said. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const words = sample.toLowerCase().match(WORD) ?? [];
  if (words.length === 0) return 'und';
  const byNgrams = eld.detect(sample).language;
  if (sample.length > SHORT_LENGTH) return byNgrams || 'und';
  const byStopWords = languageByStopWords(words, byNgrams);
  if (byStopWords !== undefined) return byStopWords;
  // "undici proxy" looks Icelandic to n-grams: too little text to name a rare language.
  return words.length >= MIN_WORDS || byNgrams === 'de' || byNgrams === 'en' ? byNgrams || 'und' : 'und';
}

function languageByStopWords(words: readonly string[], byNgrams: string): string | undefined {
  const count = (language: string) => words.filter((word) => isStopWord(word, language)).length;
  const german = count('de');
  const english = count('en');
  if (german === english) return undefined;
  const [language, hits] = german > english ? ['de', german] : ['en', english];
  // The two languages themselves need one word; another language's verdict is only overruled by a clear majority.
  const share = hits / words.length;
  return share >= (byNgrams === 'de' || byNgrams === 'en' ? 0 : 0.4) ? language : undefined;
}
