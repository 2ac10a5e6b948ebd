import type { ComposeAnswerInput, RenderedAnswer } from '@plumbline/contracts/answers/answer-activities';
import type { FoundItem } from '@plumbline/contracts/answers/catalogue-activities';
import { counted } from '@plumbline/contracts/common/counted';
import type { AlignmentReview } from '@plumbline/contracts/evidence/alignment';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { byRankToo } from '@plumbline/contracts/evidence/rank-fusion';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { VerifiedReport } from '@plumbline/contracts/report/report-activities';
import type { Engine, ReasoningInput } from '@plumbline/contracts/research/accounting';
import { callActivity } from '../../calls/activity-options.ts';
import { type Check, verifyWritten } from '../../deep-research/stages/verify-parts.ts';
import { alignmentOf } from '../../domain/alignment.ts';
import { formattingOf } from '../../domain/answers/ui-decision.ts';
import { readInPart } from '../../domain/evidence-diagnostics.ts';
import { isCitable } from '../../domain/evidence-selection.ts';
import {
  byTrust,
  MAX_FINDING_BYTES,
  openTasks,
  selectFindings,
  takeWithinBytes,
} from '../../domain/finding-selection.ts';
import { withFindings } from '../../domain/verified-findings.ts';
import type { AnswerRun } from '../run/answer-run.ts';
import type { Evidence } from './find-evidence.ts';
import type { AnswerSubject } from './read-passages.ts';

/** Items that an answer shows. */
const SHOWN_ITEMS = 12;

/** An answer after the stored sources were compared with it. */
interface VerifiedAnswer extends VerifiedReport {
  /** That wrote what is left of the draft. */
  readonly engine: Engine;
  /** Of what a model wrote; null: the rules wrote it, or nothing cites a source. */
  readonly alignment: AlignmentReview | null;
}

export interface WrittenAnswer extends VerifiedAnswer {
  readonly rendered: RenderedAnswer;
  /** Best first. */
  readonly shownItems: readonly FoundItem[];
}

/** What an answer is written from. */
type Question = Omit<ComposeAnswerInput, keyof ReasoningInput>;

/** Writes the answer, compares it with the stored sources, and renders the claims that passed. */
export async function writeAnswer(run: AnswerRun, subject: AnswerSubject, evidence: Evidence): Promise<WrittenAnswer> {
  const { answerId, ask, reasoning, trace } = run;
  const { anchor, corpus, context } = subject;
  const { items, stats } = evidence;
  trace.enter('writing');
  const shownItems = (items?.items ?? []).slice(0, SHOWN_ITEMS);
  const question = {
    answerId,
    anchor,
    corpusId: corpus.corpusId,
    findings: selectEvidence(run, subject, evidence, shownItems),
    guidance: formattingOf(stats.quality, shownItems, items?.comparable ?? []),
    context,
    streams: ask.streams,
  };
  return trace.span('synthesize', async () => {
    const draft = await reasoning.ask('composeAnswer', question, purposeOf(question));
    trace.enter('verifying');
    const verified = await verifyAnswer(run, question, draft);
    const { keptItems } = verified.engine === 'model' ? draft : {};
    const kept = shownItems.filter(({ finding }) => keptItems?.includes(finding.findingId) !== false);
    const guidance = formattingOf(stats.quality, kept, items?.comparable ?? []);
    const rendered = await render(run, corpus, { ...question, guidance }, verified, kept);
    return { ...verified, shownItems: kept, rendered };
  });
}

function purposeOf({ findings }: Question): string {
  return `write the answer from ${counted(findings.length, 'finding')}`;
}

/** As a report: what a model wrote is verified part by part, what the rules wrote is checked. */
async function verifyAnswer(run: AnswerRun, question: Question, written: ReportDraft): Promise<VerifiedAnswer> {
  const { accounts, reasoning } = run;
  const { anchor, corpusId, findings } = question;
  const { engine } = accounts;
  const check: Check = async (draft, { found = [], ...given }) => {
    const all = [...findings, ...found];
    const checked = { anchor, draft, findings: all, engine, language: null, ...given };
    const verified = await callActivity('checkReport', checked, 'check quotations, citations and figures');
    return withFindings(verified, { draft, findings: all });
  };
  if (engine === 'offline') return { ...(await check(written, {})), engine, alignment: null };
  const { isByRule, ...verified } = await verifyWritten(
    run,
    { anchor, corpusId, findings, mendsDoubts: false },
    written,
    {
      check,
      findings,
      writeByRule: (cause) => reasoning.askRules('composeAnswer', question, purposeOf(question), cause),
    },
  );
  if (isByRule) return { ...verified, engine: 'offline', alignment: null };
  return { ...verified, engine, alignment: alignmentOf(verified.draft, accounts.degradations) };
}

/** Numbers the citations. */
function render(
  { accounts: { gaps, pagesRead }, request }: AnswerRun,
  corpus: CorpusReport,
  { anchor, corpusId, guidance }: Question,
  { draft, findings, engine }: VerifiedAnswer,
  shownItems: readonly FoundItem[],
): Promise<RenderedAnswer> {
  const items = shownItems.map(({ card: { itemId, title }, attributes, description }) => {
    return { itemId, title, attributes, description };
  });
  const unread = readInPart({ corpus, gaps, usesWeb: request.web !== null, pagesRead });
  const verified = { anchor, corpusId, draft, findings, engine, guidance, items, unread };
  return callActivity('renderAnswer', verified, 'number the citations');
}

/**
 * What the user had remembered, then the items. Passages follow, within the caps of research, unless the catalogue has enough:
 * then those that the same words found elsewhere are about something else.
 */
function selectEvidence(
  { request, accounts: { engine } }: AnswerRun,
  { task, remembered }: AnswerSubject,
  { passages, isCatalogueEnough }: Evidence,
  shownItems: readonly FoundItem[],
): readonly Finding[] {
  // The rules have set filters by it, and would show it as a passage that is near.
  const isUsed = isCatalogueEnough && engine === 'offline';
  const ofItems = [...(isUsed ? [] : remembered), ...shownItems.map(({ finding }) => finding)];
  if (isCatalogueEnough) return takeWithinBytes(ofItems, MAX_FINDING_BYTES);
  const { tierCaps, citeThreshold } = request.settings;
  const citable = passages.findings.filter((finding) => isCitable(finding, citeThreshold));
  const selected = selectFindings(citable, tierCaps, openTasks([task.taskId], citable));
  const ofPassages = engine === 'model' ? byRankToo(selected, ({ findingId }) => findingId).sort(byTrust) : selected;
  return takeWithinBytes([...ofItems, ...ofPassages], MAX_FINDING_BYTES);
}
