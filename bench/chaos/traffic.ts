/** Requests to other servers that cost something. */
export type RequestKind = 'model' | 'search' | 'page';

/** A request as the server saw it. */
export interface LoggedRequest {
  readonly kind: RequestKind;
  /** Address and body: all that the answer depends on. */
  readonly content: string;
  /** Reasoning step, or path. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
  /** When the last byte of the answer was sent, or the connection was closed; null: neither yet. */
  endedAt: number | null;
  isAnswered: boolean;
  /** It was rejected: that is not an answer, and a retry is correct. */
  isRefused: boolean;
}

/** Repeated requests of a disturbed run, from the server's own log. */
export interface Repeats {
  /** Requests whose answer had been sent completely before a kill and that were sent again. */
  readonly completed: readonly string[];
  /** Requests under way at a kill that were sent again once, which is right. */
  readonly inFlight: readonly string[];
  /** The same, sent again more than once. */
  readonly inFlightTooOften: readonly string[];
  /** Requests that the undisturbed run never made. */
  readonly unknown: readonly string[];
}

/**
 * Compares a log with the one of the undisturbed run. What that one asked for several times may be asked for as often here.
 *
 * @param kills when processes were killed, in milliseconds since the epoch
 */
export function findRepeats(
  log: readonly LoggedRequest[],
  undisturbed: readonly LoggedRequest[],
  kills: readonly number[],
): Repeats {
  const accepted = log.filter(({ isRefused }) => !isRefused);
  const usual = Map.groupBy(undisturbed, ({ content }) => content);
  const repeats = {
    completed: [] as string[],
    inFlight: [] as string[],
    inFlightTooOften: [] as string[],
    unknown: [] as string[],
  };
  for (const [content, requests] of Map.groupBy(accepted, ({ content }) => content)) {
    const name = `${requests[0]?.kind} ${requests[0]?.name}`;
    const expected = usual.get(content)?.length ?? 1;
    if (!usual.has(content)) repeats.unknown.push(`${name}, ${describeNovelty(content, requests, undisturbed)}`);
    const excess = requests.length - expected;
    if (excess <= 0) continue;
    const interrupted = kills.filter((at) => requests.some((request) => isUnderWay(request, at))).length;
    if (interrupted > 0) repeats.inFlight.push(name);
    if (excess <= interrupted) continue;
    if (interrupted > 0) repeats.inFlightTooOften.push(name);
    else repeats.completed.push(`${name}, ${describeAge(requests, kills)}`);
  }
  return repeats;
}

const SHOWN = 60;

/** Where it differs from the most similar request of the undisturbed run. */
function describeNovelty(
  content: string,
  [request]: readonly LoggedRequest[],
  undisturbed: readonly LoggedRequest[],
): string {
  const shared = undisturbed
    .filter(({ kind, name }) => kind === request?.kind && name === request.name)
    .map((usual) => ({ usual: usual.content, length: sharedLength(usual.content, content) }));
  const [nearest] = shared.sort((a, b) => b.length - a.length);
  if (nearest === undefined) return 'nothing like it';
  const { usual, length } = nearest;
  return `${JSON.stringify(content.slice(length, length + SHOWN))} in place of ${JSON.stringify(usual.slice(length, length + SHOWN))}`;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** How old the answer was when the kill took it away: an answer of the same instant cannot have been stored. */
function describeAge(requests: readonly LoggedRequest[], kills: readonly number[]): string {
  const ages = requests.flatMap(({ endedAt }) => kills.map((at) => at - (endedAt ?? Number.POSITIVE_INFINITY)));
  const age = Math.min(...ages.filter((ms) => ms >= 0));
  return Number.isFinite(age) ? `answered ${age} ms before a kill` : 'without a kill';
}

/** Milliseconds that an answer takes from the server's socket to the caller: after a kill meanwhile it cannot have been stored. */
const ON_THE_WAY_MS = 5;

/** The kill is noted before it is done: what arrives so soon comes from the process that dies, since no other is up yet. */
const DYING_MS = 100;

/** A connection that breaks because of the kill is noticed after it. */
function isUnderWay({ arrivedAt, endedAt }: LoggedRequest, at: number): boolean {
  return arrivedAt <= at + DYING_MS && (endedAt === null || endedAt > at - ON_THE_WAY_MS);
}
