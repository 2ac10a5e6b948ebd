import type { Field } from '../../test/support/builders/documented-requests.ts';
import { insideOf, type Tally } from './tally.ts';
import { HOSTILE_TEXTS, longText, WRONG_VALUES } from './texts.ts';

/** Sends a request to the API under attack. */
type Send = (address: string, init: RequestInit) => Promise<Response>;

/** As long as many texts may be, and as long as one in a body of 1 MB. */
const LENGTHS = [1, 3_900, 240_000] as const;
/** After this a request that does real work is given up: what it works on is its answer. */
const PATIENCE_MS = 5_000;

/** A value for a field. */
interface Attack {
  readonly kind: string;
  readonly value: unknown;
}

/** Every hostile text in every length, by itself or where a field takes one, in a list; and every wrong type. */
function* attacksOn({ isList }: Field): Generator<Attack> {
  for (const text of HOSTILE_TEXTS) {
    for (const length of LENGTHS) {
      const whole = longText(text, isList ? Math.min(length, 3_900) : length);
      yield { kind: text.kind, value: isList ? Array.from({ length: length > 3_900 ? 60 : 1 }, () => whole) : whole };
    }
  }
  for (const value of WRONG_VALUES) yield { kind: 'wrong types', value };
}

/**
 * Tries every field with every attack. Held is what is answered or refused by the API itself, without a word of its insides.
 *
 * @param every one of so many attacks on each field, other ones on the next
 */
export async function tryRequests(fields: readonly Field[], send: Send, tally: Tally, every = 1): Promise<void> {
  let turn = 0;
  for (const field of fields) {
    for (const { kind, value } of attacksOn(field)) {
      if (turn++ % every !== 0) continue;
      const before = performance.now();
      const fault = await tryOne(field, value, send);
      tally.count(
        `requests: ${kind}`,
        `${field.method} ${field.path} ${field.name} ${short(value)}`,
        fault,
        performance.now() - before,
      );
    }
    // So that no two fields get the same ones.
    turn += 7;
  }
}

async function tryOne(field: Field, value: unknown, send: Send): Promise<string | null> {
  const [address, init] = requestOf(field, value);
  if (address === null) return null;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await send(address, { ...init, signal });
    const { status, headers } = response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    if (status >= 500) return `${status} ${text.slice(0, 200)}`;
    if (headers.has('x-planted')) return 'a header was planted';
    return status >= 400 ? insideOf(text) : null;
  } catch (error) {
    return signal.aborted ? null : `no answer: ${String(error)} ${String(error instanceof Error ? error.cause : '')}`;
  }
}

/** No client can send half a character in an address. */
function requestOf(field: Field, value: unknown): [string | null, RequestInit] {
  try {
    return field.request(value);
  } catch {
    return [null, {}];
  }
}

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
