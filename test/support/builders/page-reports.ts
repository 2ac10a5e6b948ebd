import type { ReportComparison } from '@plumbline/contracts/report/report-comparison';
import type { ReadBlock, ReadSource, ReportReading, SourceText } from '@plumbline/contracts/report/report-reading';
import type { ClaimTrace } from '../../../packages/page/browser/api/api-types.ts';
import { comparedRunOf, readCitationOf, readClaimOf, reportReadingOf } from './report-readings.ts';
import { findingOf } from './research-fixtures.ts';

const QUOTE = 'The harbour lamp burns for nine hours.';
const SKIPPED = { locator: 'broken.pdf', reason: 'it has no pages' };

/** A report with something in every place that the page has for a text. */
export function fullReading(): ReportReading {
  return reportReadingOf({
    researchId: 'done',
    question: 'How long does the harbour lamp burn?',
    sections: [
      {
        name: 'answer',
        heading: '',
        remarks: ['A remark before the answer.'],
        groups: [{ heading: '', blocks: blocks() }],
      },
      {
        name: 'warnings',
        heading: 'Warnings of the report',
        remarks: ['First warning.', 'Second warning.'],
        groups: [],
      },
      {
        name: 'details',
        heading: 'Details of the report',
        remarks: [],
        groups: [{ heading: 'A group', blocks: [table()] }],
      },
    ],
    citations: [
      readCitationOf(1, QUOTE, { headingPath: ['Oil', 'One filling'], deciding: { start: 4, end: 11 } }),
      readCitationOf(2, 'Nobody trims the wick.', {
        title: 'Rules of the harbour',
        locator: 'rules.pdf',
        page: 3,
        pageLabel: 'page iii',
        quote: { ...readCitationOf(2, 'Nobody trims the wick.').quote, sourceId: 's2', reason: 'It names the keeper.' },
      }),
    ],
    sources: [sourceOf('s1', 'lamp.md', 'text/markdown'), sourceOf('s2', 'rules.pdf', 'application/pdf')],
    notes: ['A note for readers.'],
    cautions: ['A caution for readers.'],
    queries: ['harbour lamp oil', 'lamp burning time'],
    drift: { tiers: [{ tier: 3, total: 2, kept: 1 }], dropped: [dropped()] },
    references: {
      resolved: 1,
      followed: 0,
      refused: [{ reference: 'Section 4', locator: 'other.md', score: 0.1, reason: 'It is about fish.' }],
      refusedCount: 1,
      unresolved: ['Annex B'],
    },
    skippedFiles: [SKIPPED],
    skippedCount: 1,
    checks: { ...reportReadingOf().checks, notes: ['A note of the checks.'] },
  });
}

function blocks(): ReadBlock[] {
  const cited = { citations: [1, 2] };
  const computation = { mark: 'a', words: 'computed: 3 + 6 = 9' };
  const german = { citations: [2], quotedLanguage: 'de', kind: 'inference', computation };
  return [
    { form: 'paragraph', claims: [readClaimOf(1, 'It burns for nine hours.', { ...cited, isUnverified: true })] },
    {
      form: 'list',
      items: [
        {
          number: 1,
          claims: [readClaimOf(2, QUOTE, { citations: [1], isPassage: true, isUntrusted: true })],
          below: [{ number: null, claims: [readClaimOf(3, 'Neun Stunden lang.', german)] }],
        },
      ],
    },
  ];
}

function table(): ReadBlock {
  const cells = [readClaimOf(4, 'Nine hours.', { citations: [1] }), null];
  return {
    form: 'table',
    head: ['Filling', 'Lamp of brass', 'Lamp of tin'],
    rows: [{ heading: 'One filling', cells }],
  };
}

function dropped() {
  const finding = findingOf('f9', 'The harbour cat sleeps.');
  const { findingId, taskId, headingPath, relevance, contextTier, origin } = finding;
  const found = { findingId, taskId, headingPath, relevance, contextTier, origin, locator: 'cat.md' };
  return { ...found, finalRelevance: 0.1, reason: 'It is about the cat.', excerpt: 'The harbour cat' };
}

function sourceOf(sourceId: string, locator: string, mediaType: string): ReadSource {
  const times = { publishedAt: '2025-12-01', retrievedAt: '2026-01-02T03:04:05.000Z' };
  const graded = { sourceTier: null, atPublication: { state: 'missing', reason: 'The folder is gone.' } } as const;
  const about = { sourceId, locator, mediaType, title: `Title of ${locator}`, language: 'en', pageCount: 4 };
  return { ...about, ...times, ...graded, untrusted: ['instructions'] };
}

export function fullTrace(): ClaimTrace {
  const attributionOf = (number: number) => ({
    number,
    key: `q${number}`,
    taskText: 'Find out how long it burns.',
    fault: 'The quotation is gone.',
    quote: { start: 0, end: QUOTE.length, reason: 'It is the figure.' },
    finding: { ...findingOf('f1', QUOTE), finalReason: 'It answers the question.', relevanceReason: 'Lamp and oil.' },
    stored: { isFound: true, isEqual: false, layerWords: 'Lamp burns nine' },
  });
  return { isTraceable: true, attributions: [attributionOf(1), attributionOf(2)] };
}

export function fullText(): SourceText {
  const text = `${QUOTE} Nobody trims the wick. Further down there is more of it.`;
  return { sourceId: 's1', textHash: 'a'.repeat(64), length: 5_000, start: 0, end: text.length, text };
}

export function fullComparison(): ReportComparison {
  const claim = (text: string) => ({ numbers: [1], text, citations: [1] });
  const source = (name: string) => ({ locator: `${name}.md`, title: `About the ${name}` });
  return {
    a: { ...comparedRunOf('done'), question: 'How long does the lamp burn?' },
    b: { ...comparedRunOf('other'), question: 'How long did the lamp burn?' },
    claims: {
      both: [{ a: claim('It burns for nine hours.'), b: claim('It burns for nine hours.') }],
      sameEvidence: [{ a: claim('It is of brass.'), b: claim('It is of tin.') }],
      onlyA: [claim('Nobody trims the wick.')],
      onlyB: [claim('The keeper trims the wick.')],
    },
    sources: {
      both: [{ a: source('lamp'), b: source('lantern'), isSameText: true }],
      onlyA: [source('wick')],
      onlyB: [source('keeper')],
    },
    settings: [{ name: 'settings of both', a: ['Folder one', 'Folder two'], b: 'One folder' }],
    isEqual: false,
  };
}
