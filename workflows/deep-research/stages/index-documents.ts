import { selectionOf } from '@plumbline/contracts/common/file-selection';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { indexSome, joinCorpora, webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { callActivity } from '../../calls/activity-options.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { meteringTerms } from '../run/run-reasoning.ts';

/** Brings the index of every folder up to date, and joins the folders and the web into one corpus. */
export async function indexDocuments(
  run: Pick<ResearchRun, 'researchId' | 'request' | 'progress'>,
): Promise<CorpusReport> {
  run.progress.enter('indexing');
  const corpus = await indexFolders(run);
  run.progress.establish({ corpus });
  return corpus;
}

/** The same without a run's progress. */
export async function indexFolders({
  researchId,
  request,
}: Pick<ResearchRun, 'researchId' | 'request'>): Promise<CorpusReport> {
  const { corpusDirectories, fileSelections, web } = request;
  const indexAll = (mayBeEmpty: boolean) =>
    Promise.all(
      corpusDirectories.map(async (directory) => {
        const selection = selectionOf(directory, fileSelections, mayBeEmpty);
        const metering = meteringTerms(request, request.settings.limits);
        const input = { corpusDirectory: directory, metering, ...(selection !== undefined && { selection }) };
        return { directory, report: await callActivity('indexCorpus', input, `index ${directory}`) };
      }),
    );
  const folders = await indexSome(corpusDirectories, indexAll);
  return joinCorpora(folders, web === null ? null : webCorpusIdOf(researchId), fileSelections);
}
