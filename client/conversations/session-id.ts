import { randomBytes } from 'node:crypto';
import { slugOf } from '../runs/research-id.ts';

export const SESSION_PREFIX = 'chat-';

/**
 * A new id for a session: `chat-<slug of the first message>-<6 random hex characters>`; of a secret message (null), 16
 * random ones alone.
 */
export function createSessionId(message: string | null, random = randomBytes(8).toString('hex')): string {
  return message === null ? `${SESSION_PREFIX}${random}` : `${SESSION_PREFIX}${slugOf(message)}-${random.slice(0, 6)}`;
}
