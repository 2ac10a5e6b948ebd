import { counted } from '@plumbline/contracts/common/counted';
import { describeStatements } from '@plumbline/contracts/report/trust';
import { describeDiagnostic } from './diagnostic-phrases.ts';
import { describeGap } from './gap-phrases.ts';
import { pageOf, type ReportPhrases } from './report-phrases.ts';
import { summarizeSpending } from './spending-phrases.ts';

const STAGE = { plan: 'planning', research: 'research', synthesis: 'writing' } as const;

export const ENGLISH: ReportPhrases = {
  language: 'en',
  nothingFound: 'Nothing was found in the documents for this question.',
  nothingFoundInPart: 'Nothing was found for this question in what was read.',
  nothingRead: 'Nothing could be read that might answer this question.',
  nearest: 'The passages nearest to your question:',
  allWordsFound: 'All words of the question were found.',
  passages: 'Places found',
  searched(files, providers, searches) {
    const web = `the web (${providers.join(', ')})`;
    const places = [
      ...(files > 0 || providers.length === 0 ? [counted(files, 'file')] : []),
      ...(providers.length > 0 ? [web] : []),
    ];
    return `Searched: ${places.join(' and ')} with ${counted(searches, 'query', 'queries')}.`;
  },
  overview: 'Overview',
  conflicts: 'Conflicting claims',
  conflict: (number) => `**Conflict ${number}:** the sources disagree. Each claim is shown unchanged:`,
  limitations: 'Limitations',
  keyFindings: 'Key findings',
  rulesStoodIn: 'The model gave no usable report; shown are the places that the search found.',
  refusedStatements: 'Statements that verification refused',
  doubtedStatements: 'Statements that the cited words neither confirm nor deny',
  leftOut: 'left out',
  mended: (replacement) => `written anew: ${replacement}`,
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: (count, named) => `${counted(count, 'file')} could not be read: ${named}.`,
  partlyReadFiles: (count, named) => `${counted(count, 'file was', 'files were')} not read, or only in part: ${named}.`,
  partlyReadPages: (count, named) => `${counted(count, 'web page was', 'web pages were')} read only in part: ${named}.`,
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
  excerpt: (words) => `“${words}”`,
  unused: 'not cited',
  lines: (range) => `${/[-–]/.test(range) ? 'lines' : 'line'} ${range}`,
  page: (page, label, recognised) =>
    pageOf(`page ${page}${label === null ? '' : ` (printed ${label})`}`, 'read by OCR', recognised),
  published: (day) => `dated ${day}`,
  retrieved: (day) => `read ${day}`,
  untrusted: '⚠ From a passage that addresses a program',
  untrustedPlace: '⚠ addresses a program',
  onlyUntrusted:
    'All that was found addresses a program that reads it, and is marked with ⚠. Check what it says before you rely on it.',
  untrustedBelow: 'Text marked with ⚠ below is from passages that address a program that reads them; it is no answer.',
  untrustedExplained:
    '⚠ marks words of passages that give orders to a program that reads them, imitate one, hide words, or stand near such words. They are shown unchanged, no instruction in them was followed, and they are no answer while other passages exist.',
  citedPage: (page, recognised) => pageOf(`Page ${page}`, 'read by OCR', recognised),
  computed: (formula) => `computed: ${formula}`,
  inference: 'inference',
  unsaid: 'without what the source strikes out or hides',
  quotation: (language) => `Original wording (${language})`,
  about: 'About this report',
  borrowed: null,
  engine: {
    model:
      'Engine: model. What a language model wrote was compared with the quotations that it cites; the rest are words of the sources, selected by rule.',
    offline: 'Engine: offline. The claims are words of the sources, selected and arranged by rule; no model was used.',
  },
  uselessModel: (requests) =>
    `Engine: offline. The claims are words of the sources, selected and arranged by rule; a model was asked ${counted(requests, 'time')} without a usable answer.`,
  effort: (tasks, searches, pages) =>
    `${counted(tasks, 'task')}, ${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read.`,
  modelUse: (calls, tokens) => `${counted(calls, 'model call')}, ${counted(tokens, 'token')}.`,
  steered: (at, effect) => `Changed by a person at ${at}: ${effect}`,
  forked: (run, from, changes) =>
    `Forked from the run ${run}, of which everything before ${STAGE[from]} was kept; ${changes === '' ? 'nothing was changed' : `changed: ${changes}`}.`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Retrieval: ${counted(found, 'hit')} found, ${counted(duplicates, 'near-duplicate')}, ${belowThreshold} below the relevance threshold; ${counted(corrected, 'corrected query', 'corrected queries')}, ${counted(rounds, 'further round')}.`,
  providerFailed: (provider, cause, count) => `Provider ${provider} failed (${count}×): ${cause}`,
  checks: 'Checks',
  coverage: 'coverage of the question',
  checked: ({ quotesChecked, quotesRejected }) =>
    `${counted(quotesChecked, 'quotation')} compared with the stored sources, ${quotesRejected} rejected`,
  trust: describeStatements,
  notJudged: (count, cause) =>
    `Read with care: whether ${count === 1 ? 'one statement says' : `${count} statements say`} what the sources say was not judged${cause === null ? '' : ` (${cause})`}. Compare ${count === 1 ? 'it' : 'them'} with the quotations.`,
  quotationsOnly: 'quotations only, no claim was judged by a model',
  unverified: 'Statements marked (?) are in doubt: their quotations may not say them.',
  entailed:
    'Statements in other words than their quotations were judged by the model, beside statements known to be wrong.',
  references: ({ resolved, followed }) =>
    `References in the passages read: ${resolved} resolved, ${followed} followed.`,
  degraded: (step, cause, count) => `Degraded: ${step}, ${cause} (${count}×)`,
  gap: (gap) => describeGap(gap, 'en'),
  spending: (ledger) => summarizeSpending(ledger, 'en'),
  diagnostic: (diagnostic) => describeDiagnostic(diagnostic, 'en'),
};
