import type { Ledger } from '@plumbline/contracts/common/metering';
import { type Finding, servedTasks } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { placeClaims } from '@plumbline/contracts/report/report-claims';
import type {
  ReportFigures,
  RetrievalFunnel,
  SourceFigure,
  SpendingPoint,
  TaskFigure,
} from '@plumbline/contracts/report/report-figures';

/** @param spending of the run, as the store has it now */
export function figuresOf(record: ResearchRecord, spending: readonly SpendingPoint[]): ReportFigures {
  const keys = new Set(record.report.citations.map(({ quote }) => quote.key));
  const cited = record.findings.filter(({ quotes }) => quotes.some(({ key }) => keys.has(key)));
  return {
    researchId: record.researchId,
    tasks: tasksOf(record, cited),
    sources: sourcesOf(record),
    funnel: funnelOf(record, cited),
    spending: { points: [...spending], isWhole: isWhole(record.ledger, spending.at(-1)) },
  };
}

function tasksOf({ plan, taskSummaries, findings, gaps }: ResearchRecord, cited: readonly Finding[]): TaskFigure[] {
  const texts = new Map([
    ...(plan?.tasks ?? []).map(({ taskId, text }) => [taskId, text] as const),
    ...taskSummaries.map(({ taskId, taskText }) => [taskId, taskText] as const),
  ]);
  const count = (of: readonly Finding[], taskId: string): number =>
    of.filter((finding) => servedTasks(finding).includes(taskId)).length;
  return [...texts].map(([taskId, text]) => ({
    taskId,
    text,
    findings: count(findings, taskId),
    cited: count(cited, taskId),
    gaps: gaps.filter((gap) => gap.taskId === taskId).length,
  }));
}

function sourcesOf({ report, sources }: ResearchRecord): SourceFigure[] {
  const places = new Map(sources.map(({ sourceId, locator, title }) => [sourceId, { locator, title }]));
  const sourceOfKey = new Map(report.citations.map(({ quote }) => [quote.key, quote.sourceId]));
  const citing = placeClaims(report).map(
    ({ claim }) => new Set(claim.citations.flatMap((key) => sourceOfKey.get(key) ?? [])),
  );
  return [...Map.groupBy(report.citations, ({ quote }) => quote.sourceId)]
    .map(([sourceId, [first, ...others]]) => ({
      sourceId,
      locator: places.get(sourceId)?.locator ?? first?.locator ?? '',
      title: places.get(sourceId)?.title ?? first?.title ?? '',
      citations: others.length + 1,
      claims: citing.filter((found) => found.has(sourceId)).length,
    }))
    .sort((a, b) => b.claims - a.claims || b.citations - a.citations);
}

function funnelOf({ report, findings }: ResearchRecord, cited: readonly Finding[]): RetrievalFunnel {
  const { counts, tasks = [] } = report.telemetry;
  const scored = tasks.flatMap(({ hits }) => hits).filter(({ score }) => score !== null).length;
  const passages = (of: readonly Finding[]): number => new Set(of.map(({ passageId }) => passageId)).size;
  return {
    found: counts.found,
    scored,
    read: counts.read,
    quoted: passages(findings.filter(({ quotes }) => quotes.length > 0)),
    stated: passages(cited),
  };
}

/** Requests of the run after its report, as when a step is repeated, make it more; a swept store makes it less. */
function isWhole(ledger: Ledger | null, last: SpendingPoint | undefined): boolean {
  const requests = (ledger?.entries ?? []).reduce((sum, entry) => sum + entry.requests, 0);
  return (last?.requests ?? 0) >= requests;
}
