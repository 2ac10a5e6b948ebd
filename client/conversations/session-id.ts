import { randomBytes } from 'node:crypto';
import { slugOf } from '../runs/research-id.ts';

/**
 * A new id for a session: `chat-<slug of the first message>-<6 random hex characters>`; of a secret message (null), 16
 * random ones alone.
 */
export function createSessionId(message: string | null, random = randomBytes(8).toString('hex')): string {
  return message === null ? `chat-${random}` : `chat-${slugOf(message)}-${random.slice(0, 6)}`;
}
