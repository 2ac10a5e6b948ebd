import type { EmbeddedState } from '../../workflows/contracts/embedded-state.ts';
import { connectToSupervisor } from './supervisor-connection.ts';
import { isAsStartedHere } from './worker-settings.ts';

/** Whether the supervisor only lingers: no command holds it, and it ends by itself. */
export function isLingering({ staysUntil, phase }: EmbeddedState): boolean {
  return staysUntil !== null && phase !== 'stopping';
}

/** How long it would still linger. */
export function remainingSeconds(staysUntil: string | null): number {
  if (staysUntil === null) return 0;
  return Math.max(0, Math.round((Date.parse(staysUntil) - Date.now()) / 1_000));
}

/** Ends the supervisor of `home` if it lingers, and waits until it has ended. One that a command holds stays. */
export async function endLingering(home: string): Promise<void> {
  const connection = await connectToSupervisor(home, 'stop-lingering');
  await connection?.closed;
}

/** Whether a command with this environment must not use a supervisor that lingers from another command. */
export async function isOutdated(state: EmbeddedState, environment: NodeJS.ProcessEnv): Promise<boolean> {
  return isLingering(state) && !(await isAsStartedHere(environment, state.worker));
}
