import type { ReachedQuota, Spender } from '@plumbline/contracts/common/metering';
import {
  type Quota,
  type QuotaOwner,
  quotaOwners,
  type Quotas,
  renewalAfter,
} from '@plumbline/contracts/settings/quotas';
import type { CallRow, SpendingRow, StateDatabase, StateTransaction } from '@plumbline/storage/database';
import { sql } from 'kysely';
import { fromMicro } from './run-ledger.ts';

/** What a user or a tenant used today, of how much. */
interface QuotaUse extends Pick<QuotaOwner, 'kind' | 'name' | 'quota'> {
  readonly used: { readonly [Name in keyof Quota]: number };
  /** ISO 8601. */
  readonly renewsAt: string;
}

/** What users and tenants used of their quotas: in the state database, for all machines. */
export interface Spending {
  /** Counts a run that is about to start. @returns the quota that keeps it from starting; it is not counted then */
  countRun(userId: string | null): Promise<ReachedQuota | null>;
  /** Takes back the count of a run that did not start. */
  uncountRun(userId: string | null): Promise<void>;
  /** Empty for a user without a quota. */
  usedBy(userId: string | null): Promise<readonly QuotaUse[]>;
}

export function createSqlSpending(database: StateDatabase, quotas: Quotas, now: () => Date): Spending {
  const today = () => dayOf(now().toISOString());
  const add = (owners: readonly QuotaOwner[], runs: number) =>
    database.change('spending', async (transaction) => {
      const day = today();
      // Old days name users to no end. A call that is settled after midnight still corrects the day before.
      const before = dayOf(new Date(now().getTime() - 86_400_000).toISOString());
      await transaction.deleteFrom('spending').where('day', '<', before).execute();
      const reached = await addSpending(transaction, owners, day, { ...NOTHING, runs });
      if (reached !== null) await addSpending(transaction, owners, day, { ...NOTHING, runs: -runs });
      return reached;
    });
  return {
    async countRun(userId) {
      const owners = quotaOwners(quotas, userId);
      return owners.length === 0 ? null : add(owners, 1);
    },
    async uncountRun(userId) {
      const owners = quotaOwners(quotas, userId);
      if (owners.length > 0) await add(owners, -1);
    },
    async usedBy(userId) {
      const day = today();
      const read = async (owner: QuotaOwner): Promise<QuotaUse> => {
        const rows = (await database.read()).selectFrom('spending').selectAll().where('day', '=', day);
        const row = await rows.where('owner', '=', keyOf(owner)).executeTakeFirst();
        // PostgreSQL gives numbers of 64 bits as text.
        const [runs = 0, tokens = 0, money = 0] = [row?.runs, row?.tokens, row?.money].map((each) => Number(each ?? 0));
        return { ...owner, used: { runs, tokens, money: fromMicro(money) ?? 0 }, renewsAt: renewalOf(day) };
      };
      return Promise.all(quotaOwners(quotas, userId).map(read));
    },
  };
}

type Amounts = Pick<SpendingRow, 'runs' | 'tokens' | 'money'>;

const NOTHING: Amounts = { runs: 0, tokens: 0, money: 0 };

/** Adds changes of the ledger to what the user and the tenant of a call spent. */
export interface Booking {
  /** One of them has a quota. */
  readonly isNeeded: boolean;
  /** @returns the quota that the change passes */
  book(transaction: StateTransaction, before: CallRow, after: CallRow): Promise<PassedQuota | null>;
}

export function createBooking(quotas: Quotas, spender: Spender | undefined): Booking {
  const owners = quotaOwners(quotas, spender?.userId);
  return {
    isNeeded: owners.length > 0,
    async book(transaction, before, after) {
      const difference = differenceOf(before, after);
      if (owners.length === 0 || (difference.tokens === 0 && difference.money === 0)) return null;
      // A correction belongs to the day of the reservation.
      const day = dayOf(after.is_open === 1 ? after.updated_at : before.updated_at);
      return addSpending(transaction, owners, day, difference, spender?.share);
    },
  };
}

/** What a change of the ledger adds to the spending; negative where less was used than was reserved. */
function differenceOf(before: CallRow, after: CallRow): Amounts {
  const [was, is] = [amountsOf(before), amountsOf(after)];
  return { runs: 0, tokens: is.tokens - was.tokens, money: is.money - was.money };
}

function amountsOf(row: CallRow): Pick<Amounts, 'tokens' | 'money'> {
  const reserved = row.reserved_prompt_tokens + row.reserved_completion_tokens;
  return {
    tokens: row.prompt_tokens + row.completion_tokens + reserved,
    money: (row.money ?? 0) + (row.reserved_money ?? 0),
  };
}

/** The day of a time (ISO 8601), in UTC. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}

function keyOf({ kind, name }: QuotaOwner): string {
  return `${kind} ${name}`;
}

function renewalOf(day: string): string {
  return renewalAfter(day).toISOString();
}

/** A quota that is passed, and by which of the amounts. */
interface PassedQuota extends ReachedQuota {
  readonly amount: keyof Quota;
}

/**
 * Adds to what these owners used on a day. Others who add to the same wait until the transaction is over, so that two
 * cannot pass a quota together.
 *
 * @param share of the quotas that may be used
 * @returns the first quota that an added amount passes
 */
async function addSpending(
  transaction: StateTransaction,
  owners: readonly QuotaOwner[],
  day: string,
  { runs, tokens, money }: Amounts,
  share = 1,
): Promise<PassedQuota | null> {
  let passed: PassedQuota | null = null;
  for (const owner of owners) {
    const { rows } = await sql<Amounts>`
      INSERT INTO spending (owner, day, runs, tokens, money)
      VALUES (${keyOf(owner)}, ${day}, ${runs}, ${tokens}, ${money})
      ON CONFLICT (owner, day) DO UPDATE SET
        runs = spending.runs + excluded.runs,
        tokens = spending.tokens + excluded.tokens,
        money = spending.money + excluded.money
      RETURNING
        CAST(runs AS DOUBLE PRECISION) AS runs,
        CAST(tokens AS DOUBLE PRECISION) AS tokens,
        CAST(money AS DOUBLE PRECISION) AS money`.execute(transaction);
    const used = rows[0] ?? NOTHING;
    passed ??= passedBy(owner, day, { runs: runs > 0, tokens: tokens > 0, money: money > 0 }, used, share);
  }
  return passed;
}

function passedBy(
  { kind, name, quota }: QuotaOwner,
  day: string,
  isAdded: { readonly [Name in keyof Quota]: boolean },
  used: Amounts,
  share: number,
): PassedQuota | null {
  const totals = { ...used, money: fromMicro(used.money) ?? 0 };
  for (const amount of ['runs', 'tokens', 'money'] as const) {
    const most = quota[amount];
    if (most === null || !isAdded[amount] || totals[amount] <= most * share) continue;
    const renewsAt = renewalOf(day);
    const what = amount === 'money' ? `$${most}` : `${most} ${amount}`;
    const reason = `the quota of ${what} a day of the ${kind} ${name} is used up; it renews at ${renewsAt.slice(0, 16)}Z`;
    return { amount, reason, renewsAt };
  }
  return null;
}
