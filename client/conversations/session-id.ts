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

/**
 * Who asks on the page of a server whose tokens name no users: one person, whose memory is then used. Sessions of this
 * user are open to requests that name no user, as those without a user are.
 */
export const ONESELF = 'me';

/** Whether a session is open to who asks. @param asker null: the request names no user */
export function isOpenTo(asker: string | null, owner: string | null): boolean {
  return owner === asker || (asker === null && owner === ONESELF);
}
