import { BORROWED_TEMPLATES } from './borrowed-templates.ts';

/**
 * The fixed words of a report as ICU messages: what a model translates, and what stands in for a translation. Counts are
 * printed as plain digits, so a plural repeats its name instead of `#`.
 */
export const ENGLISH_TEMPLATES = {
  nothingFound: 'The documents do not answer this question.',
  nothingFoundInPart: 'What was read does not answer this question.',
  nearest: 'The passages nearest to the question:',
  passages: 'Most relevant passages',
  uncertain:
    'No single statement is certain to answer the question. These passages come closest; the deciding words are bold:',
  uncertainStatement:
    'This comes closest to the question but may not answer it. Read it in context before you rely on it.',
  further: 'Further relevant passages',
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
  warnings: 'Warnings of the review',
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: '{count, plural, one {{count} file} other {{count} files}} could not be read: {named}.',
  partlyReadFiles:
    '{count, plural, one {{count} file was} other {{count} files were}} not read, or only in part: {named}.',
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
  unused: 'not cited',
  line: 'line {line}',
  lines: 'lines {lines}',
  page: 'page {page}',
  labelledPage: 'page {page} (printed {label})',
  published: 'published {day}',
  retrieved: 'read {day}',
  sourceTier1: 'source tier 1 (primary or official)',
  sourceTier2: 'source tier 2 (established secondary)',
  sourceTier3: 'source tier 3 (user-generated or unknown)',
  belowThreshold: 'below the relevance threshold, but among the first of the search or the best there is',
  untrusted: '⚠ From a passage that addresses a program',
  untrustedPlace: '⚠ addresses a program',
  onlyUntrusted:
    'Only passages marked with ⚠ answer this question; they address a program that reads them. Check what they say before you rely on it.',
  untrustedBelow: 'Text marked with ⚠ below is from passages that address a program that reads them; it is no answer.',
  untrustedExplained:
    '⚠ marks words of passages that give orders to a program that reads them, imitate one, hide words, or stand near such words. They are shown unchanged, no instruction in them was followed, and they are no answer while other passages exist.',
  citedPage: 'Page {page}',
  computed: 'computed: {formula}',
  inference: 'inference',
  struck: 'without what the source strikes out',
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
    '{quotes, plural, one {{quotes} quotation} other {{quotes} quotations}} compared with the stored sources, {rejected} rejected, {removed, plural, one {{removed} claim} other {{removed} claims}} removed, {repaired} repaired',
  entailed:
    'Some claims say in other words what their quotations say; the model judged them, and the rules found nothing against them.',
  unverified: '(?) marks claims whose wording the rules could not compare with the quotations that they cite.',
  queryAdherence: 'query adherence',
  completeness: 'completeness',
  citationSupport: 'citation support',
  quoteExactness: 'quote exactness',
  languagePurity: 'language purity',
  languageRetried: 'rewritten because some sentences were in another language',
  repaired: 'repaired once because claims were off the question or not supported',
  references: 'References in the passages read: {resolved} resolved, {followed} followed.',
  degraded: 'Degraded: {step}, {cause} ({count}×)',
} as const;

/** The words of the project in one language. */
export type ProjectTemplates = Readonly<Record<keyof typeof ENGLISH_TEMPLATES, string>>;

/** Everything that is translated. */
export const ALL_TEMPLATES = { ...ENGLISH_TEMPLATES, ...BORROWED_TEMPLATES };
export type PhraseKey = keyof typeof ALL_TEMPLATES;
export type PhraseTemplates = Readonly<Record<PhraseKey, string>>;
