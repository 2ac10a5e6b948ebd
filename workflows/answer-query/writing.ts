import { callActivity } from '../calls/activity-options.ts';
import type { FormattingGuidance, RenderedAnswer } from '../contracts/answer-activities.ts';
import { counted } from '../contracts/counted.ts';
import type { Finding } from '../contracts/evidence.ts';
import type { ReportDraft, Verification } from '../contracts/report.ts';
import { MAX_FINDING_BYTES, openTasks, selectFindings, takeWithinBytes } from '../domain/finding-selection.ts';
import type { AnswerRun } from './answer-run.ts';
import type { AnswerSubject, Evidence } from './evidence.ts';

/** Items that an answer shows. */
export const SHOWN_ITEMS = 12;

/** An answer after the stored sources were compared with it. */
export interface WrittenAnswer {
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly verification: Verification;
  readonly rendered: RenderedAnswer;
}

/** Writes the answer, checks it against the stored sources, and renders what holds. */
export async function writeAnswer(
  run: AnswerRun,
  subject: AnswerSubject,
  evidence: Evidence,
  guidance: FormattingGuidance,
): Promise<WrittenAnswer> {
  run.trace.enter('writing');
  const { anchor, corpus } = subject;
  const { answerId, input, accounts } = run;
  const found = selectEvidence(run, subject, evidence);
  const question = {
    answerId,
    anchor,
    corpusId: corpus.corpusId,
    findings: found,
    guidance,
    context: input.context,
    streams: input.ask.streams,
  };
  const summary = `write the answer from ${counted(found.length, 'finding')}`;
  return run.trace.span('synthesize', async () => {
    const written = await run.reasoning.ask('composeAnswer', question, summary);
    run.trace.enter('verifying');
    const checked = { anchor, draft: written, findings: found, engine: accounts.engine };
    const { draft, findings, quality } = await callActivity(
      'verifyReport',
      checked,
      'check quotations, citations and figures',
    );
    const cards = (evidence.items?.items ?? []).slice(0, SHOWN_ITEMS).map(({ card }) => card);
    const verified = {
      anchor,
      corpusId: corpus.corpusId,
      draft,
      findings,
      verification: quality,
      engine: accounts.engine,
      guidance,
      cards,
    };
    const rendered = await callActivity('renderAnswer', verified, 'number the citations');
    return { draft, findings, verification: quality, rendered };
  });
}

/** Items first, then passages within the caps of research. */
function selectEvidence(
  { request: { settings } }: AnswerRun,
  { task }: AnswerSubject,
  { passages, items }: Evidence,
): readonly Finding[] {
  const ofItems = (items?.items ?? []).slice(0, SHOWN_ITEMS).map(({ finding }) => finding);
  const open = openTasks([task.taskId], passages.findings);
  const ofPassages = selectFindings(passages.findings, settings.tierCaps, open);
  return takeWithinBytes([...ofItems, ...ofPassages], MAX_FINDING_BYTES);
}
