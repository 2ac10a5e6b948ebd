// Prints the figures of the README: npm run bench -- [folder]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureActivityOverhead } from './activity-overhead.ts';
import { measureCommands, measureRecovery } from './commands.ts';
import { type Figure, renderFigures } from './figure.ts';
import { measureRetrieval } from './retrieval.ts';

const DEMO_QUESTION =
  'How many times does RetryAgent retry a request by default, and which status codes trigger a retry?';
const demoFolder = fileURLToPath(new URL('../node_modules/undici/docs', import.meta.url));

const home = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
const figures: Figure[] = [];
const parts: readonly (readonly [string, () => Promise<Figure | Figure[]>])[] = [
  ['commands', () => measureCommands(DEMO_QUESTION, demoFolder)],
  ['retrieval', () => measureRetrieval(home, process.argv[2] ?? demoFolder)],
  ['overhead', measureActivityOverhead],
  ['recovery', measureRecovery],
];
try {
  for (const [name, measure] of parts) {
    process.stderr.write(`measuring ${name}\n`);
    figures.push(...[await measure()].flat());
  }
  process.stdout.write(`${renderFigures(figures, new Date().toISOString().slice(0, 10))}\n`);
} finally {
  await rm(home, { recursive: true, force: true });
}
