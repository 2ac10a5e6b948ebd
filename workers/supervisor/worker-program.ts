import { fileURLToPath } from 'node:url';

/** Entry of the worker process. */
export const WORKER_ENTRY = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Node's options for a worker. By default the space for young objects grows to 134 MB while modules load, and never
 * shrinks; a worker that waits for models gains nothing from it. With 2 MB a busy worker would copy most objects.
 */
export const WORKER_OPTIONS: readonly string[] = ['--max-semi-space-size=8'];

/**
 * For glibc's allocator: memory of the native libraries goes back to the system when it is free. Other systems ignore it.
 * What is set already stays.
 */
export function workerEnvironmentOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072', ...environment };
}
