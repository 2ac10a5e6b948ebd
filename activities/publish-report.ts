import type { PublishedReport, PublishReportInput } from '../workflows/contracts/report-activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createStoredTexts } from './evidence/stored-quotes.ts';
import { sourcesOfEvidence } from './records/record-sources.ts';
import { createRecord } from './records/report-record.ts';

/** Writes `report.md` and `report.json`. A second attempt writes the same files again, unless the index changed meanwhile. */
export function createPublishReport({
  corpus,
  blobs,
  runs,
  calls,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'runs' | 'calls'>) {
  return async (input: PublishReportInput): Promise<PublishedReport> => {
    const indexed = await corpus.sourcesOf(input.corpus.corpusId);
    const sources = await sourcesOfEvidence(input, indexed, createStoredTexts(blobs));
    const record = createRecord(input, sources, await calls.ledgerOf(input.researchId));
    const { reportPath, recordPath } = await runs.saveReport(record);
    return { reportPath, recordPath, citations: record.report.citations.length };
  };
}
