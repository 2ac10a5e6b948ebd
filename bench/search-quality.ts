// Measures the search on a folder of judged queries: npm run eval:retrieval -- <folder> [--json <file>] [--help]
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runEvaluationCommand } from './evaluation-command.ts';
import { renderFigures, seconds, timed } from './figure.ts';
import { openBeirCollection } from './search-quality/beir-collection.ts';
import type { Collection } from './search-quality/collection.ts';
import { openLawCollection } from './search-quality/law-collection.ts';
import { workFolder } from './search-quality/measured-index.ts';
import { measure } from './search-quality/measurement.ts';
import { parseOptions } from './search-quality/options.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const measureWith = async <Figures>(opening: Promise<Collection<Figures>>) => {
    const collection = await opening;
    try {
      const parts = {
        ablation: options.ablation,
        alternatives: options.alternatives,
        hasVectors: options.embedding !== null,
      };
      return await measure(collection, parts, print, signal);
    } finally {
      collection.index.close();
    }
  };
  const work = await workFolder(options.home);
  try {
    const isLaws = await exists(join(options.folder, 'questions.jsonl'));
    const { result: figures, ms } = await timed<object>(() =>
      isLaws
        ? measureWith(openLawCollection(options, work.path, signal))
        : measureWith(openBeirCollection(options, work.path, signal)),
    );
    const effort = { name: 'indexing and measuring', value: seconds(ms), baseline: '', aim: '' };
    print(`\n${renderFigures([effort], new Date().toISOString().slice(0, 10))}`);
    return figures;
  } finally {
    await work.dispose();
  }
});

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
