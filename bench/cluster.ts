// Figures of a cluster on this machine beside the embedded ones: npm run bench:cluster -- [--only <names>] [--runs <n>] [--workers <n,…>] [--long] [--json <file>]
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { MEASURES } from './cluster/measures.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { describeMachine, type Figure, renderFigures } from './figure.ts';

const CORPUS = fileURLToPath(new URL('../node_modules/undici/docs', import.meta.url));
const toNumbers = (text: string): number[] => text.split(',').map(Number);

const { json, only, long, ...given } = new Command('bench:cluster')
  .option('--only <names>', `of ${Object.keys(MEASURES).join(', ')}`, (text: string) => text.split(','))
  .option('--runs <n>', 'at once', Number)
  .option('--workers <n,…>', 'processes', toNumbers)
  .option('--few <n>', 'runs whose processor time is compared', Number)
  .option('--many <n>', 'with this many', Number)
  .option('--away <seconds>', 'that a server is away', Number)
  .option('--kill-every <seconds>', 'of the series of kills', Number)
  .option('--killed-runs <n>', 'of the series of kills', Number)
  .option('--kill-workers <n>', 'of the series of kills', Number)
  .option('--long', 'sizes that take an hour')
  .option('--json <file>', 'for the figures')
  .parse()
  .opts<{
    only?: readonly string[];
    runs?: number;
    workers?: readonly number[];
    few?: number;
    many?: number;
    away?: number;
    killEvery?: number;
    killedRuns?: number;
    killWorkers?: number;
    long?: boolean;
    json?: string;
  }>();

const sizes = long
  ? { runs: 200, workers: [1, 2, 4], few: 50, many: 200, away: 300, killEvery: 30, killedRuns: 1_000, killWorkers: 4 }
  : { runs: 12, workers: [1, 2], few: 5, many: 20, away: 10, killEvery: 10, killedRuns: 24, killWorkers: 2 };
const { away, killEvery, ...counts } = { ...sizes, ...given };

await runEvaluationCommand(json ?? null, async ({ print, signal }) => {
  const options = { ...counts, corpus: CORPUS, awayMs: away * 1_000, killEveryMs: killEvery * 1_000, signal };
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (only?.includes(name) === false) continue;
    signal.throwIfAborted();
    process.stderr.write(`measuring ${name}\n`);
    for (const figure of await measure(options)) {
      // With the load of the machine, which the figures depend on.
      figures.push({ ...figure, name: `${figure.name}; load ${loadavg()[0]?.toFixed(0)}` });
      process.stderr.write(`${figure.name}: ${figure.value} | ${figure.baseline}\n`);
    }
  }
  const date = new Date().toISOString().slice(0, 10);
  print(renderFigures(figures, date));
  return { machine: describeMachine(date), figures };
});
