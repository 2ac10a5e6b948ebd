import { Worker } from 'node:worker_threads';

export interface ScanQuestion {
  readonly id: number;
  /** Of the table's file. */
  readonly path: string;
  readonly vector: Uint8Array;
  readonly limit: number;
}

export interface Neighbour {
  readonly passageId: string;
  readonly distance: number;
}

export type ScanAnswer =
  | { readonly id: number; readonly neighbours: readonly Neighbour[] }
  | { readonly id: number; readonly problem: string };

/** Scans under way, and the thread that does one after the other; it does not keep the process alive. */
const scans = new Map<number, PromiseWithResolvers<readonly Neighbour[]>>();
let thread: Worker | undefined;
let last = 0;

/** The nearest vectors of a table, without holding the caller's thread meanwhile. */
export async function scanVectors(question: Omit<ScanQuestion, 'id'>): Promise<readonly Neighbour[]> {
  const id = ++last;
  const scan = Promise.withResolvers<readonly Neighbour[]>();
  scans.set(id, scan);
  thread ??= startThread();
  // Whoever awaits a scan must get it.
  thread.ref();
  thread.postMessage({ ...question, id } satisfies ScanQuestion);
  try {
    return await scan.promise;
  } finally {
    scans.delete(id);
    if (scans.size === 0) thread?.unref();
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./vector-scan-thread.ts', import.meta.url));
  let problem = 'it ended';
  started.on('message', (answer: ScanAnswer) => {
    if ('problem' in answer) scans.get(answer.id)?.reject(new Error(answer.problem));
    else scans.get(answer.id)?.resolve(answer.neighbours);
  });
  started.on('error', (error) => {
    problem = error instanceof Error ? error.message : String(error);
  });
  started.on('exit', () => {
    thread = undefined;
    for (const scan of scans.values()) scan.reject(new Error(`The thread that compares vectors failed: ${problem}`));
  });
  return started;
}
