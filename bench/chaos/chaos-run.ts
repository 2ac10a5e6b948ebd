import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRIEFING } from './briefing-scenario.ts';
import { type Cell, type CellOutcome, runCell, runUndisturbed, type Undisturbed } from './cell.ts';
import { DOCUMENTS } from './documents.ts';
import { startFakeServer } from './fake-server.ts';
import { buildInstrumentedProgram } from './instrumented/instrumented-program.ts';
import { CATALOGUE } from './messages.ts';
import { FORK, RESEARCH, RULED } from './research-scenario.ts';
import type { CellFixture, RunWorld, Sources } from './run-world.ts';
import type { Scenario } from './scenario.ts';
import { SESSION } from './session-scenario.ts';

const SCENARIOS: readonly Scenario[] = [RESEARCH, SESSION, BRIEFING, FORK, RULED];

export interface ChaosWork {
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Called when a cell is over. */
  readonly onOutcome: (outcome: CellOutcome) => void;
}

/**
 * Runs each scenario once undisturbed, then every cell, and returns the outcomes in the order of the cells.
 *
 * @param choose cells to run, by what the undisturbed runs brought
 * @throws {Error} when an undisturbed run does not end well
 */
export async function runChaos(
  choose: (undisturbed: readonly Undisturbed[]) => readonly Cell[],
  work: ChaosWork,
): Promise<readonly CellOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-chaos-'));
  const program = await buildInstrumentedProgram();
  const server = await startFakeServer();
  const worlds: RunWorld[] = [];
  try {
    const fixture = { server, sources: await writeSources(folder), program, signal: work.signal };
    const undisturbed: Undisturbed[] = [];
    await inParallel([...SCENARIOS.entries()], work.parallel, async ([index, scenario]) => {
      const ended = await runUndisturbed(scenario, fixture);
      worlds.push(ended.world);
      undisturbed[index] = ended.undisturbed;
    });
    const cells = choose(undisturbed);
    return await runCells(cells, undisturbed, fixture, work);
  } finally {
    for (const world of worlds) await world.close();
    await server.close();
    await program.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCells(
  cells: readonly Cell[],
  undisturbed: readonly Undisturbed[],
  fixture: CellFixture,
  { parallel, onOutcome }: ChaosWork,
): Promise<readonly CellOutcome[]> {
  const outcomes: CellOutcome[] = [];
  const run = async ([index, cell]: readonly [number, Cell]): Promise<void> => {
    const usual = undisturbed.find(({ scenario }) => scenario === cell.scenario);
    if (usual === undefined) throw new Error(`${cell.scenario.name} was not run undisturbed`);
    const outcome = await runCell(cell, `cell-${index}`, fixture, usual);
    outcomes[index] = outcome;
    onOutcome(outcome);
  };
  const all = [...cells.entries()];
  await inParallel(
    all.filter(([, { runsAlone }]) => runsAlone !== true),
    parallel,
    run,
  );
  for (const cell of all) if (cell[1].runsAlone === true) await run(cell);
  return outcomes;
}

async function writeSources(folder: string): Promise<Sources> {
  const sources = { documents: join(folder, 'documents'), catalogue: join(folder, 'catalogue') };
  const write = async (path: string, files: Readonly<Record<string, string>>): Promise<void> => {
    await mkdir(path);
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(path, name), text)));
  };
  await write(sources.documents, DOCUMENTS);
  await write(sources.catalogue, CATALOGUE);
  return sources;
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
