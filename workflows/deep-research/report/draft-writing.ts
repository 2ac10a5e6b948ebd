import { callActivity } from '../../calls/activity-options.ts';
import { counted } from '../../contracts/counted.ts';
import type { ReportDraft } from '../../contracts/report.ts';
import type { ReportCorrection } from '../../contracts/report-activities.ts';
import type { ReportMaterial } from '../../contracts/stage-results.ts';
import { withUncitedFindings } from '../../domain/uncited-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** @param correction what was wrong with the draft before; null for the first one */
export async function writeDraft(
  { state, accounts, reasoning }: Pick<ResearchRun, 'state' | 'accounts' | 'reasoning'>,
  { anchor, corpus, clarificationSummary, tasks, taskSummaries, findings, quotes }: ReportMaterial,
  correction: ReportCorrection | null,
): Promise<ReportDraft> {
  const purpose = correction === null ? 'write the report' : `write the report again: ${correction.kind}`;
  const draft = await reasoning.ask(
    'synthesizeReport',
    {
      anchor,
      corpusId: corpus.corpusId,
      clarificationSummary,
      taskTexts: tasks.map(({ text }) => text),
      findings,
      quotes,
      taskSummaries,
      gaps: accounts.gaps,
      correction,
    },
    `${purpose}, ${counted(findings.length, 'finding')}`,
  );
  return state.isFinishing ? withUncitedFindings(draft, findings, anchor.language) : draft;
}

/** Sentences in another language than the report's; none where the request does not ask for this check. */
export async function findForeignSentences(
  { request }: Pick<ResearchRun, 'request'>,
  { anchor: { language } }: ReportMaterial,
  draft: ReportDraft,
): Promise<readonly string[]> {
  if (!request.settings.validateLanguage) return [];
  const summary = `check that every sentence is in "${language}"`;
  return (await callActivity('checkLanguage', { language, draft }, summary)).foreignSentences;
}
