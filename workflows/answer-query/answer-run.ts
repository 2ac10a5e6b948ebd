import { setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import { callActivity, waitForWorkers } from '../calls/activity-options.ts';
import { BudgetWait } from '../calls/budget-wait.ts';
import type { Span, SpanName } from '../contracts/answers/answer.ts';
import type { AnswerQueryInput } from '../contracts/answers/conversation.ts';
import type { RecalledMemory } from '../contracts/answers/memory-activities.ts';
import { type ResearchRequest, researchSettingsSchema } from '../contracts/research/research-request.ts';
import type { ResearchRun } from '../deep-research/run/research-run.ts';
import { RunAccounts, WorkTime } from '../deep-research/run/run-accounts.ts';
import { type ReasoningName, RunReasoning } from '../deep-research/run/run-reasoning.ts';
import { LiveState } from '../deep-research/run/run-state.ts';
import { RunWaits } from '../deep-research/run/run-waits.ts';
import { ServerWaits } from '../deep-research/run/server-waits.ts';
import { answerProgressQuery, raiseLimitsSignal, retryAnswerSignal } from './messages.ts';

/** What an answer does, step by step, and how long each step took by the workflow's clock. */
class AnswerTrace {
  readonly #show: (stage: string) => void;
  readonly #spans: Span[] = [];
  #stage = 'indexing';

  constructor(show: (stage: string) => void) {
    this.#show = show;
  }

  /** One id for all attempts: Temporal finds the execution by it. */
  get traceId(): string {
    return workflowInfo().runId;
  }

  get stage(): string {
    return this.#stage;
  }

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Shows what is done now. */
  enter(stage: string): void {
    this.#stage = stage;
    this.#show(stage);
  }

  /** Does one step and notes its time, also when it fails. */
  async span<Value>(name: SpanName, work: () => Promise<Value>): Promise<Value> {
    const started = Date.now();
    try {
      return await work();
    } finally {
      this.#spans.push({ name, startedAt: new Date(started).toISOString(), durationMs: Date.now() - started });
    }
  }

  /** Notes something that took no time. */
  mark(name: SpanName): void {
    this.#spans.push({ name, startedAt: new Date(Date.now()).toISOString(), durationMs: 0 });
  }
}

/** What an answer shares with a research run, so that the parts of research serve it. */
type SharedParts = Pick<
  ResearchRun,
  'researchId' | 'request' | 'state' | 'accounts' | 'budget' | 'servers' | 'reasoning'
>;

/** The parts of one answer. Its `researchId` is the session's: pages that were read serve the whole session. */
export interface AnswerRun extends SharedParts {
  readonly input: AnswerQueryInput;
  readonly answerId: string;
  readonly trace: AnswerTrace;
  /** Null: the session has no user. */
  readonly memory: RecalledMemory | null;
  /** ISO date (YYYY-MM-DD). */
  readonly today: string;
}

/** A model reads the message and writes the answer; what lies between is done by rules, in milliseconds. */
const BY_RULE: ReadonlySet<ReasoningName> = new Set<ReasoningName>(['extractQuotes']);

/** A person waits for the answer and can ask again: until then the rules answer, or the other sources. */
const ANSWER_MODEL_SECONDS = 60;
const ANSWER_PATIENCE = { modelSeconds: ANSWER_MODEL_SECONDS, providerSeconds: 10, workerSeconds: 600 };

/** A plan has few queries, so this limit need not be configurable. */
const MOST_SEARCHES = 100;

export function createAnswerRun(input: AnswerQueryInput): AnswerRun {
  const { sessionId } = input;
  const answerId = workflowInfo().workflowId;
  const request = requestOf(input);
  const state = new LiveState(request.settings.limits);
  const accounts = new RunAccounts(() => state.current.limits);
  const trace = new AnswerTrace(showStage(input, answerId));
  const waits = new RunWaits(state, { changed: () => showDetails(input, trace.stage, state) }, new WorkTime());
  const servers = new ServerWaits(state, waits, ANSWER_PATIENCE);
  waitForWorkers(servers.worker);
  const budget = new BudgetWait({
    // A chat does not wait for a decision: the rules answer, and the session's limits can be raised.
    timeoutMs: 0,
    limits: () => state.current.limits,
    hasReached: (name) => name !== 'wallTimeSeconds' && accounts.isAt(name),
    isFinishing: () => state.isFinishing,
    waitForPeople: async () => undefined,
  });
  const reasoning = new RunReasoning({
    request,
    state,
    accounts,
    budget,
    model: servers.model,
    byRule: BY_RULE,
    goesOnWithoutSetup: true,
  });
  handleMessages(state, trace);
  const today = new Date(Date.now()).toISOString().slice(0, 10);
  const shared = { researchId: sessionId, request, state, accounts, budget, servers, reasoning };
  return { ...shared, input, answerId, trace, memory: null, today };
}

/** The request that a research run of the same scope would have. */
function requestOf({ scope, ask, limits }: AnswerQueryInput): ResearchRequest {
  const { corpusDirectories, fileSelections, web, userId } = scope;
  const { citeThreshold } = scope.settings;
  const defaults = researchSettingsSchema.parse({});
  // Not parsed: what is left of a session's limits may be nothing.
  const ceilings = { ...defaults.limits, ...limits, searches: MOST_SEARCHES };
  return {
    question: ask.message,
    corpusDirectories,
    fileSelections,
    web,
    ...(userId !== null && { userId }),
    settings: { ...defaults, limits: ceilings, citeThreshold },
  };
}

function handleMessages(state: LiveState, trace: AnswerTrace): void {
  setHandler(retryAnswerSignal, () => state.update({ retries: state.current.retries + 1 }));
  setHandler(raiseLimitsSignal, (limits) => state.update({ limits: { ...state.current.limits, ...limits } }));
  setHandler(answerProgressQuery, () => ({ stage: trace.stage, waits: state.current.waits }));
}

/** One after the other, so that a stream has the stages in their order; nothing waits for them. */
function showStage(input: AnswerQueryInput, answerId: string): (stage: string) => void {
  let noted: Promise<unknown> = Promise.resolve();
  return (stage) => {
    showDetails(input, stage, null);
    if (!input.ask.streams) return;
    noted = noted.then(() => callActivity('noteStage', { answerId, stage }, `stage: ${stage}`)).catch(() => undefined);
  };
}

function showDetails({ ask }: AnswerQueryInput, stage: string, state: LiveState | null): void {
  const waits = state?.current.waits.map(
    ({ subject, reason, until }) => `- waiting for ${subject} until ${until}: ${reason}`,
  );
  setCurrentDetails([`**${stage}**`, '', `> ${ask.message.replaceAll('\n', '\n> ')}`, '', ...(waits ?? [])].join('\n'));
}
