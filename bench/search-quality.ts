// Measures the search on a folder of judged queries: npm run eval:retrieval -- <folder> [--json <file>] [--help]
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EnvironmentError, UsageError } from '../client/failures.ts';
import { renderFigures, seconds, timed } from './figure.ts';
import { openBeirCollection } from './search-quality/beir-collection.ts';
import type { Collection } from './search-quality/collection.ts';
import { openLawCollection } from './search-quality/law-collection.ts';
import { workFolder } from './search-quality/measured-index.ts';
import { type Measurement, measure } from './search-quality/measurement.ts';
import { parseOptions } from './search-quality/options.ts';

const options = parseOptions(process.argv);
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  // Now, so that a path that cannot be is not found out after all the work.
  if (options.json !== null) await mkdir(dirname(options.json), { recursive: true });
  const work = await workFolder(options.home);
  try {
    const isLaws = await exists(join(options.folder, 'questions.jsonl'));
    const { result: figures, ms } = await timed<object>(() =>
      isLaws
        ? measureWith(openLawCollection(options, work.path, interrupt.signal))
        : measureWith(openBeirCollection(options, work.path, interrupt.signal)),
    );
    const effort = { name: 'indexing and measuring', value: seconds(ms), baseline: '', aim: '' };
    print(`\n${renderFigures([effort], new Date().toISOString().slice(0, 10))}`);
    if (options.json !== null) await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await work.dispose();
  }
} catch (error) {
  if (interrupt.signal.aborted) process.exitCode = 130;
  else if (error instanceof UsageError || error instanceof EnvironmentError) {
    process.stderr.write(`${[error.message, error.remedy].filter(Boolean).join('\n')}\n`);
    process.exitCode = 2;
  } else throw error;
}

async function measureWith<Figures>(opening: Promise<Collection<Figures>>): Promise<Measurement<Figures>> {
  const collection = await opening;
  try {
    return await measure(
      collection,
      { ablation: options.ablation, hasVectors: options.embedding !== null },
      print,
      interrupt.signal,
    );
  } finally {
    collection.index.close();
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
