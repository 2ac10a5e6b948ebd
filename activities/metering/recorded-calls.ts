import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { canonicalJson } from '../../workflows/contracts/canonical-json.ts';
import type { PaidCallKind } from '../../workflows/contracts/metering.ts';
import { RemoteServerError } from '../http/remote-server-error.ts';
import { createSingleFlight } from '../runtime/single-flight.ts';
import type { CallKey, CallStore, LostRequest, Payer, Spent, StoredAnswer } from './call-store.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import type { CallCost, PaidCall, PaidCalls, TokenUsage } from './paid-calls.ts';
import { type PriceTable, priceOf } from './price-table.ts';

export interface RecordedCallsOptions {
  readonly store: CallStore;
  /** Of the activity that is asking. */
  readonly payer: () => Payer;
  readonly prices: PriceTable;
  /** How long one run's answer serves other runs; 0: never. */
  readonly timeToLiveMs: Readonly<Record<PaidCallKind, number>>;
  readonly now: () => Date;
}

/** An answer, from the store or from the server. */
interface Made {
  readonly answer: unknown;
  /** The run that asked for it. */
  readonly from: string;
  readonly cost: CallCost;
}

/** A call and who pays for it. */
interface Asked<Answer> {
  readonly call: PaidCall<Answer>;
  readonly key: CallKey;
  readonly payer: Payer;
  readonly send: (signal: AbortSignal) => Promise<{ readonly answer: Answer; readonly usage: TokenUsage }>;
}

/** Pauses between attempts to store an answer, in milliseconds: a database may be busy or restarting. */
const STORING_PAUSES_MS = [100, 300, 1_000, 3_000, 10_000] as const;

/** Paid calls on record in a store. */
export function createRecordedCalls(options: RecordedCallsOptions): PaidCalls {
  const { store } = options;
  const share = createSingleFlight<Made>();
  const groupCommit = createGroupCommit();
  return {
    async make<Answer>(call: PaidCall<Answer>, send: Asked<Answer>['send']) {
      const payer = options.payer();
      const key = keyOf(call);
      let isLeader = false;
      const made = await share(`${payer.researchId}\n${key.contentHash}`, call.signal, (signal) => {
        isLeader = true;
        return obtain({ call, key, payer, send }, signal, { ...options, groupCommit });
      });
      const cost = isLeader ? made.cost : await store.noteReuse(key, payer, made.from);
      // What is stored for a key is what calls with that key send back.
      return { answer: made.answer as Answer, cost };
    },
  };
}

async function obtain<Answer>(
  asked: Asked<Answer>,
  signal: AbortSignal,
  { store, prices, timeToLiveMs, now, groupCommit }: RecordedCallsOptions & { readonly groupCommit: GroupCommit },
): Promise<Made> {
  const { call, key, payer, send } = asked;
  const notBefore = new Date(now().getTime() - timeToLiveMs[call.kind]).toISOString();
  const stored = await findUsable(asked, notBefore, store);
  if (stored !== null) {
    const cost = await store.noteReuse(key, payer, stored.researchId);
    return { answer: stored.answer, from: stored.researchId, cost };
  }
  const priced = (usage: TokenUsage): Spent => ({ ...usage, money: priceOf(prices, key, usage) });
  signal.throwIfAborted();
  await store.reserve(key, payer, { expected: priced(call.expected), ceiling: call.terms.ceiling });
  return groupCommit(async () => {
    const { answer, usage } = await send(signal).catch(async (error: unknown) => {
      // If even that fails, the reservation stays open and counts as lost.
      await store.fail(key, payer, lossOf(error)).catch(() => undefined);
      throw error;
    });
    const cost = await persist(() => store.settle(key, payer, { answer, spent: priced(usage) }));
    return { answer, from: payer.researchId, cost };
  });
}

async function findUsable<Answer>(
  { call: { terms, isUsable = async () => true }, key, payer: { researchId } }: Asked<Answer>,
  notBefore: string,
  store: CallStore,
): Promise<StoredAnswer | null> {
  const stored = await store.findAnswer(key, { researchId, reuse: terms.reuse, notBefore });
  if (stored === null) return null;
  const isOwn = stored.researchId === researchId;
  if (await isUsable(stored.answer as Answer, isOwn)) return stored;
  // The run's first answer stays, so it has to make room.
  if (isOwn) await store.forgetAnswer(key, researchId);
  return null;
}

/** A server that refused did no work. One that stayed silent may have charged for the request. */
function lossOf(error: unknown): LostRequest {
  return error instanceof RemoteServerError && error.facts.status !== undefined ? 'refused' : 'unanswered';
}

/** A paid answer is not dropped because the database is briefly unavailable. */
async function persist<Result>(store: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of STORING_PAUSES_MS) {
    try {
      return await store();
    } catch {
      // The last attempt says what is wrong.
      await delay(pauseMs);
    }
  }
  return store();
}

/** What a call is known by: equal for calls whose answers may stand for each other. */
function keyOf({ kind, name, version, model, input }: PaidCall<never>): CallKey {
  const content = canonicalJson({ kind, name, version, model, input });
  return { kind, name, model, contentHash: createHash('sha256').update(content).digest('hex') };
}
