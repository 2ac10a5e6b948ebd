import type { SpendingCeiling } from '@plumbline/contracts/common/metering';
import { NO_QUOTAS, type Quotas } from '@plumbline/contracts/settings/quotas';
import {
  type CallRow,
  type StateDatabase,
  type StateTables,
  type StateTransaction,
  sum,
} from '@plumbline/storage/database';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { BudgetReachedError, type CallKey, type CallStore, type Payer, type Spent } from './call-store.ts';
import type { CallCost } from './paid-calls.ts';
import {
  costOf,
  failed,
  fromMicro,
  ledgerFrom,
  newRow,
  payersFrom,
  reserved,
  reused,
  settleRow,
  storeAnswer,
  withReserved,
} from './run-ledger.ts';
import { type Booking, createBooking } from './spending.ts';

/** A call store in an SQL database. */
export function createSqlCallStore(database: StateDatabase, now: () => Date, quotas: Quotas = NO_QUOTAS): CallStore {
  return {
    ...answersIn(database),
    ...accountsIn(database, now, quotas),
    ...deletionsIn(database),
    ledgerOf: async (researchId) => ledgerFrom(await database.read(), researchId),
    payersOf: async (sessionId) => payersFrom(await database.read(), sessionId),
    close: () => database.close(),
  };
}

function answersIn(database: StateDatabase): Pick<CallStore, 'findAnswer' | 'forgetAnswer'> {
  return {
    async findAnswer({ contentHash }, { researchId, reuse, notBefore, forebears = [] }) {
      const nearness = nearnessTo([...forebears.toReversed(), researchId]);
      const row = await (
        await database.read()
      )
        .selectFrom('answers')
        .select(['answer', 'research_id', 'stored_at'])
        .where('content_hash', '=', contentHash)
        .where((is) => {
          const isNear = is(nearness, '>', 0);
          return reuse === 'own-run' ? isNear : is.or([isNear, is('stored_at', '>=', notBefore)]);
        })
        .orderBy(nearness, 'desc')
        .orderBy('stored_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { answer: JSON.parse(row.answer), researchId: row.research_id, storedAt: row.stored_at };
    },
    async forgetAnswer({ contentHash }, researchId) {
      await database.change(runOf(researchId), (transaction) =>
        transaction
          .deleteFrom('answers')
          .where('content_hash', '=', contentHash)
          .where('research_id', '=', researchId)
          .execute(),
      );
    },
  };
}

/** 0 for the answers of other runs; of those named, the last is the nearest. */
function nearnessTo(researchIds: readonly string[]): RawBuilder<number> {
  const cases = researchIds.map((id, index) => sql`WHEN ${id} THEN ${sql.lit(index + 1)}`);
  return sql<number>`CASE research_id ${sql.join(cases, sql` `)} ELSE 0 END`;
}

type Update = (row: CallRow, transaction: StateTransaction) => CallRow | Promise<CallRow>;

function accountsIn(
  database: StateDatabase,
  now: () => Date,
  quotas: Quotas,
): Pick<CallStore, 'noteReuse' | 'noteKept' | 'reserve' | 'settle' | 'fail'> {
  const bookingOf = ({ spender }: Payer) => createBooking(quotas, spender);
  const change = (key: CallKey, payer: Payer, update: Update) =>
    database.change(runOf(payer.researchId), async (transaction) => {
      const row = (await findRow(transaction, key, payer)) ?? newRow(key, payer);
      const changed = { ...(await update(row, transaction)), updated_at: now().toISOString() };
      await saveRow(transaction, changed);
      const passed = await bookingOf(payer).book(transaction, row, changed);
      if (passed !== null) throw new BudgetReachedError(passed.amount === 'money' ? 'money' : 'modelTokens', passed);
      return costOf(changed);
    });
  return {
    noteReuse: (key, payer, from) => change(key, payer, (row) => reused(row, from)),
    noteKept: (payer, from, until) =>
      database.change(runOf(payer.researchId), (transaction) =>
        keepRows(transaction, payer, { from, until, notedAt: now().toISOString() }),
      ),
    async reserve(key, payer, { expected, ceiling }) {
      await change(key, payer, async (row, transaction) => {
        if (ceiling !== null) await refuseBeyond(ceiling, transaction, key, payer, expected);
        return reserved(row, expected);
      });
    },
    settle: (key, payer, settled) =>
      database.change(runOf(payer.researchId), (transaction) =>
        settleCall(transaction, key, payer, { ...settled, at: now().toISOString(), booking: bookingOf(payer) }),
      ),
    async fail(key, payer, how) {
      await change(key, payer, (row) => failed(row, how));
    },
  };
}

/** Stores an answer and settles its call. What was paid for is kept, even where it cost more than expected. */
async function settleCall(
  transaction: StateTransaction,
  key: CallKey,
  payer: Payer,
  { answer, spent, at, booking }: Settled,
): Promise<CallCost> {
  await storeAnswer(transaction, key, payer, { answer, storedAt: at });
  const row = booking.isNeeded ? await findRow(transaction, key, payer) : undefined;
  const settled = await settleRow(transaction, key, payer, { spent, settledAt: at });
  if (row !== undefined && settled !== undefined) await booking.book(transaction, row, settled);
  return costOf(settled ?? newRow(key, payer));
}

interface Settled {
  readonly answer: unknown;
  readonly spent: Spent;
  /** ISO 8601. */
  readonly at: string;
  readonly booking: Booking;
}

function runOf(researchId: string): string {
  return `run ${researchId}`;
}

function findRow(
  transaction: StateTransaction,
  { contentHash }: CallKey,
  { researchId, activityId }: Payer,
): Promise<CallRow | undefined> {
  return transaction
    .selectFrom('calls')
    .selectAll()
    .where('research_id', '=', researchId)
    .where('activity_id', '=', activityId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
}

async function saveRow(transaction: StateTransaction, row: CallRow): Promise<void> {
  await transaction
    .insertInto('calls')
    .values(row)
    .onConflict((conflict) => conflict.columns(['research_id', 'activity_id', 'content_hash']).doUpdateSet(row))
    .execute();
}

/** Searches and pages count only towards the limit on money. */
async function refuseBeyond(
  ceiling: SpendingCeiling,
  transaction: StateTransaction,
  { kind }: CallKey,
  { researchId }: Payer,
  expected: Spent,
): Promise<void> {
  const used = await transaction
    .selectFrom('calls')
    .select([
      sum(sql`CASE WHEN kind = 'model' THEN requests ELSE 0 END`).as('requests'),
      sum(withReserved('prompt_tokens')).as('prompt_tokens'),
      sum(withReserved('completion_tokens')).as('completion_tokens'),
      sum(withReserved('money')).as('money'),
    ])
    .where('research_id', '=', researchId)
    .executeTakeFirstOrThrow();
  const refuse = (limit: keyof SpendingCeiling, total: number): void => {
    const most = ceiling[limit];
    if (most !== null && total > most) throw new BudgetReachedError(limit, most);
  };
  if (kind === 'model') {
    const tokens = expected.promptTokens + expected.completionTokens;
    refuse('modelCalls', used.requests + 1);
    refuse('modelTokens', used.prompt_tokens + used.completion_tokens + tokens);
  }
  if (expected.money !== null && expected.money > 0) refuse('money', (fromMicro(used.money) ?? 0) + expected.money);
}

function deletionsIn(database: StateDatabase): Pick<CallStore, 'deleteRun' | 'deleteAnswersOf' | 'deleteAnswers'> {
  return {
    async deleteRun(researchId) {
      const deleted = await database.change(runOf(researchId), async (transaction) => [
        await transaction.deleteFrom('answers').where('research_id', '=', researchId).executeTakeFirst(),
        await transaction.deleteFrom('calls').where('research_id', '=', researchId).executeTakeFirst(),
      ]);
      await database.purge();
      return deleted.reduce((total, { numDeletedRows }) => total + Number(numDeletedRows), 0);
    },
    async deleteAnswersOf(researchIds) {
      if (researchIds.length === 0) return 0;
      const { numDeletedRows } = await database.change('answers', (transaction) =>
        transaction.deleteFrom('answers').where('research_id', 'in', researchIds).executeTakeFirst(),
      );
      await database.purge();
      return Number(numDeletedRows);
    },
    async deleteAnswers(before, keptRuns, apply) {
      const isOld = (row: ExpressionBuilder<StateTables, 'answers'>) =>
        row.and([
          row('stored_at', '<', before),
          ...(keptRuns.length === 0 ? [] : [row('research_id', 'not in', keptRuns)]),
        ]);
      const found = await database.change('answers', async (transaction) => {
        const { answers, bytes } = await transaction
          .selectFrom('answers')
          .select([sum(sql`1`).as('answers'), sum(sql`bytes`).as('bytes')])
          .where(isOld)
          .executeTakeFirstOrThrow();
        if (apply) await transaction.deleteFrom('answers').where(isOld).execute();
        return { answers, bytes };
      });
      if (apply) await database.purge();
      return found;
    },
  };
}

/** Which calls of another run are kept; times are ISO 8601. */
interface KeptCalls {
  /** The other run. */
  readonly from: string;
  readonly until: string;
  readonly notedAt: string;
}

/** For each answer of another run, adds a row for the payer: reused, at no cost. */
async function keepRows(
  transaction: StateTransaction,
  { researchId, activityId }: Payer,
  { from, until, notedAt }: KeptCalls,
): Promise<void> {
  await sql`
    INSERT INTO calls (
      research_id, activity_id, content_hash, kind, name, model, requests, lost, reused, is_open,
      reserved_prompt_tokens, reserved_completion_tokens, reserved_money, prompt_tokens, completion_tokens, money,
      reused_from, updated_at
    )
    SELECT
      CAST(${researchId} AS TEXT), CAST(${activityId} AS TEXT), content_hash, MIN(kind), MIN(name), MIN(model), 0, 0, 1, 0,
      0, 0, NULL, 0, 0, NULL,
      COALESCE(MIN(reused_from), CAST(${from} AS TEXT)), CAST(${notedAt} AS TEXT)
    FROM calls
    WHERE research_id = ${from} AND updated_at <= ${until} AND (requests > lost + is_open OR reused > 0)
    GROUP BY content_hash
    ON CONFLICT DO NOTHING`.execute(transaction);
}
