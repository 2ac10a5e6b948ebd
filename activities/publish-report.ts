import type { PublishedReport, PublishReportInput } from '../workflows/contracts/activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createRecord } from './evidence/report-record.ts';

/** Writes `report.md` and `report.json`. A second attempt writes the same files again. */
export function createPublishReport({ corpus, runs }: Pick<ActivityDependencies, 'corpus' | 'runs'>) {
  return async (input: PublishReportInput): Promise<PublishedReport> => {
    const record = createRecord(input, await corpus.sourcesOf(input.corpus.corpusId));
    const { reportPath, recordPath } = await runs.saveReport(record);
    return { reportPath, recordPath, citations: record.report.citations.length };
  };
}
