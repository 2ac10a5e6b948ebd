import type { z } from 'zod';
import type { RunState } from './run-state.ts';

/** What a message does: a new state, or a reason why nothing changes. */
export type Decision =
  | { readonly accepted: true; readonly state: RunState }
  | { readonly accepted: false; readonly reason: string };

export function accept(state: RunState): Decision {
  return { accepted: true, state };
}

export function reject(reason: string): Decision {
  return { accepted: false, reason };
}

/** The first problems of a parse on one line. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}
