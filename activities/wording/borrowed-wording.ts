import { IntlMessageFormat } from 'intl-messageformat';
import { nameSkippedFiles, SKIPPED_IN_ENGLISH } from '../../workflows/contracts/evidence/corpus.ts';
import type { Diagnostic } from '../../workflows/contracts/research/diagnostic.ts';
import type { ReadInPart } from '../../workflows/domain/evidence-diagnostics.ts';
import { describeGap, type GapPhrases } from '../../workflows/domain/gap-phrases.ts';
import { languageName } from '../../workflows/domain/language-name.ts';
import { codeSpan } from '../../workflows/domain/markdown-text.ts';
import { type SpendingWords, summarizeSpending } from '../../workflows/domain/metering-phrases.ts';
import { asSentence, describeDiagnostic, inCode, MODEL_SETTINGS } from './diagnostic-phrases.ts';
import { ALL_TEMPLATES, type PhraseKey, type PhraseTemplates } from './english-templates.ts';
import { readRuleSentence } from './offline-phrases.ts';
import type { ReportPhrases } from './report-phrases.ts';

const UNITS: Readonly<Record<string, PhraseKey>> = {
  searches: 'unitSearches',
  pages: 'unitPages',
  modelCalls: 'unitModelCalls',
  modelTokens: 'unitModelTokens',
  wallTimeSeconds: 'unitWallTimeSeconds',
};

export type BorrowedPhrases = Pick<ReportPhrases, 'gap' | 'spending' | 'diagnostic' | 'restated'>;

/** In English or German, by the rules that say them elsewhere. */
export function borrowedFromProject(language: 'en' | 'de'): BorrowedPhrases {
  return {
    gap: (gap) => describeGap(gap, language),
    spending: (ledger) => summarizeSpending(ledger, language),
    diagnostic: (diagnostic) => describeDiagnostic(diagnostic, language),
    restated: (text) => text,
  };
}

/** In another language, by translated templates. */
export function borrowedByTemplates(language: string, say: Say): BorrowedPhrases {
  const gaps = gapPhrases(say);
  return {
    gap: (gap) => gaps[gap.kind](gap),
    spending: (ledger) => summarizeSpending(ledger, language, spendingWords(say)),
    diagnostic: (diagnostic) => sayDiagnostic(diagnostic, language, say),
    restated(text) {
      const sentence = readRuleSentence(text);
      return sentence === null ? text : say(sentence.key, { subject: sentence.subject });
    },
  };
}

function spendingWords(say: Say): SpendingWords {
  return {
    kinds: { model: say('spentModel'), search: say('spentSearch'), page: say('spentPage') },
    requests: (count) => say('spentRequests', { count }),
    lost: say('spentLost'),
    reused: say('spentReused'),
    tokens: say('spentTokens'),
    reusedFrom: (answers, run) => say('reusedFrom', { answers, run }),
  };
}

/** Words a diagnostic by translated templates. */
function sayDiagnostic(diagnostic: Diagnostic, language: string, say: Say): string {
  switch (diagnostic.code) {
    case 'DRIFT': {
      const { tier, total, kept } = diagnostic;
      return say('noteDrift', { tier, total, dropped: total - kept });
    }
    case 'QUALITY_LOW': {
      const { queryAdherence, citationSupport } = diagnostic;
      return say('noteQualityLow', { queryAdherence, citationSupport });
    }
    case 'FEW_RELEVANT':
      return say('noteFewRelevant', { tasks: joined(diagnostic.tasks) });
    case 'MESSAGE_REJECTED':
      return say('noteMessageRejected', {
        message: codeSpan(diagnostic.message),
        reason: codeSpan(diagnostic.reason),
      });
    case 'DOCUMENT_CHANGED':
    case 'DOCUMENT_MISSING':
    case 'FOLDER_MISSING':
    case 'UNTRUSTED_TEXT':
      return saySource(diagnostic, say);
    case 'LANGUAGE_MIXED':
    case 'EVIDENCE_LANGUAGE':
    case 'QUESTION_LANGUAGE':
    case 'SUBJECT_NOT_COVERED':
      return sayLanguage(diagnostic, language, say);
    case 'READ_IN_PART':
      return sayUnread(diagnostic, say);
  }
}

type OfSource = Extract<
  Diagnostic,
  { readonly code: 'DOCUMENT_CHANGED' | 'DOCUMENT_MISSING' | 'FOLDER_MISSING' | 'UNTRUSTED_TEXT' }
>;

function saySource(diagnostic: OfSource, say: Say): string {
  if (diagnostic.code === 'FOLDER_MISSING') {
    return say('noteFolderMissing', { folder: codeSpan(diagnostic.folder), reason: codeSpan(diagnostic.reason) });
  }
  const locator = codeSpan(diagnostic.locator);
  if (diagnostic.code === 'UNTRUSTED_TEXT') return say('noteUntrusted', { locator });
  if (diagnostic.code === 'DOCUMENT_CHANGED') return say('noteDocumentChanged', { locator });
  const { reason } = diagnostic;
  return reason === undefined
    ? say('noteDocumentMissing', { locator })
    : say('noteDocumentUnreadable', { locator, reason: codeSpan(reason) });
}

type OfLanguage = Extract<
  Diagnostic,
  { readonly code: 'LANGUAGE_MIXED' | 'EVIDENCE_LANGUAGE' | 'QUESTION_LANGUAGE' | 'SUBJECT_NOT_COVERED' }
>;

function sayLanguage(diagnostic: OfLanguage, language: string, say: Say): string {
  const asked = languageName(language, language);
  switch (diagnostic.code) {
    case 'LANGUAGE_MIXED':
      return say('noteLanguageMixed', { asked, sentences: joined(diagnostic.sentences) });
    case 'EVIDENCE_LANGUAGE': {
      const languages = listOf(
        diagnostic.languages.map((code) => languageName(code, language)),
        language,
      );
      const key = diagnostic.shown === true ? 'noteEvidenceShown' : 'noteEvidenceLanguage';
      return say(key, { asked, languages, ...MODEL_SETTINGS });
    }
    case 'QUESTION_LANGUAGE':
      return say('noteQuestionLanguage', { language: languageName(diagnostic.language, language), ...MODEL_SETTINGS });
    case 'SUBJECT_NOT_COVERED': {
      const { words, unknown, works = [], inPart = false } = diagnostic;
      const apart = words.filter((word) => !unknown.includes(word));
      return [
        ...(works.length > 0 ? [say(inPart ? 'noteNoneReadIs' : 'noteNoneIs', { works: joined(works) })] : []),
        ...unknown.map((word) => say(inPart ? 'noteWordUnread' : 'noteUnknownWord', { words: word })),
        ...(apart.length > 0 ? [say('noteNotMentioned', { words: joined(apart) })] : []),
      ].join(' ');
    }
  }
}

function sayUnread(unread: ReadInPart, say: Say): string {
  const { files, skippedCount, skippedFiles, gaps, gapCount, usesWeb, readNothing } = unread;
  const named = nameSkippedFiles(inCode(skippedFiles), skippedCount, {
    ...SKIPPED_IN_ENGLISH,
    more: (others) => `+${others}`,
  });
  const sayGap = gapPhrases(say);
  return [
    ...(skippedCount > 0 ? [say('noteReadInPart', { complete: files - skippedCount, files, named })] : []),
    ...(usesWeb && readNothing !== true ? [say('noteWebInPart')] : []),
    ...gaps.map((gap) => asSentence(sayGap[gap.kind](gap))),
    ...(gapCount > gaps.length ? [say('noteMoreFailed', { count: gapCount - gaps.length })] : []),
  ].join(' ');
}

/** The template sets the whole in quotation marks. */
function joined(texts: readonly string[]): string {
  return texts.join('”, “');
}

function listOf(texts: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(texts);
}

/** Words gaps by translated templates. */
function gapPhrases(say: Say): GapPhrases {
  const by =
    (key: PhraseKey): GapPhrases[keyof GapPhrases] =>
    ({ subject, cause }) =>
      say(key, { subject, cause });
  return {
    'nothing-found': by('gapNothingFound'),
    'search-failed': by('gapSearchFailed'),
    'provider-failed': by('gapProviderFailed'),
    'page-unread': by('gapPageUnread'),
    'task-failed': by('gapTaskFailed'),
    'passage-unread': by('gapPassageUnread'),
    'question-unassessed': by('gapQuestionUnassessed'),
    'findings-unvalidated': by('gapFindingsUnvalidated'),
    'limit-reached': ({ subject, cause }) => {
      const unit = UNITS[subject];
      return say('gapLimitReached', { subject: unit === undefined ? subject : say(unit), cause });
    },
    'finished-early': by('gapFinishedEarly'),
  };
}

/** Says one phrase. Text is inserted as it is, numbers as plain digits. */
export type Say = (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Says phrases by their templates; one that is missing is said in English.
 *
 * @param language decides which form of a plural is used, ISO 639-1
 */
export function createSay(language: string, templates: Partial<PhraseTemplates>): Say {
  const messages = new Map<PhraseKey, IntlMessageFormat>();
  const messageFor = (key: PhraseKey): IntlMessageFormat => {
    const template = templates[key];
    return template === undefined
      ? new IntlMessageFormat(ALL_TEMPLATES[key], 'en', undefined, { ignoreTag: true })
      : new IntlMessageFormat(template, language, undefined, { ignoreTag: true });
  };
  return (key, values = {}) => {
    const message = messages.get(key) ?? messageFor(key);
    messages.set(key, message);
    return String(message.format({ ...values }));
  };
}
