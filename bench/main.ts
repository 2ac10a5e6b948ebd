// Prints figures of docs/figures.md: npm run bench -- [folder] [--only <names>] [--full] [--json <file>]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { measureActivityOverhead } from './activity-overhead.ts';
import { measureCommands } from './commands.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { describeMachine, type Figure, renderFigures } from './figure.ts';
import { measureGrowth } from './growth/growth.ts';
import { createLoadMeasures, LOAD_MEASURES } from './load/load-measures.ts';
import { figuresOf, measureRecovery } from './recovery/measurement.ts';
import { measureRetrieval } from './retrieval.ts';
import { measureTwoBuilds } from './two-builds.ts';

const DEMO_QUESTION =
  'How many times does RetryAgent retry a request by default, and which status codes trigger a retry?';
const demoFolder = fileURLToPath(new URL('../node_modules/undici/docs', import.meta.url));
/** Of the worker, with the supervisor and without. */
const KILLS = 20;
const FIRST_MEASURES = ['commands', 'retrieval', 'overhead', 'recovery', 'growth', 'builds'] as const;

const { folder, only, isFull, json } = parseOptions(process.argv, [...FIRST_MEASURES, ...LOAD_MEASURES]);
const home = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));

await runEvaluationCommand(json, async ({ print, signal }) => {
  const figures: Figure[] = [];
  const measures = {
    commands: () => measureCommands(DEMO_QUESTION, demoFolder),
    retrieval: () => measureRetrieval(home, folder ?? demoFolder),
    overhead: measureActivityOverhead,
    recovery: async () => figuresOf(await measureRecovery(KILLS, signal)),
    growth: () => measureGrowth(signal),
    builds: measureTwoBuilds,
    ...createLoadMeasures(isFull, signal),
  };
  const date = new Date().toISOString().slice(0, 10);
  try {
    for (const [name, measure] of Object.entries(measures)) {
      if (only !== null && !only.includes(name)) continue;
      signal.throwIfAborted();
      process.stderr.write(`measuring ${name}\n`);
      figures.push(...[await measure()].flat());
    }
    print(renderFigures(figures, date));
    return { machine: describeMachine(date), figures };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

interface BenchOptions {
  /** Folder that is indexed and searched; null: the demo's. */
  readonly folder: string | null;
  /** Names of the measures to take; null: all. */
  readonly only: readonly string[] | null;
  readonly isFull: boolean;
  readonly json: string | null;
}

/** Reads the command line of `npm run bench`; ends the process where it makes no sense. */
function parseOptions(argv: readonly string[], names: readonly string[]): BenchOptions {
  const command = new Command('npm run bench --')
    .description('Measures how fast the project is and what it costs, and prints a table.')
    .argument('[folder]', 'documents for indexing and search; those of the demo when left out')
    .option('--only <names>', `only these, separated by commas: ${names.join(', ')}`)
    .option('--full', 'with more repetitions and longer queues', false)
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const given = command.opts<{ only?: string; full: boolean; json?: string }>();
  const only = given.only?.split(',').map((name) => name.trim()) ?? null;
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0)
    command.error(`error: unknown: ${unknown.join(', ')}; there are ${names.join(', ')}`, { exitCode: 2 });
  return { folder: command.args[0] ?? null, only, isFull: given.full, json: given.json ?? null };
}
