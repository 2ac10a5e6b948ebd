import { type ResearchLimits, researchLimitsSchema } from '../../contracts/research-request.ts';
import { accept, type Decision, describeIssues, reject } from './decision.ts';
import type { RunState } from './run-state.ts';

/** New ceilings, each higher than the one there is; those left out stay. */
export function decideExtension(state: RunState, payload: unknown): Decision {
  const parsed = researchLimitsSchema.safeParse(payload);
  if (!parsed.success) return reject(`the limits do not fit: ${describeIssues(parsed.error)}`);
  // The schema fills in what was left out.
  const given = Object.keys(payload as object) as (keyof ResearchLimits)[];
  if (given.length === 0) return reject('no limit is named');
  const notRaised = given.filter((name) => !isRaised(state.limits[name], parsed.data[name]));
  if (notRaised.length > 0) {
    return reject(notRaised.map((name) => `${name} is ${state.limits[name] ?? 'without a limit'} already`).join('; '));
  }
  const raised = Object.fromEntries(given.map((name) => [name, parsed.data[name]]));
  return accept({ ...state, limits: { ...state.limits, ...raised } });
}

/** Servers that are waited for are asked again at once. */
export function decideRetry(state: RunState): Decision {
  const isWaiting = state.waits.some(({ kind }) => kind !== 'budget');
  return isWaiting ? accept({ ...state, retries: state.retries + 1 }) : reject('no server is waited for');
}

/** @param present null: no limit */
function isRaised(present: number | null, wanted: number | null): boolean {
  return present !== null && (wanted === null || wanted > present);
}
