import { canonicalJson } from '../../workflows/contracts/canonical-json.ts';
import type { ComparedRun, ReportComparison } from '../../workflows/contracts/report-comparison.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { compareSettings } from '../../workflows/contracts/setting-comparison.ts';
import { matchClaims } from './claim-matching.ts';
import { readClaims } from './comparable-claims.ts';
import { compareSources } from './source-comparison.ts';

/** What two reports have in common, and where they differ; from their records alone. */
export async function compareRecords(a: ResearchRecord, b: ResearchRecord): Promise<ReportComparison> {
  const compared = {
    a: runOf(a),
    b: runOf(b),
    claims: await matchClaims(await readClaims(a), await readClaims(b)),
    sources: compareSources(a.sources, b.sources),
    settings: compareSettings(a.request, b.request),
  };
  return { ...compared, isEqual: isEqual(compared) };
}

function runOf({ researchId, anchor, outcome, publishedAt, report }: ResearchRecord): ComparedRun {
  const { engine, usage, workedSeconds } = report.stats;
  return {
    researchId,
    question: anchor.originalQuestion,
    language: anchor.language,
    outcome,
    publishedAt,
    engine,
    costs: { ...usage, workedSeconds },
    scores: report.quality.scores,
  };
}

function isEqual({ a, b, claims, sources, settings }: Omit<ReportComparison, 'isEqual'>): boolean {
  const onlyOne = [claims.onlyA, claims.onlyB, sources.onlyA, sources.onlyB, claims.contradicting, settings];
  const areClaimsEqual = claims.both.every((pair) => pair.a.text === pair.b.text);
  const areTextsEqual = sources.both.every(({ isSameText }) => isSameText);
  return onlyOne.every(({ length }) => length === 0) && areClaimsEqual && areTextsEqual && isSameRun(a, b);
}

function isSameRun(a: ComparedRun, b: ComparedRun): boolean {
  const withoutIdentity = (run: ComparedRun) => canonicalJson({ ...run, researchId: '', publishedAt: '' });
  return withoutIdentity(a) === withoutIdentity(b);
}
