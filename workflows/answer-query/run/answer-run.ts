import type { AnswerDebug, AnswerResult, Span, SpanName } from '@plumbline/contracts/answers/answer';
import type { AnswerOutcome, AnswerQueryInput, SessionContext } from '@plumbline/contracts/answers/conversation';
import type { ManagedMemory, RecalledMemory } from '@plumbline/contracts/answers/memory-activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { RunWait } from '@plumbline/contracts/report/progress';
import { type ResearchRequest, researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { callActivity } from '../../calls/activity-options.ts';
import { createParts, type RunParts } from '../../deep-research/run/research-run.ts';
import type { ReasoningName } from '../../deep-research/run/run-reasoning.ts';

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

  get stage(): string {
    return this.#stage;
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

/** What is known beside the sources: what was said before, and what of the memory concerns the message. */
export interface Known {
  /** With the texts of what is remembered. */
  readonly context: SessionContext;
  /** With what was asked of it and changed in it; null: the session has no user. */
  readonly memory: (RecalledMemory & Pick<ManagedMemory, 'operations'>) | null;
}

type Said = 'interpretation' | 'summary';

/** What one kind of answer says; the record adds what all answers have. */
export interface AnswerContent extends Pick<AnswerResult, Said>, Partial<Omit<AnswerResult, Said | 'debug'>> {
  readonly debug?: Partial<AnswerDebug>;
}

/** What one kind of answer gives back, and what it rests on. */
export interface Answered extends Partial<Omit<AnswerOutcome, 'result'>> {
  readonly content: AnswerContent;
  readonly findings?: readonly Finding[];
}

/** A model reads the message and writes the answer; what lies between is done by rules, in milliseconds. */
const BY_RULE: ReadonlySet<ReasoningName> = new Set<ReasoningName>(['extractQuotes']);

/** A person waits for the answer and can ask again: until then the rules answer, or the other sources. */
const ANSWER_MODEL_SECONDS = 60;
/** A refused connection is told at once; the second request is for a server that just restarts. */
const ABSENT_SECONDS = 2;
const ANSWER_PATIENCE = {
  modelSeconds: ANSWER_MODEL_SECONDS,
  absentSeconds: ABSENT_SECONDS,
  providerSeconds: 10,
  workerSeconds: 600,
};

/** A plan has few queries, so this limit need not be configurable. */
const MOST_SEARCHES = 100;

/** Builds the parts and connects them; nothing happens yet. */
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
  });
  const today = new Date(Date.now()).toISOString().slice(0, 10);
  return { ...parts, scope, ask, context, answerId: workflowInfo().workflowId, trace, today };
}

/** The request that a research run of the same scope would have. */
function requestOf({ scope, ask, limits }: AnswerQueryInput): ResearchRequest {
  const { corpusDirectories, fileSelections, web, userId } = scope;
  const { citeThreshold, requireModel } = scope.settings;
  const defaults = researchSettingsSchema.parse({});
  // Not parsed: what is left of a session's limits may be nothing.
  const ceilings = { ...defaults.limits, ...limits, searches: MOST_SEARCHES };
  return {
    question: ask.message,
    corpusDirectories,
    fileSelections,
    web,
    ...(userId !== null && { userId }),
    settings: { ...defaults, limits: ceilings, citeThreshold, requireModel },
  };
}
