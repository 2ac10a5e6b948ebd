import { parseRetryAdvice } from '@plumbline/adapters/remote-server-error';
import { removeSecrets } from '@plumbline/adapters/secret-removal';
import { withoutMarkup } from './result-text.ts';
import { ProviderError, type ProviderTraits } from './search-provider.ts';

/** The failed provider and its request. */
export interface AskedProvider {
  readonly traits: ProviderTraits;
  readonly host: string;
  readonly apiKey: string;
  readonly query: string;
  readonly timeoutMs: number;
}

/** Meaning of a refusal. */
export interface Refusal {
  /** What the user can do about it: one sentence. */
  readonly remedy: string;
  /** Undefined: derived from the status. */
  readonly isWorthRetrying?: boolean;
}

/** Undefined: the status has its usual meaning. */
export type ReadRefusal = (status: number, headers: Headers) => Refusal | undefined;

/** An unsuccessful answer; its text may be incomplete. */
export interface ProviderRefusal {
  readonly status: number;
  readonly headers: Headers;
}

/** The provider's message is quoted up to this length, in characters. */
const MAX_COMPLAINT_LENGTH = 200;

/** The error for an unsuccessful status. */
export function describeRefusal(
  asked: AskedProvider,
  { status, headers }: ProviderRefusal,
  body: string,
  readRefusal: ReadRefusal = () => undefined,
): ProviderError {
  const { remedy, isWorthRetrying } = readRefusal(status, headers) ?? { remedy: remedyFor(asked.traits, status) };
  const said = removeSecrets(complaintIn(body), asked.apiKey, [asked.query]);
  const complaint = withoutMarkup(said, MAX_COMPLAINT_LENGTH).replace(/\.$/, '');
  const advice = parseRetryAdvice({ status, headers }, new Date());
  return new ProviderError({
    provider: asked.traits.name,
    outcome: `answered ${status}${complaint === '' ? '' : `: ${complaint}`}`,
    remedy,
    status,
    advice: { ...advice, shouldRetry: advice.shouldRetry ?? (isWorthRetrying === true ? true : undefined) },
    isPermanent: isWorthRetrying === false,
  });
}

/** The error for a request without a complete answer. */
export function toSilenceError(asked: AskedProvider, error: unknown, isTimeout: boolean): ProviderError {
  const { traits, host, timeoutMs } = asked;
  const code = systemCodeOf(error);
  return new ProviderError({
    provider: traits.name,
    outcome: isTimeout
      ? `did not answer within ${timeoutMs / 1_000} s`
      : `could not be reached at ${host} or closed the connection${code === undefined ? '' : ` (${code})`}`,
    remedy: `Check the network${traits.baseUrl === null ? `, ${traits.baseUrlVariable}` : ''} and whether the server is running.`,
    isTimeout,
  });
}

/** The error for an unusable answer: a retry would get the same. */
export function describeWrongAnswer({ traits, host }: AskedProvider, sent: string): ProviderError {
  return new ProviderError({
    provider: traits.name,
    outcome: `sent ${sent}`,
    remedy: `Check ${traits.baseUrlVariable} if it is set: ${host} may be another service, or its interface has changed.`,
    isPermanent: true,
  });
}

function remedyFor({ baseUrlVariable, keyVariable }: ProviderTraits, status: number): string {
  if (status === 401 || status === 402 || status === 403) {
    return keyVariable === null
      ? `It refuses this client: set PLUMBLINE_CONTACT and check ${baseUrlVariable} if it is set.`
      : `Check ${keyVariable} and the plan of the account.`;
  }
  if (status === 429) return 'Rate limit reached; try again later.';
  if (status >= 500) return 'The server has a problem; see its log or status page.';
  if (status < 400) return `Set ${baseUrlVariable} to the address that it redirects to.`;
  return `Check ${baseUrlVariable} if it is set; otherwise its interface has changed.`;
}

/** The first message at any depth of an error object; empty when the answer is not one. */
function complaintIn(body: string): string {
  try {
    return findMessage(JSON.parse(body));
  } catch {
    return '';
  }
}

function findMessage(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const candidates = Array.isArray(value) ? value : [fields['message'], fields['detail'], fields['error']];
  return candidates.map(findMessage).find((message) => message !== '') ?? '';
}

/** The code of the socket's error (`ECONNREFUSED`), which fetch wraps. */
function systemCodeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
