/**
 * What holds a run up. `budget`: a limit is reached and a person decides. `outage`: a server is down, overloaded, or its
 * quota is used up; the run asks again by itself. `setup`: key or model name is wrong; it goes on when that is put right.
 */
export interface RunWait {
  readonly kind: 'budget' | 'outage' | 'setup';
  /** Name of the limit, `model`, `worker`, or the search provider. */
  readonly subject: string;
  /** The limit that is reached; null where a server is waited for. */
  readonly limit: number | null;
  /** Why the run waits: one sentence, of a server its own words. */
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
  /** When the run acts by itself: asks again, or finishes with what it has. ISO 8601. */
  readonly until: string;
  /** Times that it asked again. */
  readonly attempts: number;
}
