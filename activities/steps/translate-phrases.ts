import { z } from 'zod';
import { languageName } from '../../workflows/domain/language-name.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { ALL_TEMPLATES, type PhraseKey } from '../wording/english-templates.ts';
import {
  checkTranslation,
  longestTranslation,
  PHRASE_KEYS,
  type TranslatedTemplates,
} from '../wording/phrase-translation.ts';
import { systemOpening, UNDATED } from './prompt-text.ts';

export interface TranslatePhrasesStepInput {
  /** ISO 639-1. */
  readonly language: string;
}

/** How many faults are reported to a model when it is asked again. */
const FAULTS_TOLD = 8;

/** Not cut where it is longer: half a phrase says something else. */
const KEYED = Object.fromEntries(PHRASE_KEYS.map((key) => [key, z.string().max(longestTranslation(key))])) as Record<
  PhraseKey,
  z.ZodString
>;
/** What is too long is one phrase that cannot be said, and no reason to refuse the answer. */
const READ = Object.fromEntries(PHRASE_KEYS.map((key) => [key, z.string()])) as Record<PhraseKey, z.ZodString>;

/** The usable phrases; unusable ones are omitted, and an answer with too many unusable ones does not fit. */
export const translatedPhrasesAnswer: z.ZodType<TranslatedTemplates> = z
  .object(READ)
  .partial()
  .transform((answer, context) => {
    const { usable, faults, isUsable } = checkTranslation(answer);
    if (!isUsable) {
      context.addIssue({ code: 'custom', message: faults.slice(0, FAULTS_TOLD).join('; '), input: answer });
    }
    return usable;
  });

/** Translates the fixed words of a report. By rule they stay English: nothing is translated. */
export const translatePhrasesStep: ReasoningStep<TranslatePhrasesStepInput, TranslatedTemplates> = {
  name: 'translate-phrases',
  role: 'main',
  version: 1,
  output: translatedPhrasesAnswer,
  asked: () => z.object(KEYED),
  prompt: ({ language }) => ({
    system: systemOpening('You translate the fixed words of research reports from English.', UNDATED, language),
    user: [
      `Translate every phrase into ${languageName(language, 'en')}, in the sober tone of a report. Answer with one object: the same keys, each with its translation. Most phrases are headings, labels or lines of a closing account.`,
      'The phrases are ICU messages. Keep every name in braces unchanged and exactly once in each sentence; it stands for a number or for words that are filled in. In {name, plural, …} translate only the words inside the forms, and give the forms that the language has: one, few, many, other as needed, and always other.',
      'Keep the marks ⚠ (?) ** … × and the name report.json where they stand. Add no other markup, no line breaks, no quotation marks around a phrase, and no apostrophe before a brace.',
      PHRASE_KEYS.map((key) => `${key}: ${ALL_TEMPLATES[key]}`).join('\n'),
    ].join('\n\n'),
  }),
  offline: () => ALL_TEMPLATES,
};
