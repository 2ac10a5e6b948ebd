import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RemoteServerError } from '@plumbline/adapters/remote-server-error';
import { createSingleFlight } from '@plumbline/adapters/single-flight';
import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import type { PaidCallKind } from '@plumbline/contracts/common/metering';
import { DatabaseAwayError } from '@plumbline/storage/files';
import type { MetricMeter } from '@temporalio/common';
import type { CallKey, CallStore, LostRequest, Payer, Spent, StoredAnswer } from './call-store.ts';
import type { CallCost, PaidCall, PaidCalls, TokenUsage } from './paid-calls.ts';

const MILLION = 1_000_000;

/** Answers are returned once this many milliseconds pass without another one being stored. */
const QUIET_MS = 5;

export interface RecordedCallsOptions {
  readonly store: CallStore;
  /** Returns the payer of the running activity. */
  readonly payer: () => Payer;
  readonly prices: PriceTable;
  /** How long other runs may use one run's answer; 0 for never. */
  readonly timeToLiveMs: Readonly<Record<PaidCallKind, number>>;
  readonly now: () => Date;
  /** Of the running activity. */
  readonly meter: () => MetricMeter;
  /** Between attempts to store an answer. */
  readonly storingPausesMs?: readonly number[];
}

/** An answer, from the store or from the server. */
interface PaidOutcome {
  readonly answer: unknown;
  /** The run that asked for it. */
  readonly from: string;
  readonly cost: CallCost;
}

/** A call and who pays for it. */
interface PaidRequest<Answer> {
  readonly call: PaidCall<Answer>;
  readonly key: CallKey;
  readonly payer: Payer;
  readonly send: (signal: AbortSignal) => Promise<{ readonly answer: Answer; readonly usage: TokenUsage }>;
}

/** Pauses between attempts to store an answer, in milliseconds: a database may be busy or restarting. The last one is repeated. */
const STORING_PAUSES_MS: readonly number[] = [100, 300, 1_000, 3_000, 10_000, 1_000];

/** Makes paid calls that a store keeps on record. */
export function createRecordedCalls(options: RecordedCallsOptions): PaidCalls {
  const { store } = options;
  const share = createSingleFlight<PaidOutcome>();
  const groupCommit = createGroupCommit();
  return {
    async make<Answer>(call: PaidCall<Answer>, send: PaidRequest<Answer>['send']) {
      const payer: Payer = { ...options.payer(), spender: call.terms.spender };
      const key = keyOf(call);
      let isLeader = false;
      const outcome = await share(`${payer.researchId}\n${key.contentHash}`, call.signal, (signal) => {
        isLeader = true;
        return obtain({ call, key, payer, send }, signal, { ...options, groupCommit });
      });
      const cost = isLeader ? outcome.cost : await store.noteReuse(key, payer, outcome.from);
      // Only calls with this key store answers under it, so the stored answer has the call's type.
      return { answer: outcome.answer as Answer, cost };
    },
  };
}

async function obtain<Answer>(
  request: PaidRequest<Answer>,
  signal: AbortSignal,
  {
    store,
    prices,
    timeToLiveMs,
    now,
    meter,
    storingPausesMs = STORING_PAUSES_MS,
    groupCommit,
  }: RecordedCallsOptions & { readonly groupCommit: GroupCommit },
): Promise<PaidOutcome> {
  const { call, key, payer, send } = request;
  const notBefore = new Date(now().getTime() - timeToLiveMs[call.kind]).toISOString();
  const stored = await findUsable(request, notBefore, store);
  if (stored !== null) {
    const cost = await store.noteReuse(key, payer, stored.researchId);
    count(meter(), key, 'stored');
    return { answer: stored.answer, from: stored.researchId, cost };
  }
  const priced = (usage: TokenUsage): Spent => ({ ...usage, money: priceOf(prices, key, usage) });
  signal.throwIfAborted();
  await store.reserve(key, payer, { expected: priced(call.expected), ceiling: call.terms.ceiling });
  return groupCommit(async () => {
    const sentAt = performance.now();
    const { answer, usage } = await send(signal).catch(async (error: unknown) => {
      measure(meter(), key, { outcome: lossOf(error), sentAt });
      // If this fails too, the reservation stays open and counts as lost.
      await store.fail(key, payer, lossOf(error)).catch(() => undefined);
      count(meter(), key, lossOf(error));
      throw error;
    });
    measure(meter(), key, { outcome: 'answered', sentAt });
    count(meter(), key, 'answered', priced(usage));
    const settle = () => store.settle(key, payer, { answer, spent: priced(usage) });
    const cost = await persist(settle, storingPausesMs, signal);
    return { answer, from: payer.researchId, cost };
  });
}

async function findUsable<Answer>(
  { call: { terms, isUsable = async () => true }, key, payer: { researchId } }: PaidRequest<Answer>,
  notBefore: string,
  store: CallStore,
): Promise<StoredAnswer | null> {
  const { forebears = [] } = terms;
  const stored = await store.findAnswer(key, { researchId, reuse: terms.reuse, notBefore, forebears });
  if (stored === null) return null;
  const isOwn = stored.researchId === researchId;
  if (await isUsable(stored.answer as Answer, isOwn || forebears.includes(stored.researchId))) return stored;
  // The store keeps a run's first answer, so an unusable one must be deleted.
  if (isOwn) await store.forgetAnswer(key, researchId);
  return null;
}

/** For those who run workers: how often a server was asked, or a stored answer used, and what that took. */
function count(
  meter: MetricMeter,
  { kind, name, model }: CallKey,
  outcome: 'stored' | 'answered' | LostRequest,
  spent?: Spent,
): void {
  meter.createCounter('plumbline_paid_calls').add(1, { kind, name, model, outcome });
  if (spent === undefined) return;
  const tokens = meter.createCounter('plumbline_model_tokens');
  if (spent.promptTokens > 0) tokens.add(spent.promptTokens, { model, direction: 'prompt' });
  if (spent.completionTokens > 0) tokens.add(spent.completionTokens, { model, direction: 'completion' });
  // Counters are whole numbers.
  if (spent.money !== null)
    meter.createCounter('plumbline_micro_dollars').add(Math.round(spent.money * MILLION), { model });
}

/** How long a request took. */
function measure(
  meter: MetricMeter,
  { kind, name, model }: CallKey,
  { outcome, sentAt }: { readonly outcome: string; readonly sentAt: number },
): void {
  const seconds = (performance.now() - sentAt) / 1_000;
  meter
    .createHistogram('plumbline_paid_call_duration_seconds', 'float')
    .record(seconds, { kind, name, model, outcome });
}

/** A server that refused a request did no work; a server that never answered may have charged for it. */
function lossOf(error: unknown): LostRequest {
  return error instanceof RemoteServerError && error.facts.status !== undefined ? 'refused' : 'unanswered';
}

/** Retries, so that no paid answer is lost, and asked for again, because the database is away: for that as long as the step may take. */
async function persist<Result>(
  store: () => Promise<Result>,
  pausesMs: readonly number[],
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await store();
    } catch (error) {
      const isLast = failures >= pausesMs.length - 1;
      if (isLast && (signal.aborted || !(error instanceof DatabaseAwayError))) throw error;
      await delay(pausesMs[failures] ?? pausesMs.at(-1));
    }
  }
}

/** The key of a call; calls with equal keys may share an answer. */
function keyOf({ kind, name, version, model, input }: PaidCall<never>): CallKey {
  const content = canonicalJson({ kind, name, version, model, input });
  return { kind, name, model, contentHash: createHash('sha256').update(content).digest('hex') };
}

/** Runs work that sends a request and stores its answer. */
type GroupCommit = <Result>(sendAndStore: () => Promise<Result>) => Promise<Result>;

/**
 * Stores all answers that have arrived before returning any: answers to parallel requests arrive together, and a
 * process busy with the first one would not store the others. Waiting callers send nothing new, so the wait ends.
 */
export function createGroupCommit(): GroupCommit {
  let underWay = 0;
  let stored = 0;
  return async (sendAndStore) => {
    underWay += 1;
    const result = await sendAndStore().finally(() => {
      underWay -= 1;
    });
    stored += 1;
    for (let seen = 0; seen !== stored && underWay > 0;) {
      seen = stored;
      await delay(QUIET_MS);
    }
    return result;
  };
}

/** What calls cost, in US dollars. Prices change, so the project ships none. */
export interface PriceTable {
  /** Price of a million tokens, by model name. */
  readonly models: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** Price of one search, by provider name. */
  readonly searches: Readonly<Record<string, number>>;
}

/** Price in US dollars; null where the table has none. */
function priceOf(
  { models, searches }: PriceTable,
  { kind, name, model }: { readonly kind: PaidCallKind; readonly name: string; readonly model: string },
  { promptTokens, completionTokens }: TokenUsage,
): number | null {
  if (kind === 'page') return null;
  if (kind === 'search') return searches[name] ?? null;
  const price = models[model];
  return price === undefined ? null : (promptTokens * price.input + completionTokens * price.output) / MILLION;
}
