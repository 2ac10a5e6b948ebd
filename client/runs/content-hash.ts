import { createHash } from 'node:crypto';
import { canonicalJson } from '../../workflows/contracts/canonical-json.ts';

/** SHA-256 (hex) of a value in canonical JSON: equal values have equal hashes, whatever the order of their fields. */
export function hashContent(value: object): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
