import { readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Sends a signal to a process of this home; ignores one that has ended, or whose process id was reused. */
export function signalOwn(home: string, pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0 && worksFor(home, pid)) process.kill(pid, name);
  } catch {
    // Already ended.
  }
}

/** Every process of a run has the home in its environment; only Linux shows it. */
function worksFor(home: string, pid: number): boolean {
  if (platform() !== 'linux') return true;
  return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`PLUMBLINE_HOME=${home}`);
}
