import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import type { AwsClient } from 'aws4fetch';
import { fetch } from 'undici';
import { sha256Of } from './file-blob-store.ts';

/** Attempts of each request. Temporal repeats the activity as well, after longer pauses. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
const TIMEOUT_MS = 20_000;
/** A body that is slower than this counts as stuck. */
const SLOWEST_BYTES_PER_MS = 64;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Codes of answers whose status says less. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'OperationAborted',
  'ConditionalRequestConflict',
]);

/** A bucket of S3, or of a server that speaks its protocol. */
export interface S3Settings {
  readonly bucket: string;
  /** Of all keys, without slashes around it; may be empty. */
  readonly prefix: string;
  /** Null: AWS. With an address the bucket is part of the path. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Null: the keys are not temporary. */
  readonly sessionToken: string | null;
}

/** S3 did not answer, is overloaded, or refused. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** Undefined: no usable answer came back. */
  readonly status: number | undefined;
  /** Another attempt may succeed without a change of the settings. */
  readonly isTransient: boolean;

  constructor(message: string, facts: Pick<S3Error, 'status' | 'isTransient'>, options?: ErrorOptions) {
    super(message, options);
    this.status = facts.status;
    this.isTransient = facts.isTransient;
  }
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Relative to the prefix; empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly mediaType?: string;
  /** Of a PUT: overwrites nothing, where the server knows of such requests. */
  readonly isNew?: boolean;
  /** Default: four. */
  readonly attempts?: number;
}

export interface S3Answer {
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface S3Requests {
  /** Undefined: there is no such key, or one already where `isNew` was asked for. @throws {S3Error} */
  send(request: S3Request): Promise<S3Answer | undefined>;
  /** With the prefix. */
  keyOf(key: string): string;
  /** `s3://…`, for messages. */
  placeOf(key: string): string;
}

interface Outcome {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly reason: string;
  readonly answer: S3Answer | undefined;
  readonly cause?: unknown;
}

interface Patience {
  readonly pause: (ms: number) => Promise<void>;
  /** Until an answer begins, for a request without a body. */
  readonly timeoutMs: number;
}

/** Signed requests to one bucket. What may pass is tried again after a pause that doubles, with jitter. */
export function createS3Requests(
  settings: S3Settings,
  { pause = sleep, timeoutMs = TIMEOUT_MS }: Partial<Patience> = {},
): S3Requests {
  const { bucket, prefix } = settings;
  const placeOf = (key: string): string => `s3://${joinKey(bucket, prefix, key)}`;
  const attempt = createAttempt(settings, timeoutMs);
  return {
    keyOf: (key) => joinKey(prefix, key),
    placeOf,
    async send(request) {
      const attempts = request.attempts ?? ATTEMPTS;
      for (let made = 1; ; made++) {
        const outcome = await attempt(request);
        if (outcome.answer !== undefined) return outcome.answer;
        if (isMissingKey(outcome, request) || (request.isNew === true && outcome.status === 412)) return undefined;
        if (!isTransient(outcome) || made === attempts) throw toError(outcome, placeOf(''), made);
        const usualMs = FIRST_PAUSE_MS * 2 ** (made - 1);
        await pause(usualMs * (0.5 + Math.random()));
      }
    },
  };
}

export interface ListedObject {
  /** With the prefix. */
  readonly key: string;
  readonly bytes: number;
  /** Differs when the content does. */
  readonly digest: string;
  readonly changedAt: Date;
  /** Since the last change, by the clock of the server. */
  readonly ageMs: number;
}

/** A thousand at a time. @param under a beginning of keys, relative to the prefix */
export async function listObjects(requests: S3Requests, under: string): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  for await (const { text, headers } of listingsOf(requests, { prefix: requests.keyOf(under) })) {
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const [size, changed] = [elementOf(entry, 'Size'), elementOf(entry, 'LastModified')];
      objects.push({
        key: elementOf(entry, 'Key'),
        bytes: Number(size),
        // Servers that keep objects as plain files know no tags.
        digest: elementOf(entry, 'ETag') || `${size} ${changed}`,
        changedAt: new Date(changed),
        ageMs: changedMsAgo(headers, changed),
      });
    }
  }
  return objects;
}

/** Names of what keys begin with up to their next slash. @param folder relative to the prefix, without a slash at its end */
export async function listFolders(requests: S3Requests, folder: string): Promise<string[]> {
  const prefix = `${requests.keyOf(folder)}/`;
  const names: string[] = [];
  for await (const { text } of listingsOf(requests, { prefix, delimiter: '/' })) {
    const found = text.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs);
    for (const [, entry = ''] of found) names.push(elementOf(entry, 'Prefix').slice(prefix.length, -1));
  }
  return names;
}

async function* listingsOf(requests: S3Requests, wanted: Readonly<Record<string, string>>) {
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', ...wanted, ...(token && { 'continuation-token': token }) };
    const answer = await requests.send({ method: 'GET', key: '', query });
    const text = answer?.bytes.toString('utf8') ?? '';
    yield { text, headers: answer?.headers ?? new Headers() };
    token = elementOf(text, 'NextContinuationToken') || undefined;
  } while (token !== undefined);
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

function elementOf(xml: string, name: string): string {
  const written = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return written.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, word = '') => {
    const number = decimal ?? (hex && `0x${hex}`);
    return number === undefined ? (ENTITIES[word] ?? all) : String.fromCodePoint(Number(number));
  });
}

/** By the clock of the server; 0 without a time: it counts as just changed. */
export function changedMsAgo(headers: Headers, lastModified: string | null): number {
  const [now, then] = [Date.parse(headers.get('date') ?? ''), Date.parse(lastModified ?? '')];
  return Number.isNaN(now - then) ? 0 : Math.max(0, now - then);
}

/** One request, whatever comes of it. */
function createAttempt(settings: S3Settings, timeoutMs: number): (request: S3Request) => Promise<Outcome> {
  let client: Promise<AwsClient> | undefined;
  const dispatcher = createRemoteAgent();
  return async (request) => {
    client ??= createClient(settings);
    const timer = new AbortController();
    let timeout: NodeJS.Timeout | undefined;
    /** Longer for a body, which takes its time. */
    const limit = (bytes: number): void => {
      clearTimeout(timeout);
      const stop = () => timer.abort(new Error('no answer in time'));
      timeout = setTimeout(stop, timeoutMs + bytes / SLOWEST_BYTES_PER_MS);
    };
    const { method, body } = request;
    try {
      limit(body?.length ?? 0);
      const headers = { 'x-amz-content-sha256': sha256Of(body ?? Buffer.alloc(0)), ...conditionsOf(request) };
      const content = body === undefined ? {} : { body: ownBytes(body) };
      const signed = await (await client).sign(addressOf(settings, request), { method, headers, ...content });
      // A redirect goes to another region, where the signature does not hold.
      const sent = { method, headers: Object.fromEntries(signed.headers), ...content, signal: timer.signal };
      const response = await fetch(signed.url, { ...sent, dispatcher, redirect: 'manual' });
      limit(Number(response.headers.get('content-length') ?? 0));
      return toOutcome(response, Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      return { status: undefined, code: undefined, reason: reasonOf(error), answer: undefined, cause: error };
    } finally {
      clearTimeout(timeout);
    }
  };
}

/** Late: homes without S3 need no signatures. */
async function createClient({ accessKeyId, secretAccessKey, sessionToken, region }: S3Settings): Promise<AwsClient> {
  const { AwsClient: Client } = await import('aws4fetch');
  const token = sessionToken === null ? {} : { sessionToken };
  return new Client({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0, ...token });
}

function addressOf({ bucket, prefix, endpoint, region }: S3Settings, { key, query = {} }: S3Request): string {
  // AWS has no certificate for a name with dots in the bucket.
  const inName = endpoint === null && !bucket.includes('.');
  const origin = endpoint === null ? null : new URL(endpoint).origin;
  const host = origin ?? `https://${inName ? `${bucket}.` : ''}s3.${region}.amazonaws.com`;
  const path = joinKey(inName ? '' : bucket, ...(key === '' ? [] : [prefix, key]))
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  // Not every server takes a plus sign for a space.
  const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
  return `${host}/${path}${search === '' ? '' : `?${search}`}`;
}

function joinKey(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

function conditionsOf({ mediaType, isNew = false }: S3Request): Record<string, string> {
  return { ...(mediaType !== undefined && { 'content-type': mediaType }), ...(isNew && { 'if-none-match': '*' }) };
}

/** `fetch` takes no memory that may be shared between threads. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}

function toOutcome({ ok, status, statusText, headers }: Response, bytes: Buffer): Outcome {
  if (ok) return { status, code: undefined, reason: '', answer: { headers, bytes } };
  const code = /<Code>([\w.]+)<\/Code>/.exec(bytes.toString('utf8', 0, 4_096))?.[1];
  return { status, code, reason: `${status} ${code ?? statusText}`.trim(), answer: undefined };
}

function isMissingKey({ status, code }: Outcome, { key }: S3Request): boolean {
  return status === 404 && key !== '' && code !== 'NoSuchBucket';
}

function isTransient({ status, code = '' }: Outcome): boolean {
  return status === undefined || TRANSIENT_STATUSES.has(status) || TRANSIENT_CODES.has(code);
}

function toError(outcome: Outcome, place: string, attempts: number): S3Error {
  const { status, reason, cause } = outcome;
  const facts = { status, isTransient: isTransient(outcome) };
  const tried = attempts === 1 ? '' : `, tried ${attempts} times`;
  const message = facts.isTransient
    ? `${place} cannot be reached (${reason}${tried}).`
    : `${place} refuses the request (${reason}). ${remedyOf(outcome)}`;
  return new S3Error(message, facts, cause === undefined ? {} : { cause });
}

function remedyOf({ status, code }: Outcome): string {
  if (code === 'ExpiredToken' || code === 'InvalidToken') return 'Renew AWS_SESSION_TOKEN and its keys.';
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine.';
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return 'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (status === 403)
    return 'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or allow the key s3:ListBucket on the bucket and s3:GetObject, s3:PutObject and s3:DeleteObject on what is in it.';
  if (status === 404) return 'Create the bucket, or correct storage.blobs.';
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return 'Set storage.blobs-region to the region of the bucket.';
  return 'Correct storage.blobs and storage.blobs-endpoint.';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch` says only that it failed.
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}
