import { setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import { callActivity } from '../calls/activity-options.ts';
import type { Span, SpanName } from '../contracts/answers/answer.ts';
import type { AnswerQueryInput } from '../contracts/answers/conversation.ts';
import type { RunWait } from '../contracts/report/progress.ts';
import { type ResearchRequest, researchSettingsSchema } from '../contracts/research/research-request.ts';
import { createParts, type RunParts } from '../deep-research/run/research-run.ts';
import type { ReasoningName } from '../deep-research/run/run-reasoning.ts';
import type { LiveState } from '../deep-research/run/run-state.ts';
import { type AnswerProgress, answerProgressQuery, raiseLimitsSignal, retryAnswerSignal } from './messages.ts';

/** What an answer does, step by step, and how long each step took by the workflow's clock. */
class AnswerTrace {
  readonly #ask: AnswerQueryInput['ask'];
  readonly #spans: Span[] = [];
  #stage = 'indexing';
  #waits: readonly RunWait[] = [];
  #noted: Promise<unknown> = Promise.resolve();

  constructor(ask: AnswerQueryInput['ask']) {
    this.#ask = ask;
  }

  get progress(): AnswerProgress {
    return { stage: this.#stage, waits: this.#waits };
  }

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Shows what is done now, in a stream too: one after the other, so that it has them in their order; nothing waits for it. */
  enter(stage: string): void {
    this.#stage = stage;
    this.#show();
    if (!this.#ask.streams) return;
    const note = { answerId: workflowInfo().workflowId, stage };
    this.#noted = this.#noted.then(() => callActivity('noteStage', note, `stage: ${stage}`)).catch(() => undefined);
  }

  showWaits(waits: readonly RunWait[]): void {
    this.#waits = waits;
    this.#show();
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

  #show(): void {
    const waits = this.#waits.map(({ subject, reason, until }) => `- waiting for ${subject} until ${until}: ${reason}`);
    const message = `> ${this.#ask.message.replaceAll('\n', '\n> ')}`;
    setCurrentDetails([`**${this.#stage}**`, '', message, '', ...waits].join('\n'));
  }
}

/** The parts of one answer. Its `researchId` is the session's: pages that were read serve the whole session. */
export interface AnswerRun extends RunParts, Pick<AnswerQueryInput, 'scope' | 'ask' | 'context'> {
  readonly answerId: string;
  readonly trace: AnswerTrace;
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
  const { sessionId, scope, ask, context } = input;
  const trace = new AnswerTrace(ask);
  const parts = createParts({
    researchId: sessionId,
    request: requestOf(input),
    patience: ANSWER_PATIENCE,
    // A chat does not wait for a decision: the rules answer, and the session's limits can be raised.
    decisionSeconds: 0,
    changed: (waits) => trace.showWaits(waits),
    byRule: BY_RULE,
    goesOnWithoutSetup: true,
  });
  handleMessages(parts.state, trace);
  const today = new Date(Date.now()).toISOString().slice(0, 10);
  return { ...parts, scope, ask, context, answerId: workflowInfo().workflowId, trace, today };
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
  setHandler(answerProgressQuery, () => trace.progress);
}
