export type CacheKind = 'answer' | 'plan';

/** Where a value is kept, and for whom; a null user is one, too. */
export interface CachePlace {
  readonly kind: CacheKind;
  readonly key: string;
  readonly userId: string | null;
}

export interface CacheEntry extends CachePlace {
  readonly sessionId: string;
  /** Anything that JSON can express. */
  readonly value: unknown;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Answers and plans that may be given again. Several processes may use it at once. */
export interface AnswerCache {
  /**
   * Null where there is nothing, where it has expired, and where it was made for another user, whatever the key.
   *
   * @param now ISO 8601
   */
  find(place: CachePlace, now: string): Promise<unknown>;
  /** Replaces what was kept under the same kind and key. */
  keep(entry: CacheEntry): Promise<void>;
  /** @returns the number of entries removed */
  deleteSession(sessionId: string): Promise<number>;
  /** Everything that was made for one user. @returns the number of entries removed */
  deleteUser(userId: string): Promise<number>;
  /** Deletes entries that expired before `before` (ISO 8601); only counts them if `apply` is false. */
  deleteExpired(before: string, apply: boolean): Promise<{ readonly entries: number; readonly bytes: number }>;
}
