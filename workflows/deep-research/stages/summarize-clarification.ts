import type { Reading } from '@plumbline/contracts/activities';
import { counted } from '@plumbline/contracts/common/counted';
import { clarificationFindingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { isPassageHit, referenceTo, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { Clarification, ClarificationContext } from '@plumbline/contracts/report/settled-stages';
import type { ClarificationSummary } from '@plumbline/contracts/research/clarification';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { gradeFindings } from '../task/finding-grades.ts';
import { extractFindings, readPage } from '../task/page-reading.ts';
import { takePassage } from '../task/research-budget.ts';

/** Task id of findings that belong to no task of the plan. */
const CLARIFICATION = 'clarification';

/** Best passages of the retrieval that clarified the question, read regardless of score. */
const PASSAGES_READ = 3;
/** Pages of the web among the first hits that are fetched. */
const PAGES_READ = 2;

/** Places of the first hits that the plan is made in view of. */
const PLACES_SHOWN = 12;

type SummarizingParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts' | 'reasoning' | 'evidence'>;

interface Clarified {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly clarification: Clarification;
}

/** Sums up the conversation, and makes findings of what retrieval found on the way. */
export async function summarizeClarification(run: SummarizingParts, given: Clarified): Promise<ClarificationContext> {
  const pages = pagesToRead(run, given);
  const clarified = await withPagesRead(run, given, pages);
  const summary = await summarizeConversation(run, clarified);
  const findings = await readPassages(run, clarified);
  const places = placesOf(clarified.clarification.hits);
  const isUnassessed = run.accounts.gaps.some(({ kind }) => kind === 'question-unassessed');
  if (isUnassessed) return { summary, findings, places, clarity: null };
  const { coverage, knowledgeGaps } = clarified.clarification.assessment;
  return { summary, findings, places, clarity: { coverage, knowledgeGaps: [...knowledgeGaps] } };
}

/** Pages of the web that the clarification is summed up from; none without clarification. */
function pagesToRead(
  { request, state }: SummarizingParts,
  { clarification: { hits } }: Clarified,
): readonly SearchHit[] {
  if (request.settings.clarify === 'never' || state.isFinishing) return [];
  return hits
    .slice(0, PLACES_SHOWN)
    .filter((hit) => !isPassageHit(hit))
    .slice(0, PAGES_READ);
}

/** With the best passage of each page in its place. */
async function withPagesRead(
  run: SummarizingParts,
  clarified: Clarified,
  pages: readonly SearchHit[],
): Promise<Clarified> {
  const { anchor, corpus, clarification } = clarified;
  const context = { anchor, corpus, task: taskOf(anchor) };
  const read = await Promise.all(
    pages.map(async (page) => [page, (await readPage(run, context, page))[0] ?? page] as const),
  );
  const passageOf = new Map<SearchHit, SearchHit>(read);
  const hits = clarification.hits.map((hit) => passageOf.get(hit) ?? hit);
  return { ...clarified, clarification: { ...clarification, hits } };
}

function taskOf({ originalQuestion, refinements }: QueryAnchor): ResearchTask {
  const text = [originalQuestion, ...refinements].join(' ').slice(0, 1_000);
  return { taskId: CLARIFICATION, text, rationale: '' };
}

/** The planner sees what the documents hold, and in which words. */
function placesOf(hits: Clarification['hits']): readonly string[] {
  const places = hits.map(({ title, passage }) => [title, ...(passage?.headingPath ?? [])].join(' > '));
  return [...new Set(places)].slice(0, PLACES_SHOWN);
}

async function summarizeConversation(
  { reasoning }: SummarizingParts,
  { anchor, corpus, clarification: { assessment, conversation, hits } }: Clarified,
): Promise<ClarificationSummary | null> {
  if (conversation.length === 0) return null;
  return reasoning.ask(
    'summarizeClarification',
    { anchor, conversation, assessment, corpusId: corpus.corpusId, hits: hits.map((hit) => referenceTo(hit)) },
    `summarize ${counted(conversation.length, 'clarification')}`,
  );
}

/**
 * Findings of tier 3, for what research leaves open; none without clarification, or when a person wants the report now. A
 * model reads what is found once, for the whole question.
 */
async function readPassages(
  run: SummarizingParts,
  { anchor, corpus, clarification: { hits } }: Clarified,
): Promise<readonly Finding[]> {
  const { request, state, accounts } = run;
  if (request.settings.clarify === 'never' || state.isFinishing || accounts.engine === 'model') return [];
  const context = { anchor, corpus, task: taskOf(anchor) };
  const readings = hits
    .filter(isPassageHit)
    .slice(0, PASSAGES_READ)
    .filter(() => takePassage(run))
    .map((hit, index): Reading => {
      const findingId = clarificationFindingIdOf(index + 1);
      return {
        hit: referenceTo(hit),
        hitScore: null,
        belowThreshold: false,
        findingId,
        depth: 0,
        origin: CLARIFICATION,
      };
    });
  const findings = await extractFindings(run, context, readings);
  if (findings.length === 0) return [];
  const rules = { anchor, approvedTasks: approvedTasksOf(run.state.current) };
  return gradeFindings(run, rules, findings, `${CLARIFICATION}: `);
}
