import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import { servedTasks } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { PublishedReport, PublishReportInput } from '@plumbline/contracts/report/report-activities';
import type { TaskDecisions } from '@plumbline/contracts/research/task-decisions';
import { readUnits, registerSources } from '@plumbline/quotes/quotes';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { createRecord, sourcesOfEvidence } from '@plumbline/report/records';
import type { ActivityDependencies } from '../dependencies.ts';

/** Stores the report. A retry stores the same, unless the index or the documents changed meanwhile. */
export function createPublishReport({
  corpus,
  blobs,
  runs,
  calls,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'runs' | 'calls'>) {
  return async (given: PublishReportInput): Promise<PublishedReport> => {
    const input = { ...given, corpus: await withPages(given, corpus), drift: await driftOf(given, runs) };
    const indexed = await corpus.sourcesOf(input.corpus.corpusId);
    const texts = createStoredTexts(blobs);
    const used = await sourcesOfEvidence(input, indexed, texts);
    const sources = await withStates(used, corpus, input.corpus.corpusId);
    const record = createRecord(input, {
      sources,
      units: await readUnits(input.findings, texts),
      registered: await registerSources(input.findings, texts),
      decisions: withFindings(await runs.readDecisions(input.researchId), input),
      ledger: await calls.ledgerOf(input.researchId),
    });
    return { record: await runs.saveReport(record), citations: record.report.citations.length };
  };
}

/** Lists the pages that were read in part with the files; those that were not read at all are gaps. */
async function withPages(
  { corpus, request, researchId }: Pick<PublishReportInput, 'corpus' | 'request' | 'researchId'>,
  index: Pick<ActivityDependencies['corpus'], 'skippedFilesOf'>,
): Promise<PublishReportInput['corpus']> {
  const pages = request.web === null ? [] : await index.skippedFilesOf(webCorpusIdOf(researchId));
  return { ...corpus, skippedFiles: [...corpus.skippedFiles, ...pages.filter(({ isPartial }) => isPartial)] };
}

async function driftOf(
  { researchId, drift }: Pick<PublishReportInput, 'researchId' | 'drift'>,
  runs: Pick<ActivityDependencies['runs'], 'readSettled'>,
): Promise<Drift | null> {
  if (drift !== undefined) return drift;
  return (await runs.readSettled(researchId))?.stages.material?.drift ?? null;
}

/** Of the tasks in the order of the plan, each hit with the finding that came of it. */
function withFindings(
  decisions: readonly TaskDecisions[],
  { plan, findings }: Pick<PublishReportInput, 'plan' | 'findings'>,
): TaskDecisions[] {
  const places = new Map((plan?.tasks ?? []).map(({ taskId }, index) => [taskId, index]));
  // Follow-up tasks that brought nothing are in no plan.
  const placeOf = ({ taskId }: TaskDecisions): number => places.get(taskId) ?? Number.POSITIVE_INFINITY;
  return decisions
    .toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
    .map((task) => {
      const own = findings.filter((finding) => servedTasks(finding).includes(task.taskId));
      const found = new Map(own.map(({ passageId, findingId }) => [passageId, findingId]));
      return { ...task, hits: task.hits.map((hit) => ({ ...hit, findingId: found.get(hit.id) ?? null })) };
    });
}

/** Days may pass between reading and writing: the record keeps the present state of each file. */
async function withStates(
  sources: readonly Source[],
  corpus: ActivityDependencies['corpus'],
  corpusId: string,
): Promise<Source[]> {
  const states = await corpus.sourceStatesOf(
    corpusId,
    sources.map(({ sourceId }) => sourceId),
  );
  return sources.map((source) => {
    const atPublication = states.get(source.sourceId);
    return atPublication === undefined ? source : { ...source, atPublication };
  });
}
