import { counted } from '@plumbline/contracts/common/counted';
import { nameSkippedFiles, SKIPPED_IN_GERMAN, type SkippedFile } from '@plumbline/contracts/evidence/corpus';

const ENGLISH = {
  ungrounded: 'This answer has no source.',
  askedBack: (questions: string) => `To give you a better answer, could you clarify: ${questions}`,
  /** @param cause with what to do about it */
  withoutModel: (cause: string) => `No language model wrote this answer: ${cause}`,
  handedOver: (researchId: string) => `This question is being researched as ${researchId}.`,
  fallback: (vertical: string) =>
    `Little was found in the catalogue (${vertical}); an overview of the other sources follows.`,
  /** @param count of all files that were not read or only in part */
  unread: (files: readonly SkippedFile[], count: number) =>
    `${counted(count, 'file')} ${count === 1 ? 'was' : 'were'} not read, or only in part: ${nameSkippedFiles(files, count)}`,
};

/** What answers say around their content, in the language of the message. */
export type ResultPhrases = typeof ENGLISH;

const GERMAN: ResultPhrases = {
  ungrounded: 'Diese Antwort beruht auf keiner Quelle.',
  askedBack: (questions) => `Für eine bessere Antwort klären Sie bitte: ${questions}`,
  withoutModel: (cause) => `Diese Antwort hat kein Sprachmodell geschrieben: ${cause}`,
  handedOver: (researchId) => `Diese Frage wird als ${researchId} recherchiert.`,
  fallback: (vertical) => `Im Katalog (${vertical}) wurde wenig gefunden; ein Überblick aus den anderen Quellen folgt.`,
  unread: (files, count) =>
    `${counted(count, 'Datei', 'Dateien')} nicht oder nur zum Teil gelesen: ${nameSkippedFiles(files, count, SKIPPED_IN_GERMAN)}`,
};

export function resultPhrasesFor(language: string): ResultPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
