import type { ClientConfig } from '../../configuration/config.ts';
import { UsageError } from '../../errors/failures.ts';

/** @throws {UsageError} when a model is named, and the worker that this command starts would have none */
export function requireModel(
  { usesExternalTemporal, model }: Pick<ClientConfig, 'usesExternalTemporal' | 'model'>,
  named: unknown,
): void {
  if (named === undefined || usesExternalTemporal || model !== null) return;
  throw new UsageError('--model: no model is set up here', 'Set OPENAI_BASE_URL and PLUMBLINE_MODEL, or leave it out.');
}
