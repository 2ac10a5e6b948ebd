import type { PublishedReport, PublishReportInput } from '../workflows/contracts/report-activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createStoredTexts } from './evidence/stored-quotes.ts';
import { sourcesOfEvidence } from './records/record-sources.ts';
import { createRecord } from './records/report-record.ts';

/** Writes `report.md` and `report.json`. A second attempt writes the same files again, unless the index changed meanwhile. */
export function createPublishReport({ corpus, blobs, runs }: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'runs'>) {
  return async (input: PublishReportInput): Promise<PublishedReport> => {
    const indexed = await corpus.sourcesOf(input.corpus.corpusId);
    const record = createRecord(input, await sourcesOfEvidence(input, indexed, createStoredTexts(blobs)));
    const { reportPath, recordPath } = await runs.saveReport(record);
    return { reportPath, recordPath, citations: record.report.citations.length };
  };
}
