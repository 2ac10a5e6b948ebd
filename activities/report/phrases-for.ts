import { ENGLISH } from './english-phrases.ts';
import { GERMAN } from './german-phrases.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** Languages without phrases of their own get the English ones. */
export function phrasesFor(language: string): ReportPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
