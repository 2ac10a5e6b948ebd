import type { Finding } from '../../workflows/contracts/evidence.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';

/**
 * What a run decided and how it was scored, taken from its record: nothing in it is new, but nobody has to look for it
 * among the texts.
 */
export function decisionsOf(record: ResearchRecord) {
  const { anchor, request, plan, conversation, clarificationSummary, steering, sources, findings, report } = record;
  return {
    question: request.question,
    settings: request.settings,
    anchor,
    conversation,
    clarificationSummary,
    plan,
    steering,
    sources: sources.map(({ sourceId, locator, sourceTier, atPublication = null, untrusted }) => {
      return { sourceId, locator, sourceTier, atPublication, untrusted };
    }),
    findings: findings.map(scoresOf),
    dropped: record.drift,
    certainties: report.certainties ?? [],
    queryCoverage: report.queryCoverage,
    verification: report.quality,
    alignment: report.alignment,
    retrieval: report.telemetry,
    gaps: record.gaps,
    diagnostics: report.diagnostics,
    degradations: report.degradations,
    skippedFiles: record.skippedFiles,
    spent: report.stats,
    ledger: record.ledger,
  };
}

function scoresOf(finding: Finding) {
  return {
    findingId: finding.findingId,
    taskId: finding.taskId,
    sourceId: finding.sourceId,
    locator: finding.locator,
    page: finding.page,
    headingPath: finding.headingPath,
    origin: finding.origin,
    depth: finding.depth,
    contextTier: finding.contextTier,
    weight: finding.weight,
    hitScore: finding.hitScore,
    relevance: finding.relevance,
    relevanceReason: finding.relevanceReason,
    finalRelevance: finding.finalRelevance,
    finalReason: finding.finalReason,
    belowThreshold: finding.belowThreshold,
    mentionedEntities: finding.mentionedEntities,
    untrusted: finding.untrusted,
    quotes: finding.quotes.map(({ key }) => key),
  };
}
