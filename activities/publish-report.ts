import type { Source } from '../workflows/contracts/evidence.ts';
import type { PublishedReport, PublishReportInput } from '../workflows/contracts/report-activities.ts';
import { readUnits } from './citations/quoted-units.ts';
import { registerSources } from './citations/source-registration.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { sourcesOfEvidence } from './report/record-sources.ts';
import { createRecord } from './report/report-record.ts';

/**
 * Writes `report.md` and `report.json`. A retry writes the same files, unless the index or the documents changed
 * meanwhile.
 */
export function createPublishReport({
  corpus,
  blobs,
  runs,
  calls,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'runs' | 'calls'>) {
  return async (input: PublishReportInput): Promise<PublishedReport> => {
    const indexed = await corpus.sourcesOf(input.corpus.corpusId);
    const texts = createStoredTexts(blobs);
    const used = await sourcesOfEvidence(input, indexed, texts);
    const sources = await withStates(used, corpus, input.corpus.corpusId);
    const record = createRecord(input, {
      sources,
      units: await readUnits(input.findings, texts),
      registered: await registerSources(input.findings, texts),
      ledger: await calls.ledgerOf(input.researchId),
    });
    const { reportPath, recordPath } = await runs.saveReport(record);
    return { reportPath, recordPath, citations: record.report.citations.length };
  };
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
