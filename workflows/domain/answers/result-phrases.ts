import { counted } from '@plumbline/contracts/common/counted';
import { nameSkippedFiles, SKIPPED_IN_GERMAN, type SkippedFile } from '@plumbline/contracts/evidence/corpus';

/** What answers say around their content, in the language of the message. */
export interface ResultPhrases {
  readonly ungrounded: string;
  /** @param cause with what to do about it */
  readonly withoutModel: (cause: string) => string;
  readonly handedOver: (researchId: string) => string;
  readonly fallback: (vertical: string) => string;
  /** @param count of all files that were not read or only in part */
  readonly unread: (files: readonly SkippedFile[], count: number) => string;
}

const ENGLISH: ResultPhrases = {
  ungrounded: 'This answer has no source.',
  withoutModel: (cause) => `No language model wrote this answer: ${cause}`,
  handedOver: (researchId) => `This question is being researched as ${researchId}.`,
  fallback: (vertical) => `Little was found in the catalogue (${vertical}); an overview of the other sources follows.`,
  unread: (files, count) =>
    `${counted(count, 'file')} ${count === 1 ? 'was' : 'were'} not read, or only in part: ${nameSkippedFiles(files, count)}`,
};

const GERMAN: ResultPhrases = {
  ungrounded: 'Diese Antwort beruht auf keiner Quelle.',
  withoutModel: (cause) => `Diese Antwort hat kein Sprachmodell geschrieben: ${cause}`,
  handedOver: (researchId) => `Diese Frage wird als ${researchId} recherchiert.`,
  fallback: (vertical) => `Im Katalog (${vertical}) wurde wenig gefunden; ein Überblick aus den anderen Quellen folgt.`,
  unread: (files, count) =>
    `${counted(count, 'Datei', 'Dateien')} nicht oder nur zum Teil gelesen: ${nameSkippedFiles(files, count, SKIPPED_IN_GERMAN)}`,
};

export function resultPhrasesFor(language: string): ResultPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
