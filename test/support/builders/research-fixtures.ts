import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { ReportDraft, Verification } from '@plumbline/contracts/report/report';
import type { RetrievalTelemetry, ShownTelemetry } from '@plumbline/contracts/research/accounting';
import { hashOfMeaning } from '@plumbline/contracts/research/frozen-anchor';
import type { DecidedHit } from '@plumbline/contracts/research/task-decisions';
import type { ReportContent } from '../../../packages/report/document/report-document.ts';

export function anchorOf(changes: Partial<QueryAnchor> = {}): QueryAnchor {
  const anchor = {
    originalQuestion: 'How long does the harbour lamp burn?',
    language: 'en',
    keyEntities: ['harbour lamp'],
    namedReferences: [],
    scope: 'The harbour documents.',
    refinements: [],
    assumptions: [],
    createdAt: '2026-01-02T03:04:05.000Z',
    ...changes,
  };
  return { ...anchor, anchorHash: changes.anchorHash ?? hashOfMeaning(anchor) };
}

export function quoteOf(key: string, text: string, changes: Partial<Quote> = {}): Quote {
  return {
    key,
    text,
    sourceId: 's1',
    textHash: 'b'.repeat(64),
    page: null,
    start: 0,
    end: text.length,
    reason: 'the figure',
    ...changes,
  };
}

/** A local file without a grade. */
export function sourceOf(changes: Partial<Source> = {}): Source {
  return {
    sourceId: 's1',
    locator: 'lamp.md',
    title: 'Harbour lamp',
    contentHash: 'c'.repeat(64),
    mediaType: 'text/markdown',
    language: 'en',
    publishedAt: null,
    retrievedAt: '2026-01-02T03:04:05.000Z',
    pageCount: null,
    pageLabels: null,
    textLayer: null,
    sourceTier: null,
    text: { sha256: 'b'.repeat(64), byteLength: 60, mediaType: 'text/plain' },
    untrusted: [],
    untrustedBeside: [],
    ...changes,
  };
}

/** A finding with one quote, or with those given. */
export function findingOf(findingId: string, text: string, changes: Partial<Finding> = {}): Finding {
  return {
    findingId,
    taskId: 't1',
    passageId: `passage-${findingId}`,
    sourceId: 's1',
    locator: 'lamp.md',
    title: 'Harbour lamp',
    page: null,
    headingPath: ['Harbour lamp', 'Oil'],
    extractedInfo: text,
    quotes: [quoteOf(`${findingId}q1`, text)],
    passageSpan: { textHash: 'b'.repeat(64), start: 0, end: text.length },
    hitScore: 1,
    belowThreshold: false,
    mentionedEntities: [],
    relevance: 1,
    relevanceReason: 'lamp, burn',
    contextTier: 1,
    weight: 1,
    depth: 0,
    origin: 'search',
    finalRelevance: 1,
    finalReason: 'says how long it burns',
    untrusted: [],
    ...changes,
  };
}

/** A report of nothing, with what is given. */
export function draftOf(changes: Partial<ReportDraft> = {}): ReportDraft {
  return {
    summary: [],
    overview: [],
    keyFindings: [],
    sections: [],
    conflicts: [],
    limitations: [],
    remainingGaps: [],
    missingSubject: null,
    ...changes,
  };
}

export function qualityOf(changes: Partial<Verification> = {}): Verification {
  return {
    quotesChecked: 0,
    quotesRejected: 0,
    claims: 0,
    statementsRemoved: 0,
    claimsRepaired: 0,
    notes: [],
    ...changes,
  };
}

export function reportContentOf(changes: Partial<ReportContent> = {}): ReportContent {
  return {
    anchor: anchorOf(),
    conversation: [],
    draft: draftOf(),
    citationStyle: 'numbered',
    shownSources: 'cited',
    findings: [],
    registered: [],
    units: new Map(),
    sources: [],
    gaps: [],
    filesIndexed: 2,
    providers: [],
    skippedFiles: [],
    filesSkipped: 0,
    leftOutFiles: [],
    engine: 'offline',
    uselessRequests: 0,
    tasks: [{ taskId: 't1', text: 'How long does the harbour lamp burn?' }],
    usage: { searches: 3, pages: 4, modelCalls: 0, modelTokens: 0, money: 0 },
    degradations: [],
    diagnostics: [],
    drift: null,
    references: telemetryOf().references,
    retrieval: telemetryOf(),
    quality: qualityOf(),
    alignment: null,
    ledger: null,
    steering: [],
    forkedFrom: null,
    ...changes,
  };
}

/** What a small run notes about its searches. */
export function telemetryOf(changes: Partial<RetrievalTelemetry> = {}): RetrievalTelemetry {
  return {
    rewrittenQueries: [],
    reflections: [],
    qualityNotes: [],
    references: { resolved: 0, followed: 0, refused: [], refusedCount: 0, unresolved: [] },
    providerErrors: [],
    counts: { issued: 1, found: 1, duplicates: 0, corrected: 0, rounds: 0, belowThreshold: 0, read: 1, failed: 0 },
    ...changes,
  };
}

/** What a run under way shows of it. */
export function shownTelemetryOf({
  webPages = 0,
  references = {},
  ...changes
}: Partial<Omit<ShownTelemetry, 'references'>> & {
  readonly references?: Partial<ShownTelemetry['references']>;
} = {}): ShownTelemetry {
  const { references: none, ...telemetry } = telemetryOf(changes);
  const { resolved, followed, refusedCount, unresolved } = none;
  return { ...telemetry, references: { resolved, followed, refusedCount, unresolved, ...references }, webPages };
}

/** A hit that was read. */
export function decidedHitOf(locator: string, score: number | null, changes: Partial<DecidedHit> = {}): DecidedHit {
  const known = { id: locator, place: locator, reason: '', order: 1, decision: 'read' as const, findingId: null };
  return { ...known, locator, score, ...changes };
}
