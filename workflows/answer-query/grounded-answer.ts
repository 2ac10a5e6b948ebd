import type { AnswerPlan, FilterExtraction } from '../contracts/answer.ts';
import { OTHER } from '../contracts/catalogue.ts';
import type { AnswerOutcome } from '../contracts/conversation.ts';
import type { CorpusReport } from '../contracts/corpus.ts';
import type { Finding } from '../contracts/evidence.ts';
import { strengthOf } from '../domain/answers/retrieval-quality.ts';
import { formattingOf } from '../domain/answers/ui-decision.ts';
import { freezeAnchor } from '../domain/query-anchor.ts';
import { groundedResult } from './answer-result.ts';
import type { AnswerRun } from './answer-run.ts';
import { type Assessed, assess } from './assessment.ts';
import type { AnswerSubject, Evidence } from './evidence.ts';
import { readOverview } from './passage-retrieval.ts';
import { retrieveByPlan } from './planned-retrieval.ts';
import { SHOWN_ITEMS, type WrittenAnswer, writeAnswer } from './writing.ts';

interface GroundedOutcome extends AnswerOutcome {
  readonly findings: readonly Finding[];
}

/** Retrieves, judges and writes; in deep mode once more where the first answer is not sufficient. */
export async function answerFromSources(
  run: AnswerRun,
  corpus: CorpusReport,
  plan: AnswerPlan,
): Promise<GroundedOutcome> {
  const subject = subjectOf(plan, corpus);
  const isFull = plan.decision.grounding === 'full';
  const first = await pass(run, subject, isFull, plan.filters, null);
  const second = isFull && run.input.ask.mode === 'deep' ? await refine(run, subject, plan.filters, first) : null;
  const { assessed, written } = second ?? first;
  const { stats, evidence } = assessed;
  const used = evidence.items;
  return {
    result: groundedResult(run, { plan, corpus, assessed, written, isRefined: second !== null }),
    findings: written.findings,
    // What holds for named items says nothing about the next search.
    filters: used === null || plan.filters.named !== undefined ? null : { vertical: used.vertical, used: used.used },
    successfulVertical: stats.quality === 'good' ? stats.vertical : null,
    strength: strengthOf(stats.quality),
  };
}

interface Pass {
  readonly assessed: Assessed;
  readonly written: WrittenAnswer;
}

async function pass(
  run: AnswerRun,
  subject: AnswerSubject,
  isFull: boolean,
  filters: FilterExtraction,
  refinement: string | null,
): Promise<Pass> {
  const evidence = isFull
    ? await retrieveByPlan(run, subject, filters, refinement)
    : await run.trace.span('hybrid_retrieval', () => retrieveOverview(run, subject));
  const assessed = await assess(run, subject, evidence);
  const { stats, evidence: judged } = assessed;
  const items = judged.items?.items.slice(0, SHOWN_ITEMS) ?? [];
  const guidance = formattingOf(stats.quality, items, judged.items?.comparable ?? []);
  return { assessed, written: await writeAnswer(run, subject, judged, guidance) };
}

async function retrieveOverview(run: AnswerRun, subject: AnswerSubject): Promise<Evidence> {
  run.trace.enter('searching');
  const passages = await readOverview(run, subject, 'everywhere', [subject.anchor.originalQuestion]);
  return { plannedVertical: OTHER, passages, items: null };
}

/** The seven stages once more, at most. @returns null where the first answer stands */
async function refine(
  run: AnswerRun,
  subject: AnswerSubject,
  filters: FilterExtraction,
  { written }: Pass,
): Promise<Pass | null> {
  const { originalQuestion: rewrittenPrompt, language } = subject.anchor;
  run.trace.enter('judging');
  return run.trace.span('deep_refinement', async () => {
    const question = { rewrittenPrompt, language, draft: written.draft };
    const { isSufficient, missing } = await run.reasoning.ask('critiqueAnswer', question, 'judge the answer');
    if (isSufficient) return null;
    const again = await pass(run, subject, true, filters, missing);
    // A second look that finds nothing must not take away what the first one found.
    return again.written.draft.summary.length === 0 && written.draft.summary.length > 0 ? null : again;
  });
}

function subjectOf({ interpretation }: AnswerPlan, corpus: CorpusReport): AnswerSubject {
  const { rewrittenPrompt, language, keyEntities, namedReferences } = interpretation;
  const assessment = {
    language,
    keyEntities,
    namedReferences,
    scope: rewrittenPrompt,
    knowledgeGaps: [],
    coverage: 0,
    questions: [],
    assumptions: [],
  };
  const anchor = freezeAnchor(rewrittenPrompt, assessment, [], new Date(Date.now()).toISOString());
  return { anchor, task: { taskId: 't1', text: rewrittenPrompt, rationale: '' }, corpus };
}
