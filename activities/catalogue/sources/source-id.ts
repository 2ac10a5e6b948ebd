import { createHash } from 'node:crypto';

/** Stable for a file of a catalogue folder, or an address. */
export function sourceIdOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
