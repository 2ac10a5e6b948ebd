import type { Figure } from '../figure.ts';
import { type AnswerWorld, scopeOf } from './answer-world.ts';
import type { StreamingEndpoint } from './streaming-endpoint.ts';

/** Requests to the model that the caches save: of the same message in a new session, and of the same in another mode. */
export async function measureCachedCalls(
  world: AnswerWorld,
  endpoint: StreamingEndpoint,
  signal: AbortSignal,
): Promise<Figure[]> {
  const scope = scopeOf({ corpusDirectories: [world.cli.documents] });
  const stepsOf = async (message: string, mode: 'quick' | 'deep'): Promise<string[]> => {
    const before = endpoint.log.length;
    await world.ask({ message, mode, scope, signal });
    return endpoint.log.slice(before).map(({ step }) => step);
  };
  const message = 'When is the wick of the harbour lamp replaced?';
  const first = await stepsOf(message, 'quick');
  const again = await stepsOf(message, 'quick');
  const planned = await stepsOf(message, 'deep');
  const unplanned = await stepsOf('When does the keeper fill the harbour lamp?', 'deep');
  return [
    figure('answer-cache hit', again, first, '0'),
    figure('plan-cache hit, mode deep', planned, unplanned, 'without those of the plan'),
  ];
}

function figure(name: string, found: readonly string[], without: readonly string[], aim: string): Figure {
  return {
    name: `${name}: requests to the model`,
    value: list(found),
    baseline: `${list(without)} without a hit`,
    aim,
  };
}

const list = (steps: readonly string[]): string => (steps.length === 0 ? '0' : `${steps.length} (${steps.join(', ')})`);
