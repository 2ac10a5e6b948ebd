/**
 * Who asks on the page of a server whose tokens name no users: one person, whose memory is then used. Sessions of this
 * user are open to requests that name no user, as those without a user are.
 */
export const ONESELF = 'me';

/** Whether a session is open to who asks. @param asker null: the request names no user */
export function isOpenTo(asker: string | null, owner: string | null): boolean {
  return owner === asker || (asker === null && owner === ONESELF);
}
