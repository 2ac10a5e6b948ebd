// Measures the hit scores on a folder of judged queries: npm run eval:relevance -- <folder> [--json <file>] [--help]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../client/failures.ts';
import { readJudgedFolder } from './relevance/judged-folder.ts';
import { parseOptions } from './relevance/options.ts';
import { fitRelevance, measureRelevance } from './relevance/relevance-run.ts';
import { workFolder } from './search-quality/measured-index.ts';

const PROGRESS_EVERY = 50;

const options = parseOptions(process.argv);
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const onProgress = (done: number, total: number): void => {
  if (done % PROGRESS_EVERY === 0) process.stderr.write(`${done} of ${total} queries\n`);
};

try {
  // Now, so that a path that cannot be is not found out after all the work.
  if (options.json !== null) await mkdir(dirname(options.json), { recursive: true });
  const work = await workFolder(options.home);
  try {
    const queries = await readJudgedFolder(options, work.path, onProgress, interrupt.signal);
    const figures = measureRelevance(queries, print);
    if (options.fit) fitRelevance(queries, print);
    if (options.json !== null) await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await work.dispose();
  }
} catch (error) {
  if (interrupt.signal.aborted) process.exitCode = 130;
  else if (error instanceof UsageError) {
    process.stderr.write(`${[error.message, error.remedy].filter(Boolean).join('\n')}\n`);
    process.exitCode = 2;
  } else throw error;
}
