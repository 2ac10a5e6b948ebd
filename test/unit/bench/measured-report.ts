import { createHash } from 'node:crypto';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import { type ResearchRecord, SCHEMA_VERSION } from '@plumbline/contracts/report/report';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { RULES_VERSION } from '@plumbline/report/records';
import { comparable } from '../../../bench/answers/comparable-text.ts';
import { type AskedQuestion, measureQuestion, type QuestionFigures } from '../../../bench/answers/question-figures.ts';
import type { Question } from '../../../bench/answers/question-file.ts';
import {
  anchorOf,
  draftOf,
  findingOf,
  qualityOf,
  quoteOf,
  telemetryOf,
} from '../../support/builders/research-fixtures.ts';

export const HARBOUR_RULES = `# Harbour rules

## § 3 Mooring

A boat may stay at the quay for nine hours without a permit.

## § 3a Permits

The keeper issues permits for longer stays every Monday.

## § 4 Lamps

The lamp of the quay is lit every evening before sunset.
`;

const TEXT_HASH = createHash('sha256').update(HARBOUR_RULES).digest('hex');
export const ANSWER = 'A boat may stay at the quay for nine hours without a permit.';
export const BESIDE_THE_POINT = 'The lamp of the quay is lit every evening before sunset.';

export const documents = new Map([['rules.md', comparable(HARBOUR_RULES)]]);

/** A store that holds the rules and nothing else. */
export const blobs = {
  getText: async ({ sha256 }: { readonly sha256: string }): Promise<string> => {
    if (sha256 !== TEXT_HASH) throw new Error(`no blob ${sha256}`);
    return HARBOUR_RULES;
  },
};

const source: Source = {
  sourceId: 's1',
  locator: 'rules.md',
  title: 'Harbour rules',
  contentHash: TEXT_HASH,
  mediaType: 'text/markdown',
  language: 'en',
  publishedAt: null,
  retrievedAt: '2026-01-02T03:04:05.000Z',
  pageCount: null,
  pageLabels: null,
  textLayer: null,
  sourceTier: 1,
  text: { sha256: TEXT_HASH, byteLength: HARBOUR_RULES.length, mediaType: 'text/markdown' },
  untrusted: [],
  untrustedBeside: [],
};

export function questionOf(changes: Partial<Question> = {}): Question {
  return {
    id: 'q1',
    question: 'How long may a boat stay at the quay?',
    language: 'en',
    expect: [{ file: 'rules.md', section: '§ 3', phrase: 'for nine hours without a permit' }],
    mustContain: ['nine hours|9 hours'],
    alsoGood: [],
    unanswerable: false,
    ambiguous: false,
    ...changes,
  };
}

/** A finding whose one quote is a sentence of the rules, with its true place. */
export function ruleFinding(findingId: string, sentence: string, changes: Partial<Finding> = {}): Finding {
  const start = HARBOUR_RULES.indexOf(sentence);
  const heading = HARBOUR_RULES.lastIndexOf('## ', start);
  const end = start + sentence.length;
  return findingOf(findingId, sentence, {
    locator: 'rules.md',
    headingPath: ['Harbour rules', HARBOUR_RULES.slice(heading + 3, HARBOUR_RULES.indexOf('\n', heading))],
    quotes: [quoteOf(`${findingId}q1`, sentence, { textHash: TEXT_HASH, start, end })],
    passageSpan: { textHash: TEXT_HASH, start: heading, end: end + 1 },
    ...changes,
  });
}

type ReportChanges = Partial<ResearchRecord['report']>;

/** The record of a report whose findings are cited in order, each by the claim that repeats its quote. */
export function recordOf(
  findings: readonly Finding[],
  report: ReportChanges = {},
  changes: Partial<ResearchRecord> = {},
): ResearchRecord {
  const claims = findings.map(({ extractedInfo, quotes }) => ({
    text: extractedInfo,
    citations: quotes.map(({ key }) => key),
  }));
  const citations = findings.map(({ title, locator, page, headingPath, quotes: [quote] }, index) => {
    if (quote === undefined) throw new Error('a finding without a quote');
    return { number: index + 1, title, locator, page, headingPath, quote };
  });
  return {
    schemaVersion: SCHEMA_VERSION,
    rulesVersion: RULES_VERSION,
    researchId: 'research-quay',
    outcome: 'published',
    createdAt: '2026-01-02T03:04:05.000Z',
    publishedAt: '2026-01-02T03:05:05.000Z',
    request: researchRequestSchema.parse({ question: questionOf().question, corpusDirectories: ['/documents'] }),
    anchor: anchorOf({ originalQuestion: questionOf().question }),
    conversation: [],
    steering: [],
    ledger: null,
    clarificationSummary: null,
    clarity: null,
    plan: { tasks: [{ taskId: 't1', text: questionOf().question, rationale: '' }] },
    sources: [source],
    findings: [...findings],
    registry: [],
    taskSummaries: [],
    gaps: [],
    drift: { tiers: [{ tier: 1, total: findings.length, kept: findings.length }], dropped: [] },
    leftOut: [],
    skippedFiles: [],
    report: { ...reportOf(claims), citations, ...report },
    ...changes,
  };
}

function reportOf([first, ...others]: ResearchRecord['report']['summary']): Omit<
  ResearchRecord['report'],
  'citations'
> {
  return {
    ...draftOf({ summary: first === undefined ? [] : [first], keyFindings: others }),
    markdown: '',
    quality: qualityOf(),
    alignment: null,
    telemetry: telemetryOf(),
    diagnostics: [],
    degradations: [],
    stats: {
      engine: 'offline',
      usage: { searches: 1, pages: 1, modelCalls: 0, modelTokens: 0, money: 0 },
      tasks: 1,
      findings: 1,
      filesIndexed: 1,
      filesSkipped: 0,
      workedSeconds: 1,
    },
  };
}

/** A run that was seen to its end, with the report of `record`. */
export function askedOf(
  record: ResearchRecord | null,
  changes: Partial<AskedQuestion> = {},
  markdown = '',
): AskedQuestion {
  return {
    question: questionOf(),
    researchId: 'research-quay',
    askedBack: [],
    isClarified: false,
    seconds: 2,
    isCrossLanguage: false,
    steps: { searches: [], readings: [], findings: [], finalScores: [] },
    expectedIds: [],
    report: record === null ? null : { record, markdown },
    failure: record === null ? 'the run failed' : null,
    ...changes,
  };
}

export function measure(
  record: ResearchRecord | null,
  changes: Partial<AskedQuestion> = {},
  markdown = '',
): Promise<QuestionFigures> {
  return measureQuestion(askedOf(record, changes, markdown), documents, blobs);
}
