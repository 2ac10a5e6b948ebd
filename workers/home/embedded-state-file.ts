import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EMBEDDED_STATE_FILE,
  type EmbeddedState,
  embeddedStateSchema,
} from '../../workflows/contracts/embedded-state.ts';

/** The last state that a supervisor of this home wrote, running or not; undefined when it cannot be read. */
export function loadRecordedState(home: string): EmbeddedState | undefined {
  try {
    return embeddedStateSchema.parse(JSON.parse(readFileSync(join(home, EMBEDDED_STATE_FILE), 'utf8')));
  } catch {
    // A missing or foreign file only means that the previous ports are unknown.
    return undefined;
  }
}

/** The folder is there, because the supervisor's lock is in it; a removed home is not made again. Atomic: readers see the old or the new state. Readable only by the owner, because it holds the control token. */
export function writeState(home: string, state: EmbeddedState): void {
  const path = join(home, EMBEDDED_STATE_FILE);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
