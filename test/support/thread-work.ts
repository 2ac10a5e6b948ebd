const NOBODY = new Int32Array(new SharedArrayBuffer(4));
const NAP_MS = 0.05;

/**
 * Milliseconds of a processor that this thread spends on some work, the least of some tries: neither a busy machine nor a
 * collection of garbage counts.
 */
export async function workOf(work: () => unknown, tries = 1): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let one = 0; one < tries; one++) {
    const before = spent();
    await work();
    least = Math.min(least, spent() - before);
  }
  return least;
}

/** What a thread had is only counted every few milliseconds, and when it lets go of the processor: so it does. */
function spent(): number {
  Atomics.wait(NOBODY, 0, 0, NAP_MS);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
