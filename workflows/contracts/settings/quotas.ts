import { z } from 'zod';

/** What may be used on one day, which begins at midnight UTC; null: as much as anybody likes. */
export interface Quota {
  readonly runs: number | null;
  readonly tokens: number | null;
  /** US dollars, by the worker's price table. */
  readonly money: number | null;
}

/** What each user, and each tenant as a whole, may use. */
export interface Quotas {
  readonly user: Quota;
  readonly tenant: Quota;
}

export const NO_QUOTAS: Quotas = {
  user: { runs: null, tokens: null, money: null },
  tenant: { runs: null, tokens: null, money: null },
};

/** Between a tenant and the name of a user. */
export const TENANT_END = '::';

/** The tenant of a user; null: the name has none. */
export function tenantOf(userId: string): string | null {
  const [tenant, name] = userId.split(TENANT_END);
  return name === undefined || tenant === undefined ? null : tenant;
}

/** Who has a quota to keep. */
export interface QuotaOwner {
  readonly kind: keyof Quotas;
  readonly name: string;
  readonly quota: Quota;
}

/** The user and the tenant of the user, as far as they have a quota: always in this order, in which rows are locked. */
export function quotaOwners(quotas: Quotas, userId: string | null | undefined): QuotaOwner[] {
  if (userId === null || userId === undefined) return [];
  const tenant = tenantOf(userId);
  const owners: QuotaOwner[] = [{ kind: 'user', name: userId, quota: quotas.user }];
  if (tenant !== null) owners.push({ kind: 'tenant', name: tenant, quota: quotas.tenant });
  return owners.filter(({ quota }) => Object.values(quota).some((most) => most !== null));
}

/** When what is used on this day counts no longer. */
export function renewalAfter(day: string): Date {
  const renewal = new Date(`${day}T00:00:00.000Z`);
  renewal.setUTCDate(renewal.getUTCDate() + 1);
  return renewal;
}

const FORM = 'must be like user=runs:20,tokens:2000000,money:5;tenant=runs:200,money:50';
const PARTS: Readonly<Record<keyof Quota, RegExp>> = {
  runs: /^\d{1,9}$/,
  tokens: /^\d{1,12}$/,
  money: /^\d{1,9}(?:\.\d{1,6})?$/,
};

/** Quotas for each user and each tenant; those left out are none. */
export const quotasValue = z.string().transform((written, context): Quotas => {
  const found: Partial<Record<string, Quota>> = {};
  const reject = (problem: string) => context.addIssue(`${FORM}; ${problem}`);
  for (const entry of written.split(';')) {
    const [, owner, limits = ''] = /^\s*(user|tenant)\s*=(.*)$/.exec(entry) ?? [];
    if (owner === undefined || found[owner] !== undefined) reject('name user or tenant, each once');
    else found[owner] = quotaIn(limits, reject);
  }
  return { ...NO_QUOTAS, ...found };
});

function quotaIn(limits: string, reject: (problem: string) => void): Quota {
  const quota: Record<string, number | null> = { ...NO_QUOTAS.user };
  for (const limit of limits.split(',')) {
    const [name = '', ...rest] = limit.split(':').map((part) => part.trim());
    const amount = rest.join(':');
    if (!Object.hasOwn(PARTS, name) || quota[name] !== null) reject('limit runs, tokens or money, each once');
    else if (!PARTS[name as keyof Quota].test(amount)) reject(`${name} must be a number, 0 or more`);
    else quota[name] = Number(amount);
  }
  return quota as unknown as Quota;
}
