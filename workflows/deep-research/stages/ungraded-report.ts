import { callActivity } from '../../activity-options.ts';
import type { ResearchResult } from '../../contracts/progress.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { type ComposedReport, type Evidence, synthesisInput } from './report-composition.ts';
import type { Researched } from './report-writing.ts';

/**
 * How a report was written before reports were graded (patch `graded-context`): synthesized once, verified once. Runs
 * that began so end so; goes when no such run is left. No await may be added: it would reorder their commands.
 */
export async function writeUngradedReport(
  run: ResearchRun,
  researched: Researched,
  evidence: Evidence,
  publish: (composed: ComposedReport) => Promise<ResearchResult>,
): Promise<ResearchResult> {
  run.enter('synthesizing');
  const input = synthesisInput(run, researched, evidence, null);
  const draft = await run.reason(
    'synthesizeReport',
    input,
    `write the report from ${evidence.findings.length} findings`,
  );

  run.enter('verifying');
  const { anchor } = researched;
  const verification = { anchor, draft, findings: evidence.findings, engine: run.accounts.engine };
  const verified = await callActivity('verifyReport', verification, 'check quotations, citations and figures');
  const quality = { ...verified.quality, scores: null, languageRetried: false, repaired: false };
  return publish({ ...verified, quality, diagnostics: [] });
}
