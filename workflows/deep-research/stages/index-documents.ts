import { callActivity } from '../../calls/activity-options.ts';
import type { CorpusReport } from '../../contracts/corpus.ts';
import { joinCorpora, webCorpusIdOf } from '../../domain/corpus-set.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Brings the index of every folder up to date, and joins the folders and the web into one corpus. */
export async function indexDocuments({
  researchId,
  request,
  progress,
}: Pick<ResearchRun, 'researchId' | 'request' | 'progress'>): Promise<CorpusReport> {
  progress.enter('indexing');
  const { corpusDirectories, settings, web } = request;
  const folders = await Promise.all(
    corpusDirectories.map(async (directory) => {
      const input = { corpusDirectory: directory, maxFileBytes: settings.maxFileBytes };
      return { directory, report: await callActivity('indexCorpus', input, `index ${directory}`) };
    }),
  );
  const corpus = joinCorpora(folders, web === null ? null : webCorpusIdOf(researchId));
  progress.establish({ corpus });
  return corpus;
}
