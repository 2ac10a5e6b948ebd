import { NativeConnection } from '@temporalio/worker';
import type { TemporalConfig } from '../config/temporal.ts';

/** The Temporal Service does not answer. */
export class TemporalUnreachableError extends Error {
  override readonly name = 'TemporalUnreachableError';

  constructor(address: string, cause: unknown) {
    super(
      `Temporal does not answer at ${address} (${causeOf(cause)}). Start it with npx plumbline up, or correct TEMPORAL_ADDRESS.`,
      { cause },
    );
  }
}

/** @throws {TemporalUnreachableError} */
export async function connectToTemporal({ address, connection }: TemporalConfig): Promise<NativeConnection> {
  try {
    return await NativeConnection.connect(connection);
  } catch (error) {
    throw new TemporalUnreachableError(address, error);
  }
}

/** The SDK's message repeats itself; the innermost part names the cause. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const innermost = message.split(': ').at(-1) ?? message;
  return innermost.replaceAll(/["()[\]{}]/g, '').trim();
}
