import { memoryUserSchema } from '@plumbline/contracts/research/memory';
import { tenantValue } from '@plumbline/contracts/settings/environment-values';
import { TENANT_END, tenantOf } from '@plumbline/contracts/settings/quotas';

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
 * What a server goes by that balances between tenants.
 *
 * @param usual tenant where the user has none
 */
export function priorityOf(
  userId: string | null | undefined,
  usual: string | null,
): { priority?: { readonly fairnessKey: string } } {
  const tenant = tenantOf(userId ?? '');
  const fairnessKey = tenantValue.safeParse(tenant).success ? tenant : usual;
  return fairnessKey === null ? {} : { priority: { fairnessKey } };
}
