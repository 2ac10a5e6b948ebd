import type { Gap } from '../../workflows/contracts/accounting.ts';
import type { Diagnostic } from '../../workflows/contracts/diagnostic.ts';
import { reviewWordsIn } from '../../workflows/domain/alignment-phrases.ts';
import { describeGap, limitUnitIn } from '../../workflows/domain/gap-phrases.ts';
import { spendingWordsIn } from '../../workflows/domain/metering-phrases.ts';
import { RULE_SENTENCES } from '../reasoning/prompts/offline-phrases.ts';
import { describeDiagnostic } from './diagnostic-phrases.ts';

// Sentences whose English and German words belong to rules of their own, which are also said outside of reports. Their
// templates are these sentences with names in the place of values.

const REVIEW = reviewWordsIn('en');
const SPENDING = spendingWordsIn('en');

/** Code spans are markup: their words are filled in. */
const SETTINGS = [
  ['`OPENAI_API_KEY`', '{key}'],
  ['`OPENAI_BASE_URL`', '{address}'],
  ['`PLUMBLINE_MODEL`', '{model}'],
] as const;

export const BORROWED_TEMPLATES = {
  ...RULE_SENTENCES,
  gapNothingFound: gap('nothing-found'),
  gapSearchFailed: gap('search-failed'),
  gapProviderFailed: gap('provider-failed'),
  gapPageUnread: gap('page-unread'),
  gapTaskFailed: gap('task-failed'),
  gapPassageUnread: gap('passage-unread'),
  gapQuestionUnassessed: gap('question-unassessed'),
  gapFindingsUnvalidated: gap('findings-unvalidated'),
  gapLimitReached: gap('limit-reached'),
  gapFinishedEarly: gap('finished-early'),
  unitSearches: limitUnitIn('en', 'searches'),
  unitPages: limitUnitIn('en', 'pages'),
  unitModelCalls: limitUnitIn('en', 'modelCalls'),
  unitModelTokens: limitUnitIn('en', 'modelTokens'),
  unitWallTimeSeconds: limitUnitIn('en', 'wallTimeSeconds'),
  issueMissing: REVIEW.missing('{claim}', '{source}'),
  issueWrong: REVIEW.wrong('{claim}', '{source}'),
  issueWrongSaidBy: REVIEW.saidBy('{claim}', '{source}', '{other}'),
  issueWrongSaysInstead: REVIEW.saysInstead('{claim}', '{source}', '{words}'),
  issueUnsupported: REVIEW.unsupported('{claim}'),
  reviewRules: REVIEW.parts.rules,
  reviewModel: REVIEW.parts.model,
  reviewPassed: REVIEW.outcome.passed('{parts}'),
  reviewCorrected: REVIEW.outcome.corrected('{parts}'),
  reviewWarned: REVIEW.outcome.warned('{parts}'),
  reviewMissing: REVIEW.outcome['not-reviewed'](''),
  reviewPartial: REVIEW.outcome['not-reviewed']('{parts}'),
  reviewOff: REVIEW.outcome.off(''),
  spentModel: SPENDING.kinds.model,
  spentSearch: SPENDING.kinds.search,
  spentPage: SPENDING.kinds.page,
  spentRequests: '{count, plural, one {{count} request} other {{count} requests}}',
  spentLost: SPENDING.lost,
  spentReused: SPENDING.reused,
  spentTokens: SPENDING.tokens,
  reusedFrom: SPENDING.reusedFrom('{answers}', '{run}'),
  noteDrift:
    'Drift in context tier {tier}: {dropped} of {total, plural, one {{total} finding} other {{total} findings}} dropped, because they did not serve the question well enough.',
  noteLanguageMixed: diagnostic({ code: 'LANGUAGE_MIXED', sentences: ['{sentences}'] }),
  noteEvidenceLanguage: diagnostic({ code: 'EVIDENCE_LANGUAGE', languages: ['{languages}'] }),
  noteEvidenceShown: diagnostic({ code: 'EVIDENCE_LANGUAGE', languages: ['{languages}'], shown: true }),
  noteQuestionLanguage: diagnostic({ code: 'QUESTION_LANGUAGE', language: '{language}' }),
  noteNoneIs: diagnostic({ code: 'SUBJECT_NOT_COVERED', words: [], unknown: [], works: ['{works}'] }),
  noteUnknownWord: diagnostic({ code: 'SUBJECT_NOT_COVERED', words: [], unknown: ['{words}'] }),
  noteNotMentioned: diagnostic({ code: 'SUBJECT_NOT_COVERED', words: ['{words}'], unknown: [] }),
  noteNoneReadIs: diagnostic({ code: 'SUBJECT_NOT_COVERED', words: [], unknown: [], works: ['{works}'], inPart: true }),
  noteWordUnread: diagnostic({ code: 'SUBJECT_NOT_COVERED', words: [], unknown: ['{words}'], inPart: true }),
  noteReadInPart:
    'Read completely: {complete} of {files, plural, one {{files} file} other {{files} files}}. Not read, or only in part: {named}.',
  noteWebInPart: 'Of the web, only pages that the searches found were read.',
  noteMoreFailed: '{count, plural, one {{count} more search or page} other {{count} more searches or pages}} failed.',
  noteQualityLow:
    'Read this report with care: its quality stayed too low, even after one repair (query adherence {queryAdherence} %, citation support {citationSupport} %).',
  noteFewRelevant: diagnostic({ code: 'FEW_RELEVANT', tasks: ['{tasks}'] }),
  noteMessageRejected: diagnostic({ code: 'MESSAGE_REJECTED', message: '{message}', reason: '{reason}' }),
  noteDocumentChanged: diagnostic({ code: 'DOCUMENT_CHANGED', locator: '{locator}' }),
  noteDocumentMissing: diagnostic({ code: 'DOCUMENT_MISSING', locator: '{locator}' }),
  noteDocumentUnreadable: diagnostic({ code: 'DOCUMENT_MISSING', locator: '{locator}', reason: '{reason}' }),
  noteFolderMissing: diagnostic({ code: 'FOLDER_MISSING', folder: '{folder}', reason: '{reason}' }),
  noteUntrusted:
    'The document {locator} holds words that address a program, or hides some. It was read as ordinary content; no instruction in it was followed.',
} as const;

function gap(kind: Gap['kind']): string {
  return describeGap({ kind, taskId: null, subject: '{subject}', cause: '{cause}' }, 'en');
}

function diagnostic(said: Diagnostic): string {
  const spans = SETTINGS.reduce(
    (text, [span, name]) => text.replaceAll(span, name),
    describeDiagnostic(said, '{asked}'),
  );
  return spans.replaceAll(/`(\{\w+\})`/g, '$1');
}
