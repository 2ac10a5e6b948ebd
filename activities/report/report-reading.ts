import type { Source } from '../../workflows/contracts/evidence.ts';
import type { ReadCitation, ReadSource, ReportReading } from '../../workflows/contracts/report-reading.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { phrasesFor } from './phrases-for.ts';
import { readSections } from './reading-sections.ts';

/** A record as readers want it: the report's texts without markup, and what stands behind them. */
export function readReport(record: ResearchRecord): ReportReading {
  const { report, anchor, sources } = record;
  const bySourceId = new Map(sources.map((source) => [source.sourceId, source]));
  const { scores, quotesChecked, quotesRejected, claims, statementsRemoved, claimsRepaired, notes } = report.quality;
  return {
    researchId: record.researchId,
    question: anchor.originalQuestion,
    language: anchor.language,
    outcome: record.outcome,
    publishedAt: record.publishedAt,
    sections: readSections(record),
    citations: report.citations.map((citation) => ({
      ...citation,
      pageLabel: pageLabelOf(citation.page, bySourceId.get(citation.quote.sourceId)),
    })),
    sources: sources.map(readSource),
    notes: report.diagnostics.map(phrasesFor(anchor.language, record.phrases).diagnostic),
    queries: report.telemetry.rewrittenQueries,
    drift: record.drift,
    references: report.telemetry.references,
    skippedFiles: record.skippedFiles,
    skippedCount: report.stats.filesSkipped,
    checks: { quotesChecked, quotesRejected, claims, statementsRemoved, claimsRepaired, notes, scores },
    engine: report.stats.engine,
  };
}

function pageLabelOf(page: number | null, source: Source | undefined): ReadCitation['pageLabel'] {
  const label = page === null ? '' : (source?.pageLabels?.[page - 1]?.trim() ?? '');
  return label === '' || label === String(page) ? null : label;
}

function readSource(source: Source): ReadSource {
  const { sourceId, locator, title, mediaType, language, publishedAt, retrievedAt, pageCount, sourceTier } = source;
  return {
    sourceId,
    locator,
    title,
    mediaType,
    language,
    publishedAt,
    retrievedAt,
    pageCount,
    sourceTier,
    atPublication: source.atPublication ?? null,
    untrusted: source.untrusted,
  };
}
