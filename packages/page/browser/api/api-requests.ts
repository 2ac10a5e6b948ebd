export interface ApiIssue {
  /** Of the field, with dots. */
  readonly path: string;
  readonly message: string;
}

/** A request that the server refused, in its own words. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  /** What to do about it; may be empty. */
  readonly remedy: string;
  /** What is wrong with the request, field by field. */
  readonly issues: readonly ApiIssue[];

  constructor(status: number, detail: string, remedy: string, issues: readonly ApiIssue[] = []) {
    super(detail);
    this.status = status;
    this.remedy = remedy;
    this.issues = issues;
  }
}

/** Nothing answers at the server's address. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

/** Time before a server that is away is asked again. */
export const RETRY_MS = 3_000;

export const UNAUTHORISED = 401;

/** Requests with the server's token. */
export interface ApiRequests {
  /** @throws {ApiFailure} when the server refuses it */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly get: <Value>(path: string) => Promise<Value>;
  readonly write: <Value>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Value>;
}

/** What requests carry. */
export interface TokenSource {
  /** Null on this machine, where none is needed. */
  token(): string | null;
  /** Gets another one for a token that is over; false: it could not. */
  renew?(refused: string | null): Promise<boolean>;
  /** Told with every request: whether the server answers. */
  readonly reached?: (isThere: boolean) => void;
}

export function createRequests(source: TokenSource): ApiRequests {
  const sendWith = (given: string | null, path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (given !== null) headers.set('authorization', `Bearer ${given}`);
    return reach(source, path, { ...init, headers });
  };
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const given = source.token();
    let response = await sendWith(given, path, init);
    if (response.status === UNAUTHORISED && (await source.renew?.(given)) === true) {
      response = await sendWith(source.token(), path, init);
    }
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  // The server's document describes what comes; both are of one version, because they come from one server.
  const read = async <Value>(path: string, init?: RequestInit): Promise<Value> =>
    JSON.parse(await (await send(path, init)).text());
  return {
    send,
    get: (path) => read(path),
    write: (method, path, body = {}) =>
      // What is deleted as the page is left must arrive.
      read(path, {
        method,
        keepalive: method === 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** @throws {ServerAway} in the place of what the browser says of it */
async function reach({ reached }: TokenSource, path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init);
    reached?.(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    reached?.(false);
    throw new ServerAway('the server does not answer', { cause: error });
  }
}

/** Remedies for those who write requests, or start the server. */
const FOR_PROGRAMS = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\b(?:userId|sessionId|header|JSON)\b|(?:^|\s)--\w/i;

async function failureOf(response: Response): Promise<ApiFailure> {
  const problem = readProblem(await response.text());
  const detail = typeof problem.detail === 'string' ? problem.detail : response.statusText;
  const remedy = typeof problem.remedy === 'string' && !FOR_PROGRAMS.test(problem.remedy) ? problem.remedy : '';
  return new ApiFailure(response.status, detail, remedy, problem.issues ?? []);
}

interface Problem {
  readonly detail?: unknown;
  readonly remedy?: unknown;
  readonly issues?: readonly ApiIssue[];
}

function readProblem(text: string): Problem {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy between the page and the server may answer with something else.
    return {};
  }
}
