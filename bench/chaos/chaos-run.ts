import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cell, type CellOutcome, runCell, runUndisturbed, type Undisturbed } from './cell.ts';
import { DOCUMENTS } from './documents.ts';
import { startFakeServer } from './fake-server.ts';

export interface ChaosWork {
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Told of every cell when it is over. */
  readonly onOutcome: (outcome: CellOutcome) => void;
}

/**
 * Runs once undisturbed, then every cell, and gives back what became of them, in the order of the cells.
 *
 * @param choose cells to run, by what the undisturbed run brought
 * @throws {Error} when the undisturbed run does not end well
 */
export async function runChaos(
  choose: (undisturbed: Undisturbed) => readonly Cell[],
  { parallel, signal, onOutcome }: ChaosWork,
): Promise<readonly CellOutcome[]> {
  const documents = await mkdtemp(join(tmpdir(), 'plumbline-chaos-'));
  const server = await startFakeServer();
  const stage = { server, documents, builtHome: null, signal };
  try {
    await Promise.all(Object.entries(DOCUMENTS).map(([name, text]) => writeFile(join(documents, name), text)));
    const { world, undisturbed } = await runUndisturbed(stage);
    try {
      const cells = choose(undisturbed);
      return await inParallel(cells, parallel, async (cell, index) => {
        const outcome = await runCell(cell, `cell-${index}`, { ...stage, builtHome: world.home }, undisturbed);
        onOutcome(outcome);
        return outcome;
      });
    } finally {
      await world.close();
    }
  } finally {
    await server.close();
    await rm(documents, { recursive: true, force: true });
  }
}

async function inParallel<Entry, Result>(
  entries: readonly Entry[],
  parallel: number,
  work: (entry: Entry, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = entries.entries();
  const lane = async (): Promise<void> => {
    // One iterator for all lanes: each takes what comes next.
    for (const [index, entry] of rest) results[index] = await work(entry, index);
  };
  // All of them, also when one fails: each has its processes to end.
  const lanes = await Promise.allSettled(Array.from({ length: parallel }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return results;
}
