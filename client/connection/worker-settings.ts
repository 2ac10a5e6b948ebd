import type { EmbeddedState } from '../../workflows/contracts/embedded-state.ts';
import type { ClientConfig } from '../configuration/config.ts';
import { EnvironmentError } from '../errors/failures.ts';

/**
 * Compares what is set for this command with what the worker was started with. A variable that is not set here says nothing:
 * from another terminal any worker will do.
 *
 * @returns a line about settings that only the worker has; null where there is nothing to say
 * @throws {EnvironmentError} that names what is set here and differs
 */
export async function compareSettings(
  config: Pick<ClientConfig, 'environment' | 'model'>,
  worker: EmbeddedState['worker'],
): Promise<string | null> {
  if (worker === null || worker.settings === null) return null;
  const { digestSettings } = await import('../../workers/local-tools.ts');
  const { salt, digests: there } = worker.settings;
  const here = digestSettings(config.environment, salt);
  const differing = Object.keys(here).filter((name) => here[name] !== there[name]);
  if (differing.length > 0) {
    const named = differing
      .sort()
      .map((name) => `${name} (${describeDifference(name, config, worker, name in there)})`);
    throw new EnvironmentError(
      `The worker that runs was started with other settings than this command has: ${named.join(', ')}.`,
      'Restart it: npm run down, then this command again. Or set the variables as they were, or not at all.',
    );
  }
  const onlyThere = Object.keys(there).filter((name) => !(name in here));
  return onlyThere.length === 0 ? null : `The worker that runs also has ${onlyThere.sort().join(', ')}, not set here`;
}

/** Only names of models are shown; everything else may be a secret. */
function describeDifference(
  name: string,
  { model }: Pick<ClientConfig, 'model'>,
  worker: NonNullable<EmbeddedState['worker']>,
  isSetThere: boolean,
): string {
  if (name === 'PLUMBLINE_MODEL') return `${model} here, ${worker.model ?? 'the offline engine'} there`;
  if (name === 'PLUMBLINE_PRICES' && isSetThere) return 'the file holds other prices, or is another one';
  return isSetThere ? 'another value there' : 'not set there';
}
