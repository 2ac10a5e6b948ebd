import type { Ledger } from '@plumbline/contracts/common/metering';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { RegisteredSource } from '@plumbline/contracts/evidence/source-registry';
import { type ResearchRecord, researchRecordSchema, SCHEMA_VERSION } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import type { TaskDecisions } from '@plumbline/contracts/research/task-decisions';
import type { QuotedUnits } from '@plumbline/quotes/quotes';
import { diagnoseSources } from './record-sources.ts';
import { contentOf, renderReport } from './report-rendering.ts';

/**
 * Version of the rules that render a report, judge its claims and note its sources: bump it when an older record would
 * no longer pass them. The stored bundle in `test/fixtures/bundles` fails its test then.
 */
export const RULES_VERSION = 10;

/** What stores add to what a run knows of its report. */
export interface RecordMaterial {
  /** Those that the evidence rests on. */
  readonly sources: readonly Source[];
  /** The words of the units around its quotes. */
  readonly units: QuotedUnits;
  readonly registered: readonly RegisteredSource[];
  /** Of retrieval, task by task; the run keeps them beside its history. */
  readonly decisions: readonly TaskDecisions[];
  /** Null: nothing was spent. */
  readonly ledger: Ledger | null;
}

/**
 * Collects everything a report rests on, and renders it.
 *
 * @param material what the stores add to what the run knows
 */
export function createRecord(
  input: PublishReportInput,
  { sources, units, registered, decisions, ledger }: RecordMaterial,
): ResearchRecord {
  const { draft, corpus } = input;
  const diagnostics = [...input.diagnostics, ...diagnoseSources(sources, input)];
  const unrendered = researchRecordSchema.parse({
    ...input,
    schemaVersion: SCHEMA_VERSION,
    rulesVersion: RULES_VERSION,
    createdAt: input.anchor.createdAt,
    sources,
    registry: registered,
    drift: input.drift ?? null,
    skippedFiles: corpus.skippedFiles,
    leftOutFiles: corpus.leftOut,
    steering: input.steering ?? [],
    ledger,
    report: { ...draft, markdown: '', citations: [], ...accountsOf(input, decisions), diagnostics },
  });
  // As registered: the record has no place for the unit around a quote, which a citation may show.
  const rendered = renderReport({ ...contentOf(unrendered, units, 'cited'), registered });
  const { markdown, citations } = rendered;
  return {
    ...unrendered,
    registry: [...rendered.registered],
    report: { ...unrendered.report, markdown, citations: [...citations] },
  };
}

function accountsOf(
  { quality, alignment, degradations, ...input }: PublishReportInput,
  decisions: readonly TaskDecisions[],
) {
  const telemetry = { ...input.telemetry, ...(decisions.length > 0 && { tasks: decisions }) };
  const stats = {
    engine: input.engine,
    usage: input.usage,
    tasks: input.plan?.tasks.length ?? 0,
    findings: input.findings.length,
    filesIndexed: input.corpus.files,
    filesSkipped: input.corpus.skippedCount,
    workedSeconds: Math.round(input.workedSeconds),
  };
  return { quality, alignment, telemetry, degradations, stats };
}
