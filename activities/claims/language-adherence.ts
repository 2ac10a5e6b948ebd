import type { ReportDraft } from '../../workflows/contracts/report.ts';
import { citedClaims } from '../../workflows/domain/report-claims.ts';
import { maskForeignWords, withoutMask } from '../citations/prose-quotations.ts';
import { isForeign } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';

/** How much prose was judged, in characters, and how much of it is in another language than expected. */
export interface LanguageShares {
  readonly characters: number;
  readonly foreignCharacters: number;
}

/** What a report says in its own words: claims, headings, gaps. What is quoted from another language is not. */
export function proseOf(draft: ReportDraft): string[] {
  const claims = [...citedClaims(draft), ...draft.limitations];
  return [
    ...claims.filter(({ quotedLanguage }) => quotedLanguage === undefined).map(({ text }) => text),
    ...draft.sections.map(({ heading }) => heading),
    ...draft.remainingGaps,
  ];
}

/** Sentences in another language than expected, as they stand; quotations, titles and code in them do not count. */
export function foreignSentences(prose: readonly string[], language: string): string[] {
  const found = prose.flatMap((text) => sentencesOf(text, language)).filter(({ isForeign }) => isForeign);
  return [...new Set(found.map(({ text }) => text))];
}

/** The same by length, over all sentences. */
export function languageShares(prose: readonly string[], language: string): LanguageShares {
  const sentences = prose.flatMap((text) => sentencesOf(text, language));
  const lengthOf = (judged: typeof sentences) => judged.reduce((sum, { text }) => sum + text.length, 0);
  return {
    characters: lengthOf(sentences),
    foreignCharacters: lengthOf(sentences.filter(({ isForeign }) => isForeign)),
  };
}

/** Sentence by sentence, because a detector gives a mixed text the language of its larger part. */
function sentencesOf(text: string, language: string) {
  const masked = maskForeignWords(text);
  return splitSentences(masked, language)
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => ({
      text: text.slice(start, end),
      isForeign: isForeign(withoutMask(masked.slice(start, end)), language),
    }));
}
