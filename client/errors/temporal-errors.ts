import { isGrpcServiceError } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';

/** `UNAVAILABLE`, `DEADLINE_EXCEEDED`, `CANCELLED` of https://grpc.io/docs/guides/status-codes/: no answer. */
const UNREACHABLE_CODES: ReadonlySet<number> = new Set([14, 4, 1]);

export function isNotFound(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || grpcCodeOf(error) === 5;
}

/** True when the Temporal Service did not answer, so that asking again may help. */
export function isUnreachable(error: unknown): boolean {
  const code = grpcCodeOf(error);
  return code !== undefined && UNREACHABLE_CODES.has(code);
}

function grpcCodeOf(error: unknown): number | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (isGrpcServiceError(current)) return current.code;
  }
  return undefined;
}

/** The innermost message of a chain of failures, because Temporal wraps the cause. */
export function innermostMessage(error: unknown): string {
  let message = String(error);
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message !== '') message = current.message;
  }
  return message;
}
