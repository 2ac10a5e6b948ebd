import { RULED_LANGUAGES } from '../../workflows/contracts/language-codes.ts';
import type { TranslatedPhrases } from '../../workflows/contracts/translated-phrases.ts';
import { ENGLISH_TEMPLATES } from '../phrases/english-templates.ts';
import { GERMAN_TEMPLATES } from '../phrases/german-templates.ts';
import { checkTranslation } from '../phrases/phrase-translation.ts';
import { borrowedByTemplates, borrowedFromProject } from './borrowed-wording.ts';
import { createReportPhrases } from './phrase-wording.ts';
import type { ReportPhrases } from './report-phrases.ts';

const ENGLISH = createReportPhrases('en', ENGLISH_TEMPLATES, () => borrowedFromProject('en'));
const GERMAN = createReportPhrases('de', GERMAN_TEMPLATES, () => borrowedFromProject('de'));

/**
 * German and English phrases are those of the project. Other languages get the English ones, unless a translation is at
 * hand; it is checked again, because a record may have been changed.
 */
export function phrasesFor(language: string, translated: TranslatedPhrases | null = null): ReportPhrases {
  if (language === 'de') return GERMAN;
  if (translated === null || translated.language !== language || RULED_LANGUAGES.includes(language)) return ENGLISH;
  const { usable, isUsable } = checkTranslation(translated.templates);
  return isUsable ? createReportPhrases(language, usable, (say) => borrowedByTemplates(language, say)) : ENGLISH;
}
