import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedState } from '@plumbline/contracts/common/embedded-state';
import type { ClientConfig } from '../configuration/config.ts';
import { commands, EnvironmentError } from '../errors/failures.ts';

/**
 * Compares the settings of this command with the running worker's. A variable that is not set here matches any worker,
 * so that other terminals can use it.
 *
 * @returns a line about settings that only the worker has, or null
 * @throws {EnvironmentError} that names the variables that differ
 */
export async function compareSettings(
  config: Pick<ClientConfig, 'environment' | 'model'>,
  worker: EmbeddedState['worker'],
): Promise<string | null> {
  if (worker === null || worker.settings === null) return null;
  const { digestSettings } = await import('../../workers/config/worker-config.ts');
  const { salt, digests: there } = worker.settings;
  const here = digestSettings(config.environment, salt);
  const differing = Object.keys(here).filter((name) => here[name] !== there[name]);
  if (differing.length > 0) {
    const named = differing
      .sort()
      .map((name) => `${name} (${describeDifference(name, config, worker, name in there)})`);
    throw new EnvironmentError(
      `The running worker has other settings than this command: ${named.join(', ')}.`,
      `Restart the worker: ${commands.down()}, then repeat this command. Or unset these variables, or restore their values.`,
    );
  }
  const onlyThere = Object.keys(there).filter((name) => !(name in here));
  return onlyThere.length === 0 ? null : `The running worker also has ${onlyThere.sort().join(', ')}, not set here`;
}

/**
 * Whether a worker is the one that this command would start: exactly the same settings, the same code, the same Node.
 */
export async function isAsStartedHere(
  environment: NodeJS.ProcessEnv,
  worker: EmbeddedState['worker'],
): Promise<boolean> {
  if (worker === null || worker.settings === null) return false;
  const { digestRuntime } = await import('../../workers/build/runtime-digest.ts');
  const { digestSettings } = await import('../../workers/config/worker-config.ts');
  const { salt, digests } = worker.settings;
  return (
    isDeepStrictEqual(digestSettings(environment, salt), digests) && digestRuntime(environment, salt) === worker.runtime
  );
}

/** Shows the names of models only; other values may be secret. */
function describeDifference(
  name: string,
  { model }: Pick<ClientConfig, 'model'>,
  worker: NonNullable<EmbeddedState['worker']>,
  isSetThere: boolean,
): string {
  if (name === 'PLUMBLINE_MODEL') return `${model} here, ${worker.model ?? 'none'} there`;
  if (name === 'limits.prices' && isSetThere) return 'the file contains other prices, or is another file';
  return isSetThere ? 'another value there' : 'not set there';
}
