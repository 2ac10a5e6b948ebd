import { createHash } from 'node:crypto';
import { canonicalJson } from '../../workflows/contracts/canonical-json.ts';
import type { ResearchRequest } from '../../workflows/contracts/research-request.ts';

/** SHA-256 (hex) of the request in canonical JSON: equal requests have equal hashes, whatever the order of their fields. */
export function hashRequest(request: ResearchRequest): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}
