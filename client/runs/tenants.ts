import { memoryUserSchema } from '@plumbline/contracts/research/memory';
import { tenantValue } from '@plumbline/contracts/settings/environment-values';
import { TENANT_END } from '@plumbline/contracts/settings/quotas';
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
 */
export function priorityOf(
  userId: string | null | undefined,
  usual: string | null,
): { priority?: { readonly fairnessKey: string } } {
  const fairnessKey = userId ? hashContent({ userId }).slice(0, 16) : usual;
  return fairnessKey === null ? {} : { priority: { fairnessKey } };
}
