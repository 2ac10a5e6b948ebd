import type { ClientConfig } from '../../configuration/config.ts';
import { UsageError } from '../../errors/failures.ts';

/** @throws {UsageError} when a Temporal Service is configured: the embedded server is not used then */
export function refuseExternalTemporal({ usesExternalTemporal }: ClientConfig): void {
  if (!usesExternalTemporal) return;
  throw new UsageError(
    'TEMPORAL_* names a Temporal Service, so the embedded server is not used',
    'Unset it for this command.',
  );
}
