import { setTimeout as delay } from 'node:timers/promises';
import { readState } from '../../connection/embedded.ts';
import type { CommandContext } from './command-context.ts';

const LOOK_EVERY_MS = 2_000;

/** A supervisor that was killed is replaced in seconds; after so many looks without one it was stopped. */
const ABSENT_LOOKS = 10;

/** Resolves when the command is interrupted, or when somebody stopped the embedded server. */
export async function untilStopped({ config, signal }: CommandContext): Promise<void> {
  for (let absent = 0; absent < ABSENT_LOOKS && !signal.aborted;) {
    absent = (await readState(config.home)) === undefined ? absent + 1 : 0;
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
