import type { BriefingPhrases } from './briefing-phrases.ts';
import { ENGLISH_BRIEFING } from './english-briefing-phrases.ts';
import { GERMAN_BRIEFING } from './german-briefing-phrases.ts';

/** Languages without phrases of their own get the English ones. */
export function briefingPhrasesFor(language: string): BriefingPhrases {
  return language === 'de' ? GERMAN_BRIEFING : ENGLISH_BRIEFING;
}
