import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { isForeign } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { isRuleSentence } from '@plumbline/offline/phrases';
import { maskForeignWords, withoutMask } from '@plumbline/quotes/quotes';

/** A report's own words: claims, headings and gaps, but not the passages that it shows, nor quotations in another language. */
export function proseOf(draft: ReportDraft): string[] {
  const claims = [...citedClaims(draft), ...draft.limitations];
  return [
    ...claims
      .filter(({ quotedLanguage, isPassage }) => quotedLanguage === undefined && isPassage !== true)
      .map(({ text }) => text),
    ...draft.sections.map(({ heading }) => heading),
    ...draft.remainingGaps,
  ];
}

/** Sentences in another language than expected, unchanged. Quotations, titles and code in them do not count. */
export function foreignSentences(prose: readonly string[], language: string): string[] {
  const found = ownWords(prose, language)
    .flatMap((text) => sentencesOf(text, language))
    .filter(({ isForeign }) => isForeign);
  return [...new Set(found.map(({ text }) => text))];
}

/** Without sentences of rules, which are English where the project has none in the language. */
function ownWords(prose: readonly string[], language: string): readonly string[] {
  return isRuledLanguage(language) ? prose : prose.filter((text) => !isRuleSentence(text));
}

/** Reads each sentence separately, because the detector assigns a mixed text the language of its larger part. */
function sentencesOf(text: string, language: string) {
  const masked = maskForeignWords(text);
  return splitSentences(masked, language)
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => ({
      text: text.slice(start, end),
      isForeign: isForeign(withoutMask(masked.slice(start, end)), language),
    }));
}

/** Why words of a model are no statement for a reader, whatever their quotes say; words of a source stand as they are. */
export function unfitToShow({ text, quotedLanguage, placement }: Claim, language: string): string | null {
  if (placement?.form === 'table') return null;
  if (/[?？؟]["'”“’»)\]]*$/u.test(text.trimEnd())) return 'it asks instead of stating';
  const isMixed = quotedLanguage === undefined && foreignSentences([text], language).length > 0;
  return isMixed ? 'it is not in the language of the report' : null;
}
