// Kills every process at every activity of a run and of a session: npm run chaos -- [--only <activity,…>] [--target <name,…>] [--cells <n>] [--json <file>]
import { createHash } from 'node:crypto';
import type { Cell, CellOutcome } from './chaos/cell.ts';
import { runChaos } from './chaos/chaos-run.ts';
import { diskCells } from './chaos/disk-cells.ts';
import { frozenCells } from './chaos/frozen-cells.ts';
import { matrixCells } from './chaos/matrix-cells.ts';
import { type ChaosOptions, parseOptions } from './chaos/options.ts';
import { renderCell, renderMatrix, renderTotals, totalsOf } from './chaos/report.ts';
import { sessionCells } from './chaos/session-cells.ts';
import { SPECIAL, specialCells } from './chaos/special-cells.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const special = [...specialCells(), ...sessionCells(), ...frozenCells(), ...(await diskCells())];
  let done = 0;
  let chosen = 0;
  const outcomes = await runChaos(
    (undisturbed) => {
      const all = [...matrixCells(undisturbed), ...special];
      const cells = choose(all, options);
      chosen = cells.length;
      for (const { scenario, evidence, log, seconds } of undisturbed) {
        print(
          `undisturbed ${scenario.name}: ${evidence.size} findings, ${log.length} requests, ${seconds.toFixed(0)} s`,
        );
      }
      print(`${cells.length} of ${all.length} cells`);
      return cells;
    },
    {
      parallel: options.parallel,
      signal,
      onOutcome: (outcome: CellOutcome) => print(`[${(done += 1)}/${chosen}] ${renderCell(outcome)}`),
    },
  );
  const total = totalsOf(outcomes);
  print(`${renderMatrix(outcomes)}\n\n${renderTotals(total)}`);
  if (total.failed > 0) process.exitCode = 1;
  return { total, cells: outcomes };
});

function choose(all: readonly Cell[], { only, targets, instants, cells }: ChaosOptions): readonly Cell[] {
  const wanted = all.filter(
    ({ activity, target, instant }) =>
      (only?.some((name) => activity === name || (target === SPECIAL && activity.includes(name))) ?? true) &&
      (targets?.includes(target) ?? true) &&
      (instants?.includes(instant) ?? true),
  );
  if (cells === null) return wanted;
  const chosen = new Set(wanted.toSorted((a, b) => rankOf(a).localeCompare(rankOf(b))).slice(0, cells));
  return wanted.filter((cell) => chosen.has(cell));
}

/** A sample by hash is the same every time, and goes across rows, columns and targets. */
function rankOf({ target, activity, instant }: Cell): string {
  return createHash('sha256').update([target, activity, instant].join('/')).digest('hex');
}
