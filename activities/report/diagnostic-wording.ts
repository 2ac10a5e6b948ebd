import { nameSkippedFiles } from '../../workflows/contracts/corpus.ts';
import type { Diagnostic } from '../../workflows/contracts/diagnostic.ts';
import type { GapPhrases } from '../../workflows/domain/gap-phrases.ts';
import { languageName } from '../../workflows/domain/language-name.ts';
import { codeSpan } from '../../workflows/domain/markdown-text.ts';
import type { ReadInPart } from '../../workflows/domain/unread.ts';
import { asSentence, inCode, MODEL_SETTINGS } from '../phrases/diagnostic-phrases.ts';
import type { PhraseKey } from '../phrases/english-templates.ts';
import type { Say } from '../phrases/phrase-messages.ts';

/** Words a diagnostic by translated templates. */
export function sayDiagnostic(diagnostic: Diagnostic, language: string, say: Say): string {
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

function sayUnread({ files, skippedCount, skippedFiles, gaps, gapCount, usesWeb }: ReadInPart, say: Say): string {
  const named = nameSkippedFiles(inCode(skippedFiles), skippedCount, (others) => `+${others}`);
  const sayGap = gapPhrases(say);
  return [
    ...(skippedCount > 0 ? [say('noteReadInPart', { complete: files - skippedCount, files, named })] : []),
    ...(usesWeb ? [say('noteWebInPart')] : []),
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

const UNITS: Readonly<Record<string, PhraseKey>> = {
  searches: 'unitSearches',
  pages: 'unitPages',
  modelCalls: 'unitModelCalls',
  modelTokens: 'unitModelTokens',
  wallTimeSeconds: 'unitWallTimeSeconds',
};

/** Words gaps by translated templates. */
export function gapPhrases(say: Say): GapPhrases {
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
