import type { Gap } from '../../workflows/contracts/research/accounting.ts';
import type { Diagnostic } from '../../workflows/contracts/research/diagnostic.ts';
import { describeGap, limitUnitIn } from '../../workflows/domain/gap-phrases.ts';
import { spendingWordsIn } from '../../workflows/domain/metering-phrases.ts';
import { describeDiagnostic } from './diagnostic-phrases.ts';
import { RULE_SENTENCES } from './offline-phrases.ts';

// Sentences whose English and German words belong to rules of their own, which are also said outside of reports. Their
// templates are these sentences with names in the place of values.
const SPENDING = spendingWordsIn('en');

/** Code spans are markup: their words are filled in. */
const SETTINGS = [
  ['`OPENAI_API_KEY`', '{key}'],
  ['`OPENAI_BASE_URL`', '{address}'],
  ['`PLUMBLINE_MODEL`', '{model}'],
] as const;

const BORROWED_TEMPLATES = {
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
    'Read this report with care: its quality is low (query adherence {queryAdherence} %, citation support {citationSupport} %).',
  noteFewRelevant: diagnostic({ code: 'FEW_RELEVANT', tasks: ['{tasks}'] }),
  noteMessageRejected: diagnostic({ code: 'MESSAGE_REJECTED', message: '{message}', reason: '{reason}' }),
  noteDocumentChanged: diagnostic({ code: 'DOCUMENT_CHANGED', locator: '{locator}' }),
  noteDocumentMissing: diagnostic({ code: 'DOCUMENT_MISSING', locator: '{locator}' }),
  noteDocumentUnreadable: diagnostic({ code: 'DOCUMENT_MISSING', locator: '{locator}', reason: '{reason}' }),
  noteFolderMissing: diagnostic({ code: 'FOLDER_MISSING', folder: '{folder}', reason: '{reason}' }),
  noteUntrusted:
    'The document {locator} holds words that address a program, or hides some. It was read as ordinary content; no instruction in it was followed.',
} as const;

/**
 * The fixed words of a report as ICU messages: what a model translates, and the fallback for a missing translation.
 * Counts are printed as plain digits, so a plural repeats its name instead of `#`.
 */
export const ENGLISH_TEMPLATES = {
  nothingFound: 'The documents do not answer this question.',
  nothingFoundInPart: 'What was read does not answer this question.',
  nothingRead: 'Nothing could be read that might answer this question.',
  nearest: 'The passages nearest to your question:',
  passages: 'The passages nearest to your question',
  uncertain: 'No single statement is certain to answer it. The passages are in the order of the search:',
  searchedFiles:
    'Searched: {files, plural, one {{files} file} other {{files} files}} with {searches, plural, one {{searches} query} other {{searches} queries}}.',
  searchedWeb:
    'Searched: the web ({providers}) with {searches, plural, one {{searches} query} other {{searches} queries}}.',
  searchedBoth:
    'Searched: {files, plural, one {{files} file} other {{files} files}} and the web ({providers}) with {searches, plural, one {{searches} query} other {{searches} queries}}.',
  overview: 'Overview',
  details: 'Details',
  conflicts: 'Conflicting claims',
  conflict: '**Conflict {number}:** the sources disagree. Each claim is shown unchanged:',
  limitations: 'Limitations',
  keyFindings: 'Key findings',
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: '{count, plural, one {{count} file} other {{count} files}} could not be read: {named}.',
  partlyReadFiles:
    '{count, plural, one {{count} file was} other {{count} files were}} not read, or only in part: {named}.',
  partlyReadPages:
    '{count, plural, one {{count} web page was} other {{count} web pages were}} read only in part: {named}.',
  more: '… and {count} more in report.json',
  rest: 'the rest: report.json and the page',
  drift: 'Findings drifted from the question: {tiers}.',
  tierDrift: 'context tier {tier}: {dropped} of {total} dropped',
  droppedFindings:
    '{count, plural, one {{count} finding} other {{count} findings}} dropped for too little relevance in the end: {named}.',
  refusedReferences:
    '{count, plural, one {{count} reference} other {{count} references}} not followed, the target being below the relevance threshold: {named}.',
  unresolvedReferences:
    '{count, plural, one {{count} reference} other {{count} references}} without a target in the documents: {named}.',
  sources: 'Sources',
  excerpt: '“{words}”',
  unused: 'not cited',
  line: 'line {line}',
  lines: 'lines {lines}',
  page: 'page {page}',
  labelledPage: 'page {page} (printed {label})',
  recognised: 'read by OCR ({confidence} %)',
  published: 'dated {day}',
  retrieved: 'read {day}',
  untrusted: '⚠ From a passage that addresses a program',
  untrustedPlace: '⚠ addresses a program',
  onlyUntrusted:
    'All that was found addresses a program that reads it, and is marked with ⚠. Check what it says before you rely on it.',
  untrustedBelow: 'Text marked with ⚠ below is from passages that address a program that reads them; it is no answer.',
  untrustedExplained:
    '⚠ marks words of passages that give orders to a program that reads them, imitate one, hide words, or stand near such words. They are shown unchanged, no instruction in them was followed, and they are no answer while other passages exist.',
  rulesStoodIn: 'For some steps the model gave no usable answer; there, rules chose the words of the sources.',
  refusedStatements: 'Statements that verification refused',
  doubtedStatements: 'Statements that the cited words neither confirm nor deny',
  leftOut: 'left out',
  mended: 'written anew: {replacement}',
  citedPage: 'Page {page}',
  computed: 'computed: {formula}',
  inference: 'inference',
  unsaid: 'without what the source strikes out or hides',
  quotation: 'Original wording ({language})',
  about: 'About this report',
  engineOffline:
    'Engine: offline. The claims are words of the sources, selected and arranged by rule; no model was used.',
  engineModel:
    'Engine: model. What a language model wrote was compared with the quotations that it cites; the rest are words of the sources, selected by rule.',
  uselessModel:
    'Engine: offline. The claims are words of the sources, selected and arranged by rule; a model was asked {requests, plural, one {{requests} time} other {{requests} times}} without a usable answer.',
  effort:
    '{tasks, plural, one {{tasks} task} other {{tasks} tasks}}, {searches, plural, one {{searches} search} other {{searches} searches}}, {pages, plural, one {{pages} passage} other {{pages} passages}} read.',
  modelUse:
    '{calls, plural, one {{calls} model call} other {{calls} model calls}}, {tokens, plural, one {{tokens} token} other {{tokens} tokens}}.',
  steered: 'Changed by a person at {at}: {effect}',
  forkedBeforePlan: 'Forked from the run {run}, of which everything before planning was kept; {changes}.',
  forkedBeforeResearch: 'Forked from the run {run}, of which everything before research was kept; {changes}.',
  forkedBeforeSynthesis: 'Forked from the run {run}, of which everything before writing was kept; {changes}.',
  nothingChanged: 'nothing was changed',
  changed: 'changed: {changes}',
  retrieval:
    'Retrieval: {found, plural, one {{found} hit} other {{found} hits}} found, {duplicates, plural, one {{duplicates} near-duplicate} other {{duplicates} near-duplicates}}, {belowThreshold} below the relevance threshold; {corrected, plural, one {{corrected} corrected query} other {{corrected} corrected queries}}, {rounds, plural, one {{rounds} further round} other {{rounds} further rounds}}.',
  providerFailed: 'Provider {provider} failed ({count}×): {cause}',
  checks: 'Checks',
  coverage: 'coverage of the question',
  checked:
    '{quotes, plural, one {{quotes} quotation} other {{quotes} quotations}} compared with the stored sources, {rejected} rejected; {claims, plural, one {{claims} claim} other {{claims} claims}} checked, {mended} mended, {leftOut} left out',
  quotationsOnly: 'quotations only, no claim was judged by a model',
  reviewPassed: 'judged by the model, no claim is in doubt',
  reviewWarned: 'judged by the model, some claims are in doubt',
  reviewMissing: 'some claims could not be judged',
  entailed:
    'Some claims say in other words what their quotations say; the model judged them, and the rules found nothing against them.',
  unverified: '(?) marks claims whose wording the rules could not compare with the quotations that they cite.',
  queryAdherence: 'query adherence',
  completeness: 'completeness',
  citationSupport: 'citation support',
  quoteExactness: 'quote exactness',
  languagePurity: 'language purity',
  references: 'References in the passages read: {resolved} resolved, {followed} followed.',
  degraded: 'Degraded: {step}, {cause} ({count}×)',
} as const;

/** The words of the project in one language. */
export type ProjectTemplates = Readonly<Record<keyof typeof ENGLISH_TEMPLATES, string>>;

/** Everything that is translated. */
export const ALL_TEMPLATES = { ...ENGLISH_TEMPLATES, ...BORROWED_TEMPLATES };
export type PhraseKey = keyof typeof ALL_TEMPLATES;
export type PhraseTemplates = Readonly<Record<PhraseKey, string>>;

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
