import { createHash } from 'node:crypto';
import { canonicalJson } from '../../workflows/contracts/canonical-json.ts';
import type { CallKey } from './call-store.ts';
import type { PaidCall } from './paid-calls.ts';

/** What a call is known by: equal for calls whose answers may stand for each other. */
export function keyOf({ kind, name, version, model, input }: PaidCall<never>): CallKey {
  const content = canonicalJson({ kind, name, version, model, input });
  return { kind, name, model, contentHash: createHash('sha256').update(content).digest('hex') };
}
