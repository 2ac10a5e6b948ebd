import { counted } from '../../workflows/contracts/counted.ts';
import type { ForkPoint } from '../../workflows/contracts/fork.ts';
import { placesOf, type ReportPhrases } from './report-phrases.ts';

const KEPT_BEFORE: Readonly<Record<ForkPoint, string>> = {
  plan: 'planning',
  research: 'research',
  synthesis: 'writing',
};

export const ENGLISH: ReportPhrases = {
  language: 'en',
  nothingFound: 'The documents do not answer this question.',
  nearest: 'The passages nearest to the question:',
  passages: 'Most relevant passages',
  uncertain:
    'No single statement is certain to answer the question. These passages come closest; the deciding words are bold:',
  further: 'Further relevant passages',
  searched: (files, providers, searches) =>
    `Searched: ${placesOf(counted(files, 'file'), files, 'the web', providers).join(' and ')} with ${counted(searches, 'query', 'queries')}.`,
  overview: 'Overview',
  details: 'Details',
  conflicts: 'Conflicting claims',
  conflict: (number) => `**Conflict ${number}:** the sources disagree. Each claim is shown unchanged:`,
  limitations: 'Limitations',
  keyFindings: 'Key findings',
  warnings: 'Warnings of the review',
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: (count, named) => `${counted(count, 'file')} could not be read: ${named}.`,
  more: (count) => `… and ${count} more in report.json`,
  rest: 'the rest: report.json and the page',
  drift: (tiers) => `Findings drifted from the question: ${tiers}.`,
  tierDrift: ({ tier, total, kept }) => `context tier ${tier}: ${total - kept} of ${total} dropped`,
  droppedFindings: (count, named) =>
    `${counted(count, 'finding')} dropped for too little relevance in the end: ${named}.`,
  refusedReferences: (count, named) =>
    `${counted(count, 'reference')} not followed, the target being below the relevance threshold: ${named}.`,
  unresolvedReferences: (count, named) => `${counted(count, 'reference')} without a target in the documents: ${named}.`,
  sources: 'Sources',
  unused: 'not cited',
  lines: (range) => `${range.includes('-') ? 'lines' : 'line'} ${range}`,
  page: (page, label) => `page ${page}${label === null ? '' : ` (printed ${label})`}`,
  published: (day) => `published ${day}`,
  retrieved: (day) => `read ${day}`,
  sourceTier: {
    1: 'source tier 1 (primary or official)',
    2: 'source tier 2 (established secondary)',
    3: 'source tier 3 (user-generated or unknown)',
  },
  belowThreshold: 'below the relevance threshold, but among the first of the search or the best there is',
  untrusted: '⚠ From a passage that addresses a program',
  untrustedPlace: '⚠ addresses a program',
  onlyUntrusted:
    'Only passages marked with ⚠ answer this question; they address a program that reads them. Check what they say before you rely on it.',
  untrustedBelow: 'Text marked with ⚠ below is from passages that address a program that reads them; it is no answer.',
  untrustedExplained:
    '⚠ marks words of passages that give orders to a program that reads them, imitate one, hide words, or stand near such words. They are shown unchanged, no instruction in them was followed, and they are no answer while other passages exist.',
  citedPage: (page) => `Page ${page}`,
  computed: (formula) => `computed: ${formula}`,
  inference: 'inference',
  quotation: (language) => `Original wording (${language})`,
  about: 'About this report',
  engine: {
    offline: 'Engine: offline. The claims are words of the sources, selected and arranged by rule; no model was used.',
    model:
      'Engine: model. What a language model wrote was compared with the quotations that it cites; the rest are words of the sources, selected by rule.',
  },
  uselessModel: (requests) =>
    `Engine: offline. The claims are words of the sources, selected and arranged by rule; a model was asked ${counted(requests, 'time')} without a usable answer.`,
  effort: (tasks, searches, pages) =>
    `${counted(tasks, 'task')}, ${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read.`,
  modelUse: (calls, tokens) => `${counted(calls, 'model call')}, ${counted(tokens, 'token')}.`,
  steered: (at, effect) => `Changed by a person at ${at}: ${effect}`,
  forked: (run, from, changes) =>
    `Forked from the run ${run}, of which everything before ${KEPT_BEFORE[from]} was kept; ${changes === '' ? 'nothing was changed' : `changed: ${changes}`}.`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Retrieval: ${counted(found, 'hit')} found, ${counted(duplicates, 'near-duplicate')}, ${belowThreshold} below the relevance threshold; ${counted(corrected, 'corrected query', 'corrected queries')}, ${counted(rounds, 'further round')}.`,
  providerFailed: (provider, cause, count) => `Provider ${provider} failed (${count}×): ${cause}`,
  checks: 'Checks',
  coverage: 'coverage of the question',
  checked: (quotes, rejected, removed, repaired) =>
    `${counted(quotes, 'quotation')} compared with the stored sources, ${rejected} rejected, ${counted(removed, 'claim')} removed, ${repaired} repaired`,
  entailed:
    'Some claims say in other words what their quotations say; the model judged them, and the rules found nothing against them.',
  unverified: '(?) marks claims whose wording the rules could not compare with the quotations that they cite.',
  scores: {
    queryAdherence: 'query adherence',
    completeness: 'completeness',
    citationSupport: 'citation support',
    quoteExactness: 'quote exactness',
    languagePurity: 'language purity',
  },
  languageRetried: 'rewritten because some sentences were in another language',
  repaired: 'repaired once because claims were off the question or not supported',
  references: ({ resolved, followed }) =>
    `References in the passages read: ${resolved} resolved, ${followed} followed.`,
  degraded: (step, cause, count) => `Degraded: ${step}, ${cause} (${count}×)`,
};
