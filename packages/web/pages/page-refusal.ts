import { RemoteServerError, type RemoteServerFacts } from '@plumbline/adapters/remote-server-error';
import { BlockedAddressError } from './web-agent.ts';

/** A page, or the robots.txt that governs it, is unavailable at the moment; a retry may get it. */
export class PageUnavailableError extends RemoteServerError {
  override readonly name = 'PageUnavailableError';
  readonly facts: RemoteServerFacts;

  /** @param outcome one clause that continues the address: `answered 503` */
  constructor(url: URL, outcome: string, facts: RemoteServerFacts, cause?: unknown) {
    super(`${url.origin}${url.pathname} ${outcome}.`, { cause });
    this.facts = facts;
  }
}

/** Statuses below 500 that may be temporary. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

const STATUS_REASONS: Readonly<Record<number, string>> = {
  401: 'needs a login',
  402: 'requires payment',
  403: 'refuses access; it may need a login',
  404: 'does not exist',
  407: 'needs a login',
  410: 'no longer exists',
  451: 'is withheld for legal reasons',
};

export function isTransientStatus(status: number): boolean {
  return status >= 500 || TRANSIENT_STATUSES.has(status);
}

/** Why an answer with this status has no page, for users. */
export function reasonOfStatus(status: number): string {
  return `${STATUS_REASONS[status] ?? 'has no content to read'} (${status})`;
}

/** Reasons of permanent request failures, for users, by the error's `code`. */
const REASONS_BY_CODE: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'its host does not exist'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(?:TLS|SSL)_/, 'has no trusted secure connection'],
  // zlib, Brotli and Zstandard, in the codes of Node.
  [/^(?:Z_|ERR__|ZSTD_)/, 'its compressed content is damaged'],
  [/^ERR_BUFFER_TOO_LARGE$/, 'unpacks to more than the limit'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'its headers are too long'],
  [/^HPE_/, 'does not answer with valid HTTP'],
];

/** Why a request cannot succeed, for users; null when a retry may. */
export function reasonOfFailure(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    if (cause instanceof BlockedAddressError) return cause.message;
    // Two errors of undici without a code: a port blocked by browsers, and an answer in another protocol.
    if (cause.message === 'bad port') return 'leads to a port that serves no public pages';
    if (cause.name === 'HTTPParserError') return 'does not answer with valid HTTP';
    const code = codeOf(cause);
    const [, reason] = REASONS_BY_CODE.find(([pattern]) => pattern.test(code)) ?? [];
    if (reason !== undefined) return code === 'ENOTFOUND' ? reason : `${reason} (${code})`;
  }
  return null;
}

/** The outcome of a retryable request, as a clause after the address. */
export function outcomeOfFailure(error: unknown): string {
  const codes = causesOf(error).map(codeOf);
  const code = codes.find((found) => found !== '');
  if (code === 'ECONNREFUSED') return 'refused the connection';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT') return 'did not answer in time';
  return `could not be reached${code === undefined ? '' : ` (${code})`}`;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) {
    causes.push(cause);
    if (cause instanceof AggregateError) causes.push(...cause.errors.filter((inner) => inner instanceof Error));
  }
  return causes;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
