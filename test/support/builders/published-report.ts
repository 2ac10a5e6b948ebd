import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { createRecord } from '@plumbline/report/records';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import type { RunStore } from '@plumbline/storage/runs';
import { anchorOf, draftOf, findingOf, qualityOf, quoteOf, telemetryOf } from './research-fixtures.ts';
import { researchProgress } from './run-views.ts';
import { filesOf, runsIn } from './stored-records.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';
const WICK = 'A trimmed wick adds one hour to the burning time.';
const TEXT = `# Harbour lamp\n\n## Oil\n\n${NINE}\n\n## Wick\n\n${WICK}\n`;

/** A report in a store, written by hand: no engine, no index, no run. */
export interface PublishedReport {
  readonly record: ResearchRecord;
  readonly recordPath: string;
  readonly textHash: string;
}

/** What a published report rests on beside its first source. */
export interface FurtherMaterial {
  readonly sources?: readonly Source[];
  /** Of its first source. */
  readonly sourceChanges?: Partial<Source>;
  /** Words around quotes, by their keys. */
  readonly units?: ReadonlyMap<string, string>;
  /** Where it is kept; left out: in the home, by a connection of its own. */
  readonly runs?: RunStore;
}

/** Publishes a report of two claims and one limitation, whose validation had dropped one of three findings. */
export async function publishReport(
  home: string,
  changes: Partial<PublishReportInput> = {},
  { sources = [], units = new Map(), sourceChanges = {}, runs = runsIn(home) }: FurtherMaterial = {},
): Promise<PublishedReport> {
  const text = await createFileBlobStore(home).putText(TEXT, 'text/plain');
  const source: Source = {
    sourceId: 's1',
    locator: 'lamp.md',
    title: 'Harbour lamp',
    contentHash: 'c'.repeat(64),
    mediaType: 'text/markdown',
    language: 'en',
    publishedAt: null,
    retrievedAt: '2026-01-02T03:00:00.000Z',
    pageCount: null,
    pageLabels: null,
    textLayer: null,
    sourceTier: 1,
    text,
    untrusted: [],
    untrustedBeside: [],
    ...sourceChanges,
  };
  const record = createRecord(
    { ...inputOf(text.sha256), ...changes },
    {
      sources: [source, ...sources],
      units,
      registered: [],
      decisions: [],
      ledger: null,
    },
  );
  const { researchId, request, createdAt, anchor } = record;
  await runs.recordStart({ researchId, request, requestHash: 'hash', startedAt: createdAt });
  await runs.saveReport(record);
  await runs.saveProgress(researchProgress({ researchId, question: anchor.originalQuestion, stage: 'published' }));
  return { record, recordPath: filesOf(home, researchId).recordPath, textHash: text.sha256 };
}

function inputOf(textHash: string): PublishReportInput {
  const question = 'How long does the harbour lamp burn?';
  const findings = [placedFinding('t1f1', NINE, textHash), placedFinding('t1f2', WICK, textHash)];
  return {
    researchId: 'research-lamp',
    outcome: 'published',
    publishedAt: '2026-01-02T04:00:00.000Z',
    request: researchRequestSchema.parse({ question, corpusDirectories: ['/documents'] }),
    anchor: anchorOf({ originalQuestion: question }),
    conversation: [],
    clarificationSummary: null,
    clarity: null,
    alignment: null,
    leftOut: [],
    plan: { tasks: [{ taskId: 't1', text: question, rationale: '' }] },
    corpus: {
      corpusId: 'c1',
      version: 'v1',
      files: 1,
      passages: 2,
      added: 1,
      changed: 0,
      removed: 0,
      bytesRead: TEXT.length,
      languages: ['en'],
      skippedCount: 0,
      partialCount: 0,
      skippedFiles: [],
    },
    draft: draftOf({
      summary: [{ text: NINE, citations: ['t1f1q1'] }],
      limitations: [{ text: 'Nothing is said about storms.', citations: [] }],
      keyFindings: [{ text: WICK, citations: ['t1f2q1'] }],
    }),
    findings,
    taskSummaries: [],
    gaps: [],
    quality: qualityOf(),
    telemetry: telemetryOf(),
    degradations: [],
    diagnostics: [],
    drift: DRIFT,
    engine: 'offline',
    usage: { searches: 1, pages: 3, modelCalls: 0, modelTokens: 0, money: 0 },
    workedSeconds: 3,
    steering: [],
  };
}

const DRIFT = {
  tiers: [
    { tier: 1 as const, total: 2, kept: 2 },
    { tier: 2 as const, total: 1, kept: 0 },
  ],
  dropped: [
    {
      findingId: 't1f3',
      taskId: 't1',
      locator: 'tide.md',
      headingPath: ['Tide', 'Spring tide'],
      contextTier: 2 as const,
      origin: 'reference' as const,
      relevance: 0.75,
      finalRelevance: 0.25,
      reason: 'says nothing about the lamp',
      excerpt: 'The tide rises twice a day.',
    },
  ],
};

function placedFinding(findingId: string, text: string, textHash: string): Finding {
  const start = TEXT.indexOf(text);
  const span = { textHash, start, end: start + text.length };
  return findingOf(findingId, text, { quotes: [quoteOf(`${findingId}q1`, text, span)], passageSpan: span });
}
