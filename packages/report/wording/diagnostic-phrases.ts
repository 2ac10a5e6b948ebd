import { counted } from '@plumbline/contracts/common/counted';
import { RULED_LANGUAGES } from '@plumbline/contracts/common/language-codes';
import { languageName } from '@plumbline/contracts/common/language-name';
import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import { nameSkippedFiles, SKIPPED_IN_GERMAN, type SkippedFile } from '@plumbline/contracts/evidence/corpus';
import type { InjectionSignal } from '@plumbline/contracts/evidence/source';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import { describeGap } from './gap-phrases.ts';

type Described<Code extends Diagnostic['code']> = Extract<Diagnostic, { readonly code: Code }>;
type DiagnosticPhrases = {
  readonly [Code in Diagnostic['code']]: (diagnostic: Described<Code>, language: string) => string;
};

const ENGLISH: DiagnosticPhrases = {
  DRIFT: ({ tier, kept, total }) =>
    `Drift in context tier ${tier}: ${total - kept} of ${counted(total, 'finding')} dropped, because they did not serve the question well enough (${codeSpan('status --drift')} lists them).`,
  LANGUAGE_MIXED: ({ sentences }, language) =>
    `These sentences of the report are not in ${languageName(language, 'en')}: ${sentences.map((text) => `“${text}”`).join('; ')}`,
  EVIDENCE_LANGUAGE: ({ languages, shown = false }, language) =>
    (shown
      ? `The passages are in ${namesOf(languages, 'en', 'conjunction')}, the question is in ${languageName(language, 'en')}. They are shown below unchanged. `
      : `The documents are in ${namesOf(languages, 'en', 'conjunction')}, the question is in ${languageName(language, 'en')}. Without a language model nothing is translated, so the search by words found nothing that answers it. `) +
    `Configure a model (${MODEL_SETTINGS.key} or ${MODEL_SETTINGS.address}, and ${MODEL_SETTINGS.model}), or ask in ${namesOf(languages, 'en', 'disjunction')}.`,
  QUESTION_LANGUAGE: ({ language }) =>
    `The question is in ${languageName(language, 'en')}. Without a language model Plumbline knows the words of ${namesOf(RULED_LANGUAGES, 'en', 'conjunction')} only: its own words are in English, and passages are shown in the language of the documents. ` +
    `Set up a model (${MODEL_SETTINGS.key} or ${MODEL_SETTINGS.address}, with ${MODEL_SETTINGS.model}) or ask in ${namesOf(RULED_LANGUAGES, 'en', 'disjunction')}.`,
  SUBJECT_NOT_COVERED: ({ words, unknown, works = [], inPart = false }) => {
    const apart = words.filter((word) => !unknown.includes(word));
    const [what, where] = inPart
      ? ['None of the documents read', 'of the documents read']
      : ['No document', 'document'];
    return [
      ...(works.length > 0 ? [`${what} is ${wordList(works, 'en', 'disjunction')}.`] : []),
      ...(unknown.length > 0
        ? [`${wordList(unknown, 'en')} ${unknown.length > 1 ? 'are' : 'is'} in ${inPart ? 'none' : 'no'} ${where}.`]
        : []),
      ...(apart.length > 0 ? [`No passage found has ${wordList(apart, 'en', 'disjunction')}.`] : []),
    ].join(' ');
  },
  READ_IN_PART: ({ files, skippedCount, skippedFiles, gaps, gapCount, usesWeb, readNothing }) =>
    [
      ...(skippedCount > 0
        ? [
            `Read completely: ${files - skippedCount} of ${counted(files, 'file')}. Not read, or only in part: ${nameSkippedFiles(inCode(skippedFiles), skippedCount)}.`,
          ]
        : []),
      ...(usesWeb && readNothing !== true ? ['Of the web, only pages that the searches found were read.'] : []),
      ...gaps.map((gap) => asSentence(describeGap(gap, 'en'))),
      ...(gapCount > gaps.length ? [`${gapCount - gaps.length} more searches or pages failed.`] : []),
    ].join(' '),
  QUALITY_LOW: ({ queryAdherence, citationSupport }) =>
    `Read this report with care: its quality is low (query adherence ${queryAdherence} %, citation support ${citationSupport} %).`,
  FEW_RELEVANT: ({ tasks }) =>
    `Fewer than three relevant passages were found, even with a corrected query, for: ${quotedList(tasks, 'en')}`,
  MESSAGE_REJECTED: ({ message, reason }) => `The message ${codeSpan(message)} was refused: ${codeSpan(reason)}`,
  DOCUMENT_CHANGED: ({ locator }) =>
    `The document ${codeSpan(locator)} changed during the run; quotations taken before are from the earlier text.`,
  DOCUMENT_MISSING: ({ locator, reason }) =>
    reason === undefined
      ? `The document ${codeSpan(locator)} left the index during the run; its quotations are from the text that was read.`
      : `The document ${codeSpan(locator)} could no longer be read when the report was written (${codeSpan(reason)}); its quotations are from the text that was read.`,
  FOLDER_MISSING: ({ folder, reason }) =>
    `The folder ${codeSpan(folder)} was no longer visible to the worker that wrote the report (${codeSpan(reason)}), so its documents could not be compared again; quotations are from the texts that were read.`,
  UNTRUSTED_TEXT: ({ locator, signals }) =>
    `The document ${codeSpan(locator)} holds ${listOf(
      signals.map((signal) => ENGLISH_SIGNALS[signal]),
      'en',
    )}. It was read as ordinary content; no instruction in it was followed.`,
};

const ENGLISH_SIGNALS: Readonly<Record<InjectionSignal, string>> = {
  instructions: 'words that read like instructions to a program',
  'hidden-characters': 'characters that hide words from a reader',
  'imitated-markup': 'marks that imitate those of this program or of a conversation with a model',
};

const GERMAN: DiagnosticPhrases = {
  DRIFT: ({ tier, kept, total }) =>
    `Abschweifung in Kontextstufe ${tier}: ${total - kept} von ${counted(total, 'Befund', 'Befunden')} verworfen, weil sie der Frage nicht genug dienten (${codeSpan('status --drift')} zeigt sie).`,
  LANGUAGE_MIXED: ({ sentences }, language) =>
    `Diese Sätze des Berichts sind nicht auf ${languageName(language, 'de')}: ${sentences.map((text) => `„${text}“`).join('; ')}`,
  EVIDENCE_LANGUAGE: ({ languages, shown = false }, language) =>
    (shown
      ? `Die Textstellen sind auf ${namesOf(languages, 'de', 'conjunction')}, die Frage ist auf ${languageName(language, 'de')}. Sie stehen unten im Wortlaut. `
      : `Die Dokumente sind auf ${namesOf(languages, 'de', 'conjunction')}, die Frage ist auf ${languageName(language, 'de')}. Ohne Sprachmodell wird nichts übersetzt, deshalb fand die Suche nach Wörtern nichts, was sie beantwortet. `) +
    `Abhilfe: ein Modell einrichten (${MODEL_SETTINGS.key} oder ${MODEL_SETTINGS.address}, dazu ${MODEL_SETTINGS.model}) oder auf ${namesOf(languages, 'de', 'disjunction')} fragen.`,
  QUESTION_LANGUAGE: ({ language }) =>
    `Die Frage ist auf ${languageName(language, 'de')}, aber die Regeln, die ohne Sprachmodell arbeiten, kennen nur ${namesOf(RULED_LANGUAGES, 'de', 'conjunction')}: ` +
    `ein Modell einrichten (${MODEL_SETTINGS.key} oder ${MODEL_SETTINGS.address}, dazu ${MODEL_SETTINGS.model}) oder auf ${namesOf(RULED_LANGUAGES, 'de', 'disjunction')} fragen.`,
  SUBJECT_NOT_COVERED: ({ words, unknown, works = [], inPart = false }) => {
    const apart = words.filter((word) => !unknown.includes(word));
    const [what, where] = inPart ? ['Kein gelesenes', 'keinem gelesenen'] : ['Kein', 'keinem'];
    return [
      ...(works.length > 0 ? [`${what} Dokument ist ${wordList(works, 'de', 'disjunction')}.`] : []),
      ...(unknown.length > 0
        ? [`${wordList(unknown, 'de')} ${unknown.length > 1 ? 'stehen' : 'steht'} in ${where} Dokument.`]
        : []),
      ...(apart.length > 0 ? [`Keine gefundene Textstelle enthält ${wordList(apart, 'de', 'disjunction')}.`] : []),
    ].join(' ');
  },
  READ_IN_PART: ({ files, skippedCount, skippedFiles, gaps, gapCount, usesWeb, readNothing }) =>
    [
      ...(skippedCount > 0
        ? [
            `Vollständig gelesen: ${files - skippedCount} von ${counted(files, 'Datei', 'Dateien')}. Nicht oder nur zum Teil gelesen: ${nameSkippedFiles(inCode(skippedFiles), skippedCount, SKIPPED_IN_GERMAN)}.`,
          ]
        : []),
      ...(usesWeb && readNothing !== true ? ['Aus dem Web wurden nur Seiten gelesen, die die Suchen fanden.'] : []),
      ...gaps.map((gap) => asSentence(describeGap(gap, 'de'))),
      ...(gapCount > gaps.length ? [`${gapCount - gaps.length} weitere Suchen oder Seiten schlugen fehl.`] : []),
    ].join(' '),
  QUALITY_LOW: ({ queryAdherence, citationSupport }) =>
    `Dieser Bericht ist mit Vorsicht zu lesen: Seine Güte ist gering (Bezug zur Frage ${queryAdherence} %, Beleg durch die Fundstellen ${citationSupport} %).`,
  FEW_RELEVANT: ({ tasks }) =>
    `Weniger als drei einschlägige Textstellen, auch mit verbesserter Suchanfrage, gab es zu: ${quotedList(tasks, 'de')}`,
  MESSAGE_REJECTED: ({ message, reason }) => `Die Nachricht ${codeSpan(message)} wurde abgelehnt: ${codeSpan(reason)}`,
  DOCUMENT_CHANGED: ({ locator }) =>
    `Das Dokument ${codeSpan(locator)} hat sich während der Recherche geändert; früher entnommene Zitate stammen aus dem älteren Text.`,
  DOCUMENT_MISSING: ({ locator, reason }) =>
    reason === undefined
      ? `Das Dokument ${codeSpan(locator)} ist während der Recherche aus dem Index verschwunden; seine Zitate stammen aus dem gelesenen Text.`
      : `Das Dokument ${codeSpan(locator)} war nicht mehr lesbar, als der Bericht geschrieben wurde (${codeSpan(reason)}); seine Zitate stammen aus dem gelesenen Text.`,
  FOLDER_MISSING: ({ folder, reason }) =>
    `Der Ordner ${codeSpan(folder)} war für den Worker, der den Bericht schrieb, nicht mehr da (${codeSpan(reason)}), deshalb konnten seine Dokumente nicht noch einmal verglichen werden; Zitate stammen aus den gelesenen Texten.`,
  UNTRUSTED_TEXT: ({ locator, signals }) =>
    `Das Dokument ${codeSpan(locator)} enthält ${listOf(
      signals.map((signal) => GERMAN_SIGNALS[signal]),
      'de',
    )}. Es wurde als gewöhnlicher Inhalt gelesen; keine Anweisung darin wurde befolgt.`,
};

const GERMAN_SIGNALS: Readonly<Record<InjectionSignal, string>> = {
  instructions: 'Worte, die wie Anweisungen an ein Programm klingen',
  'hidden-characters': 'Zeichen, die Worte vor dem Leser verbergen',
  'imitated-markup': 'Marken, die die dieses Programms oder eines Gesprächs mit einem Modell nachahmen',
};

export const MODEL_SETTINGS = {
  key: codeSpan('OPENAI_API_KEY'),
  address: codeSpan('OPENAI_BASE_URL'),
  model: codeSpan('PLUMBLINE_MODEL'),
};

/** Shown right below "nothing found", because they explain it. */
export const WHY_NOTHING_WAS_FOUND: ReadonlySet<Diagnostic['code']> = new Set([
  'EVIDENCE_LANGUAGE',
  'QUESTION_LANGUAGE',
  'SUBJECT_NOT_COVERED',
  'READ_IN_PART',
]);

/** Words a diagnostic in German, or in English for every other language. Technical names are put in code spans. */
export function describeDiagnostic<Code extends Diagnostic['code']>(
  diagnostic: Described<Code>,
  language: string,
): string {
  const phrases: { readonly [Key in Code]: (diagnostic: Described<Key>, language: string) => string } =
    language === 'de' ? GERMAN : ENGLISH;
  return phrases[diagnostic.code as Code](diagnostic, language);
}

/** Causes end with or without a full stop. */
export function asSentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}

/** Names of files may hold any characters. */
export function inCode(files: readonly SkippedFile[]): SkippedFile[] {
  return files.map((file) => ({ ...file, locator: codeSpan(file.locator) }));
}

function quotedList(texts: readonly string[], language: 'en' | 'de'): string {
  return texts.map((text) => (language === 'de' ? `„${text}“` : `“${text}”`)).join('; ');
}

function wordList(
  words: readonly string[],
  language: 'en' | 'de',
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const quoted = words.map((word) => (language === 'de' ? `„${word}“` : `“${word}”`));
  return new Intl.ListFormat(language, { type }).format(quoted);
}

function namesOf(codes: readonly string[], language: string, type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(language, { type }).format(codes.map((code) => languageName(code, language)));
}

function listOf(texts: readonly string[], language: 'en' | 'de'): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(texts);
}
