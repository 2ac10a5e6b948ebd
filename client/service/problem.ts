import { STATUS_CODES } from 'node:http';
import { z } from '@hono/zod-openapi';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { UploadRefusedError } from '@plumbline/library/collections';
import { NoRecordError, RecordUnreadableError } from '@plumbline/report/record-reading';
import { DatabaseAwayError, DatabaseDamagedError } from '@plumbline/storage/files';
import { S3Error } from '@plumbline/storage/s3';
import type { Share } from '@plumbline/storage/shares';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { RequestIdVariables } from 'hono/request-id';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ConfigurationError } from '../../workers/config/worker-config.ts';
import { HomeBusyError } from '../../workers/lifecycle/lifecycle-errors.ts';
import {
  PROGRAM,
  ConflictError,
  EnvironmentError,
  OtherStoreError,
  QuotaReachedError,
  RunFailedError,
  UnknownRunError,
  UnknownSessionError,
  UsageError,
} from '../errors/failures.ts';
import { isUnreachable } from '../errors/temporal-errors.ts';
import { describeIssue } from './described.ts';

/** What every failed request gets, as RFC 9457 has it. */
export const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    /** Name of the status. */
    title: z.string(),
    status: z.int(),
    /** What went wrong. */
    detail: z.string(),
    /** What to do; empty if there is nothing to say. */
    remedy: z.string(),
    requestId: z.string(),
    /** What is wrong with the request, field by field. */
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem');
type Problem = z.infer<typeof problemSchema>;

/** What every request has. */
export interface RequestEnvironment {
  Variables: RequestIdVariables & {
    /** The user that the token names. */
    user?: string | null;
    /** Of the client, as far as it is known. */
    address?: string;
    /** The link that the request came by; it allows nothing but to read its report. */
    share?: Share;
  };
}

interface ProblemOptions extends Partial<Pick<Problem, 'issues'>> {
  readonly remedy?: string | undefined;
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that failed; routes throw it where no error of the client says it. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly status: ContentfulStatusCode;
  readonly options: ProblemOptions;

  /** @param options or the remedy alone */
  constructor(status: ContentfulStatusCode, detail: string, options: ProblemOptions | string = {}) {
    super(detail);
    this.status = status;
    this.options = typeof options === 'string' ? { remedy: options } : options;
  }
}

/** The problem of one field of a request. */
export function invalidField(path: string, message: string, remedy?: string): RequestProblem {
  return new RequestProblem(400, `${path}: ${message}`, { remedy, issues: [{ path, message }] });
}

/** The problem to report for an error; null for an unexpected error. */
export function problemOf(error: unknown): RequestProblem | null {
  if (error instanceof RequestProblem) return error;
  if (error instanceof HTTPException) return unreadableBody(error);
  if (error instanceof UnknownRunError) {
    return new RequestProblem(404, error.message, 'GET /api/runs lists the runs.');
  }
  if (error instanceof UnknownSessionError) {
    return new RequestProblem(404, error.message, 'Leave out sessionId to begin a session.');
  }
  // Its remedy names folders, which are no matter of the client.
  if (error instanceof OtherStoreError) return new RequestProblem(409, error.message, AT_THE_STORE);
  if (error instanceof ConflictError) return problemWith(409, error);
  if (error instanceof QuotaReachedError) {
    const seconds = Math.max(1, Math.ceil((Date.parse(error.renewsAt) - Date.now()) / 1_000));
    const { message, remedy } = error;
    return new RequestProblem(429, message, { remedy, headers: { 'retry-after': String(seconds) } });
  }
  if (error instanceof UsageError) return problemWith(400, error);
  if (error instanceof RunFailedError) return problemWith(422, error);
  if (error instanceof EnvironmentError) return problemWith(503, error);
  if (error instanceof HomeBusyError) return new RequestProblem(409, error.message, 'Try again in a moment.');
  if (error instanceof ConfigurationError) return new RequestProblem(400, error.message, 'Correct these values.');
  if (error instanceof UploadRefusedError) return new RequestProblem(STATUS_OF_REFUSAL[error.reason], error.message);
  if (error instanceof CorpusUnavailableError) return new RequestProblem(422, error.publicMessage);
  if (error instanceof NoRecordError) {
    return new RequestProblem(422, 'what is stored for the run is not a report', 'Start the research again.');
  }
  if (error instanceof RecordUnreadableError) {
    return new RequestProblem(503, 'a report cannot be read', "Check the server's store.");
  }
  if (error instanceof DatabaseAwayError)
    return new RequestProblem(503, 'the database does not answer', 'Nothing is lost; try again in a moment.');
  if (error instanceof DatabaseDamagedError)
    return new RequestProblem(503, 'the database is damaged', 'Ask who runs the server: its log names the file.');
  if (error instanceof S3Error)
    return new RequestProblem(503, 'the stored texts cannot be reached', 'Try again in a moment.');
  if (isUnreachable(error)) {
    return new RequestProblem(503, 'Temporal or its worker does not answer', 'Try again in a moment.');
  }
  return null;
}

const STATUS_OF_REFUSAL = {
  name: 400,
  type: 415,
  large: 413,
  full: 507,
  exists: 409,
  missing: 404,
  unreachable: 502,
} as const;

const AT_THE_STORE = 'Ask a server that has the home of the worker.';

/** A remedy that names a command is replaced by a request: API clients may have no terminal. */
function problemWith(status: ContentfulStatusCode, error: Error & { readonly remedy: string }): RequestProblem {
  const remedy = error.remedy.includes(PROGRAM) ? 'Look at the run: GET /api/runs/{researchId}.' : error.remedy;
  return new RequestProblem(status, error.message, { remedy });
}

/** The library refuses nothing but bodies. */
function unreadableBody({ status, message }: HTTPException): RequestProblem {
  const detail = status === 415 ? 'the body does not say that it is JSON' : message;
  return new RequestProblem(status, detail, 'Send JSON, with the header "Content-Type: application/json".');
}

/** The response to a failed request. It never shows a stack. */
export function respond(http: Context<RequestEnvironment>, problem: RequestProblem): Response {
  const { status, message, options } = problem;
  const { remedy = '', issues, headers } = options;
  const title = STATUS_CODES[status] ?? 'Error';
  const requestId = http.get('requestId');
  const body = { type: 'about:blank', title, status, detail: message, remedy, requestId, issues } satisfies Problem;
  // Not as a response of its own: that would lack the headers that are set already.
  return http.body(JSON.stringify(body), status, { ...headers, 'content-type': 'application/problem+json' });
}

/** What is wrong with a request that does not fit its schema. */
export function invalidRequest(error: z.core.$ZodError, where: string): RequestProblem {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: describeIssue(issue) }));
  const first = issues[0];
  const detail = first === undefined ? '' : `: ${[first.path, first.message].filter((part) => part !== '').join(': ')}`;
  return new RequestProblem(400, `the ${where} of the request is invalid${detail}`, {
    remedy: 'GET /openapi.json describes every request.',
    issues,
  });
}

/** Clients write null for what they leave out. @param says whether null is meant in a field */
export function withoutNulls(given: object, says: (field: string) => boolean = () => false): object {
  return Object.fromEntries(Object.entries(given).filter(([field, value]) => value !== null || says(field)));
}
