import type { Degradation, ReasoningCost } from '@plumbline/contracts/research/accounting';
import { withDegradation } from '../metering/paid-calls.ts';
import { ModelEndpointError } from './failed-request.ts';
import type { ReasoningCall } from './reasoner.ts';

/** What a step makes of one part of its material, and what that cost. */
interface Costed {
  readonly cost: ReasoningCost;
}

/**
 * Asks about all of the material at once; where the prompt is too long for the model, about each half, and so on. For a
 * single entry that is still too long the rules answer. The first result says that its step was asked in parts.
 *
 * @returns one result for each part, in order
 */
export async function askInParts<Entry, Result extends Costed>(
  step: string,
  material: readonly Entry[],
  ask: (part: readonly Entry[], engine: ReasoningCall['engine']) => Promise<Result>,
): Promise<readonly [Result, ...Result[]]> {
  try {
    return [await ask(material, 'configured')];
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const [isWhole, middle] = [material.length < 2, Math.ceil(material.length / 2)];
    const [first, ...others] = isWhole
      ? ([await ask(material, 'offline')] as const)
      : await askInParts(step, material.slice(0, middle), ask);
    const behind = isWhole ? [] : await askInParts(step, material.slice(middle), ask);
    const way = isWhole ? 'the rules answered in its place' : 'it was asked in parts';
    return [{ ...first, cost: withDegradation(first.cost, ofLength(step, error, way)) }, ...others, ...behind];
  }
}

export function isTooLong(error: unknown): error is ModelEndpointError {
  return error instanceof ModelEndpointError && error.isTooLong;
}

/** @param way what was done about it */
export function ofLength(step: string, { facts, remedy }: ModelEndpointError, way: string): Degradation {
  // Without the server's words: they count the tokens of each prompt.
  const said =
    facts.contextTokens !== undefined && facts.status === undefined
      ? `the model endpoint ${facts.outcome}`
      : 'the prompt does not fit the context of the model';
  return { step, cause: `${said}; ${way}. ${remedy}`, count: 1 };
}
