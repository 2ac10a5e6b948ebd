import type { StoredMaterial, WrittenReport } from '../../contracts/stage-results.ts';
import { findForeignSentences, writeDraft } from '../report/draft-writing.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Writes the report; where it mixes languages, once more. */
export async function synthesizeReport(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning' | 'rules'>,
  material: StoredMaterial,
): Promise<WrittenReport> {
  run.progress.enter('synthesizing');
  const written = await writeDraft(run, material, null);
  const sentences = await findForeignSentences(run, material, written.draft);
  if (sentences.length === 0 || !run.request.settings.retryLanguage) {
    return { ...written, languageRetried: false, foreignSentences: sentences };
  }
  const rewritten = await writeDraft(run, material, {
    correction: { kind: 'language', sentences },
    sections: written.sections,
  });
  const foreignSentences = await findForeignSentences(run, material, rewritten.draft);
  return { ...rewritten, languageRetried: true, foreignSentences };
}
