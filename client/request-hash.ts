import { createHash } from 'node:crypto';
import type { ResearchRequest } from '../workflows/contracts/research-request.ts';

/** SHA-256 (hex) of the request in canonical JSON: equal requests have equal hashes, whatever the order of their fields. */
export function hashRequest(request: ResearchRequest): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
