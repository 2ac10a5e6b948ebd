import { callActivity } from '../calls/activity-options.ts';
import type { FormattingGuidance, RenderedAnswer } from '../contracts/answers/answer-activities.ts';
import { counted } from '../contracts/common/counted.ts';
import type { AlignmentReview } from '../contracts/evidence/alignment.ts';
import type { Finding } from '../contracts/evidence/evidence.ts';
import type { VerifiedReport } from '../contracts/report/report-activities.ts';
import type { ReportDraft, Verification } from '../contracts/report/report.ts';
import type { Engine } from '../contracts/research/accounting.ts';
import { type Check, verifyWritten } from '../deep-research/stages/verify-parts.ts';
import { alignmentOf } from '../domain/alignment.ts';
import { readInPart } from '../domain/evidence-diagnostics.ts';
import { isCitable } from '../domain/evidence-selection.ts';
import { byTrust, MAX_FINDING_BYTES, openTasks, selectFindings, takeWithinBytes } from '../domain/finding-selection.ts';
import { byRankToo } from '../domain/rank-fusion.ts';
import { withFindings } from '../domain/verified-findings.ts';
import type { AnswerRun } from './answer-run.ts';
import type { AnswerSubject, JudgedEvidence } from './passage-retrieval.ts';

/** Items that an answer shows. */
export const SHOWN_ITEMS = 12;

/** An answer after the stored sources were compared with it. */
export interface WrittenAnswer {
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly verification: Verification;
  /** Of what a model wrote; null: the rules wrote it, or nothing cites a source. */
  readonly alignment: AlignmentReview | null;
  readonly rendered: RenderedAnswer;
  /** Whether a model wrote what is shown. */
  readonly isByModel: boolean;
}

/** Writes the answer, compares it with the stored sources, and renders the claims that passed. */
export async function writeAnswer(
  run: AnswerRun,
  subject: AnswerSubject,
  evidence: JudgedEvidence,
  guidance: FormattingGuidance,
): Promise<WrittenAnswer> {
  run.trace.enter('writing');
  const findings = selectEvidence(run, subject, evidence);
  return run.trace.span('synthesize', async () => {
    const question = questionOf(run, subject, findings, guidance);
    const written = await run.reasoning.ask('composeAnswer', question, purposeOf(findings));
    run.trace.enter('verifying');
    return render(run, subject, await verifyAnswer(run, question, written), evidence, guidance);
  });
}

function questionOf(
  { answerId, input }: AnswerRun,
  { anchor, corpus }: AnswerSubject,
  findings: readonly Finding[],
  guidance: FormattingGuidance,
) {
  const { corpusId } = corpus;
  const { streams } = input.ask;
  return { answerId, anchor, corpusId, findings, guidance, context: input.context, streams };
}

function purposeOf(findings: readonly Finding[]): string {
  return `write the answer from ${counted(findings.length, 'finding')}`;
}

/** An answer after the comparison, and what its draft is from. */
interface VerifiedAnswer extends VerifiedReport {
  readonly engine: Engine;
  readonly alignment: AlignmentReview | null;
}

/** As a report: what a model wrote is verified part by part, what the rules wrote is checked. */
async function verifyAnswer(
  run: AnswerRun,
  question: ReturnType<typeof questionOf>,
  written: ReportDraft,
): Promise<VerifiedAnswer> {
  const { accounts, reasoning } = run;
  const { anchor, corpusId, findings } = question;
  const { engine } = accounts;
  const check: Check = async (draft, { found = [], ...given }) => {
    const all = [...findings, ...found];
    const checked = { anchor, draft, findings: all, engine, language: null, scoredBy: null, ...given };
    const verified = await callActivity('checkReport', checked, 'check quotations, citations and figures');
    return withFindings(verified, { draft, findings: all });
  };
  if (engine === 'offline') return { ...(await check(written, {})), engine, alignment: null };
  const { isByRule, ...verified } = await verifyWritten(run, { anchor, corpusId, findings }, written, {
    check,
    writeByRule: (cause) => reasoning.askRules('composeAnswer', question, purposeOf(findings), cause),
  });
  if (isByRule) return { ...verified, engine: 'offline', alignment: null };
  return { ...verified, engine, alignment: alignmentOf(verified.draft, accounts.degradations) };
}

async function render(
  { accounts, request }: AnswerRun,
  { anchor, corpus }: AnswerSubject,
  { draft, findings, quality: verification, engine, alignment }: VerifiedAnswer,
  { items }: JudgedEvidence,
  guidance: FormattingGuidance,
): Promise<WrittenAnswer> {
  const { corpusId } = corpus;
  const compared = (items?.items ?? [])
    .slice(0, SHOWN_ITEMS)
    .map(({ card: { itemId, title }, attributes, description }) => ({ itemId, title, attributes, description }));
  const { gaps, pagesRead } = accounts;
  const unread = readInPart({ corpus, gaps, usesWeb: request.web !== null, pagesRead });
  const verified = { anchor, corpusId, draft, findings, verification, engine, guidance, items: compared, unread };
  const rendered = await callActivity('renderAnswer', verified, 'number the citations');
  return { draft, findings, verification, alignment, rendered, isByModel: engine === 'model' };
}

/**
 * What the user had remembered, then the items. Passages follow, within the caps of research, unless the catalogue has enough:
 * then those that the same words found elsewhere are about something else.
 */
function selectEvidence(
  { request, memory, accounts }: AnswerRun,
  { task }: AnswerSubject,
  { passages, items, isCatalogueEnough }: JudgedEvidence,
): readonly Finding[] {
  // The rules have set filters by it, and would show it as a passage that is near.
  const isUsed = isCatalogueEnough && accounts.engine === 'offline';
  const ofItems = [
    ...(isUsed ? [] : (memory?.findings ?? [])),
    ...(items?.items ?? []).slice(0, SHOWN_ITEMS).map(({ finding }) => finding),
  ];
  if (isCatalogueEnough) return takeWithinBytes(ofItems, MAX_FINDING_BYTES);
  const { tierCaps, citeThreshold } = request.settings;
  const citable = passages.findings.filter((finding) => isCitable(finding, citeThreshold));
  const open = openTasks([task.taskId], citable);
  const selected = selectFindings(citable, tierCaps, open);
  const ofPassages =
    accounts.engine === 'model' ? byRankToo(selected, ({ findingId }) => findingId).sort(byTrust) : selected;
  return takeWithinBytes([...ofItems, ...ofPassages], MAX_FINDING_BYTES);
}
