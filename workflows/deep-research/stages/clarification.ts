import { isCancellation } from '@temporalio/workflow';
import type { ClarityAssessment, Exchange } from '../../contracts/clarification.ts';
import type { CorpusReport } from '../../contracts/corpus.ts';
import { counted } from '../../contracts/counted.ts';
import type { SearchHit } from '../../contracts/evidence.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { describeFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { isSettled, toExchanges } from '../run/run-state.ts';
import { searchSources } from '../task/source-search.ts';

/** Most questions that one round may ask. */
const MAX_QUESTIONS = 3;

/** What clarification established; the anchor is frozen from it. */
export interface Clarification {
  readonly assessment: ClarityAssessment;
  readonly conversation: readonly Exchange[];
  /** What the last retrieval found for the question as understood so far. */
  readonly hits: readonly SearchHit[];
}

/** Retrieves, assesses and asks, until the question is clear, the rounds are used up, or nobody answers. */
export async function clarify(run: ResearchRun, corpus: CorpusReport): Promise<Clarification> {
  const { clarify: mode, clarificationRounds } = run.request.settings;
  const rounds = mode === 'never' ? 0 : clarificationRounds;
  let conversation: readonly Exchange[] = [];

  for (let round = 1; ; round++) {
    const maxQuestions = round > rounds || run.state.finishRequested ? 0 : MAX_QUESTIONS;
    const hits = await retrieve(run, corpus, conversation);
    const assessment = await assess(run, corpus, conversation, hits, maxQuestions);
    const questions = assessment.questions.slice(0, maxQuestions);
    if (questions.length === 0) return { assessment, conversation, hits };

    const exchanges = await askRound(run, round, questions);
    conversation = [...conversation, ...exchanges];
    const nobodyAnswered = exchanges.every(({ answer }) => answer === null);
    if (nobodyAnswered) return { assessment, conversation, hits };
  }
}

async function retrieve(
  run: ResearchRun,
  { corpusId }: CorpusReport,
  conversation: readonly Exchange[],
): Promise<SearchHit[]> {
  const answers = conversation.flatMap(({ answer }) => answer ?? []);
  const query = [run.request.question, ...answers].join(' ');
  return searchSources(run, corpusId, [query], { taskId: null, language: 'und', primaryOnly: false });
}

async function assess(
  run: ResearchRun,
  { corpusId, languages }: CorpusReport,
  conversation: readonly Exchange[],
  hits: readonly SearchHit[],
  maxQuestions: number,
): Promise<ClarityAssessment> {
  const { question, settings } = run.request;
  try {
    return await run.reason(
      'assessClarity',
      { question, conversation, hits, corpusId, mode: settings.clarify, maxQuestions },
      `assess the question against ${counted(hits.length, 'passage')}`,
    );
  } catch (error) {
    if (isCancellation(error)) throw error;
    run.accounts.gaps.push(createGap('question-unassessed', { cause: describeFailure(error) }));
    return unassessed(question, languages[0] ?? 'en');
  }
}

/** Publishes the questions and waits: for all answers, a skip, the wish to finish, or the deadline. */
async function askRound(
  run: ResearchRun,
  round: number,
  questions: ClarityAssessment['questions'],
): Promise<readonly Exchange[]> {
  const timeoutMs = run.request.settings.clarificationTimeoutSeconds * 1_000;
  const numbered = questions.map(({ text, reason }, index) => ({ questionId: `r${round}q${index + 1}`, text, reason }));
  const deadline = new Date(Date.now() + timeoutMs).toISOString();
  run.state = { ...run.state, round: { round, questions: numbered, answers: {}, skipped: false, deadline } };

  const isAnswered = (): boolean => run.state.round !== null && isSettled(run.state.round);
  await run.waitForPeople(isAnswered, timeoutMs, `clarification round ${round}: waiting for an answer`);
  const settled = run.state.round;
  run.state = { ...run.state, round: null };
  run.changed();
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
