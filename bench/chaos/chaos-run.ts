import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cell, type CellOutcome, runCell, runUndisturbed, type Undisturbed } from './cell.ts';
import { DOCUMENTS } from './documents.ts';
import { startFakeServer } from './fake-server.ts';

export interface ChaosWork {
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Called when a cell is over. */
  readonly onOutcome: (outcome: CellOutcome) => void;
}

/**
 * Runs once undisturbed, then every cell, and returns the outcomes in the order of the cells.
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
  const fixture = { server, documents, builtHome: null, signal };
  try {
    await Promise.all(Object.entries(DOCUMENTS).map(([name, text]) => writeFile(join(documents, name), text)));
    const { world, undisturbed } = await runUndisturbed(fixture);
    try {
      const outcomes: CellOutcome[] = [];
      const run = async ([index, cell]: readonly [number, Cell]): Promise<void> => {
        const outcome = await runCell(cell, `cell-${index}`, { ...fixture, builtHome: world.home }, undisturbed);
        outcomes[index] = outcome;
        onOutcome(outcome);
      };
      const cells = [...choose(undisturbed).entries()];
      await inParallel(
        cells.filter(([, { runsAlone }]) => runsAlone !== true),
        parallel,
        run,
      );
      for (const cell of cells) if (cell[1].runsAlone === true) await run(cell);
      return outcomes;
    } finally {
      await world.close();
    }
  } finally {
    await server.close();
    await rm(documents, { recursive: true, force: true });
  }
}

async function inParallel<Entry>(
  entries: readonly Entry[],
  parallel: number,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const rest = entries.values();
  const lane = async (): Promise<void> => {
    // One iterator for all workers: each takes what comes next.
    for (const entry of rest) await work(entry);
  };
  // All of them, also when one fails: each has its processes to end.
  const settled = await Promise.allSettled(Array.from({ length: parallel }, lane));
  for (const ended of settled) if (ended.status === 'rejected') throw ended.reason;
}
