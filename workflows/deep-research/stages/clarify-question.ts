import { counted } from '@plumbline/contracts/common/counted';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { referenceTo, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { Clarification } from '@plumbline/contracts/report/settled-stages';
import type { ClarityAssessment, Exchange } from '@plumbline/contracts/research/clarification';
import { clarifiedQuery } from '@plumbline/contracts/research/frozen-anchor';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { isSettled, toExchanges } from '../run/run-state.ts';
import { searchSources } from '../task/source-search.ts';

/** People who were asked twice want results. */
const CLARIFICATION_ROUNDS = 2;
/** Most questions that one round may ask. */
const MAX_QUESTIONS = 3;

type ClarifyingParts = Pick<
  ResearchRun,
  'request' | 'state' | 'accounts' | 'progress' | 'waits' | 'budget' | 'servers' | 'reasoning'
>;

/** Retrieves, assesses and asks, until the question is clear, the rounds are used up, or a round gets no answer. */
export async function clarifyQuestion(run: ClarifyingParts, corpus: CorpusReport): Promise<Clarification> {
  run.progress.enter('clarifying');
  const rounds = run.request.settings.clarify === 'never' ? 0 : CLARIFICATION_ROUNDS;
  let conversation: readonly Exchange[] = [];

  for (let round = 1; ; round++) {
    const maxQuestions = round > rounds || run.state.isFinishing ? 0 : MAX_QUESTIONS;
    const hits = await retrieve(run, corpus, conversation);
    const assessment = await assess(run, corpus, conversation, hits, maxQuestions);
    const questions = assessment.questions.slice(0, maxQuestions);
    if (questions.length === 0) return { assessment, conversation, hits };

    const exchanges = await askRound(run, round, { ...assessment, questions });
    conversation = [...conversation, ...exchanges];
    const isUnanswered = exchanges.every(({ answer }) => answer === null);
    if (isUnanswered) return { assessment, conversation, hits };
  }
}

async function retrieve(
  run: ClarifyingParts,
  { corpusId }: CorpusReport,
  conversation: readonly Exchange[],
): Promise<SearchHit[]> {
  const { text, language } = clarifiedQuery(run.request.question, conversation);
  return searchSources(run, corpusId, [text], { taskId: null, language, primaryOnly: false });
}

async function assess(
  { request, accounts, reasoning }: ClarifyingParts,
  { corpusId, languages }: CorpusReport,
  conversation: readonly Exchange[],
  hits: readonly SearchHit[],
  maxQuestions: number,
): Promise<ClarityAssessment> {
  const { question, settings } = request;
  const found = hits.map((hit) => ({ ...referenceTo(hit), providerScore: hit.providerScore }));
  try {
    return await reasoning.ask(
      'assessClarity',
      {
        question,
        conversation,
        hits: found,
        corpusId,
        mode: settings.clarify,
        maxQuestions,
        maxTasks: settings.maxTasks,
      },
      `assess the question against ${counted(hits.length, 'passage')}`,
    );
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.gaps.push(createGap('question-unassessed', { cause: describeCause(error) }));
    return unassessed(question, languages[0] ?? 'en');
  }
}

/** Publishes the questions and waits: for all answers, a skip, the wish to finish, or the deadline. */
async function askRound(
  { request, state, progress, waits }: ClarifyingParts,
  round: number,
  { questions, assumptions }: Pick<ClarityAssessment, 'questions' | 'assumptions'>,
): Promise<readonly Exchange[]> {
  const timeoutMs = request.settings.clarificationTimeoutSeconds * 1_000;
  const numbered = questions.map(({ text, reason }, index) => ({ questionId: `r${round}q${index + 1}`, text, reason }));
  const deadline = new Date(Date.now() + timeoutMs).toISOString();
  state.update({ round: { round, questions: numbered, answers: {}, skipped: false, assumptions, deadline } });

  const isAnswered = (): boolean => state.current.round !== null && isSettled(state.current.round);
  await waits.forPeople(isAnswered, timeoutMs, `clarification round ${round}: waiting for an answer`);
  const settled = state.current.round;
  state.update({ round: null });
  progress.changed();
  return settled === null ? [] : toExchanges(settled);
}

function unassessed(question: string, language: string): ClarityAssessment {
  return {
    language,
    keyEntities: [],
    namedReferences: [],
    scope: question,
    knowledgeGaps: [],
    coverage: 0,
    questions: [],
    assumptions: [],
  };
}
