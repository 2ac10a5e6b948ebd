import { createHash } from 'node:crypto';
import type { CallKey } from './call-store.ts';
import type { PaidCall } from './paid-calls.ts';

/** What a call is known by: equal for calls whose answers may stand for each other. */
export function keyOf({ kind, name, version, model, input }: PaidCall<never>): CallKey {
  const content = canonicalJson({ kind, name, version, model, input });
  return { kind, name, model, contentHash: createHash('sha256').update(content).digest('hex') };
}

/** The same text for equal values, in whatever order their fields were written. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => {
    if (typeof field !== 'object' || field === null || Array.isArray(field)) return field;
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
