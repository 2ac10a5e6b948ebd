import { memoryUserSchema } from '@plumbline/contracts/research/memory';
import { tenantValue } from '@plumbline/contracts/settings/environment-values';
import { TENANT_END } from '@plumbline/contracts/settings/quotas';
import type { Priority } from '@temporalio/common';
import { hashContent } from './research-id.ts';

/**
 * The user that a token names, within a tenant: `acme::anna` is not the `anna` of another tenant, and neither sees what
 * the other has.
 *
 * @returns null for names that cannot be told apart from others
 */
export function userOfToken(name: string, tenant: string | null): string | null {
  const user = tenant === null ? name : `${tenant}${TENANT_END}${name}`;
  const isUsable = !name.includes(TENANT_END) && memoryUserSchema.safeParse(name).data === name && user.length <= 200;
  return isUsable && (tenant === null || tenantValue.safeParse(tenant).success) ? user : null;
}

/**
 * What a server goes by that takes turns: the user, whom the key does not name because it is not encrypted.
 *
 * @param usual tenant of those who name no user
 * @param priorityKey 1 to 5, lower ones first, also where no turns are taken: in queues of cached runs; left out: 3
 */
export function priorityOf(
  userId: string | null | undefined,
  usual: string | null,
  priorityKey?: number,
): { priority: Priority } {
  const fairnessKey = userId ? hashContent({ userId }).slice(0, 16) : usual;
  return {
    priority: { ...(fairnessKey !== null && { fairnessKey }), ...(priorityKey !== undefined && { priorityKey }) },
  };
}
