import { join } from 'node:path';
import { baselineStage } from './baseline-stage.ts';
import { englishTokens } from './baseline.ts';
import { readBeirFolder, writeDocuments } from './beir-folder.ts';
import type { Collection } from './collection.ts';
import { openMeasuredIndex } from './measured-index.ts';
import { mean, normalizedGain, recallAt } from './metrics.ts';
import type { SearchQualityOptions } from './options.ts';

export interface BeirFigures {
  readonly ndcg10: number;
  readonly recall100: number;
}

/** A folder in BEIR layout: each document is ranked by its best passage. */
export async function openBeirCollection(
  options: SearchQualityOptions,
  workPath: string,
  signal: AbortSignal,
): Promise<Collection<BeirFigures>> {
  const { documents, queries } = await readBeirFolder(options.folder, options);
  const directory = join(workPath, 'documents');
  const locators = await writeDocuments(directory, documents);
  const ids = new Map([...locators].map(([id, locator]) => [locator, id]));
  const index = await openMeasuredIndex(join(workPath, 'home'), directory, options.embedding, signal);
  const texts = documents.map(({ id, title, text }) => ({
    locator: locators.get(id) ?? '',
    text: `${title}\n${text}`,
  }));
  return {
    description: `${documents.length} documents, ${index.report.passages} passages, ${queries.length} queries`,
    index,
    queries,
    baseline: baselineStage(texts, englishTokens),
    judge(rankings) {
      const judged = queries.map(({ relevant }, position) => {
        const ranking = [...new Set(rankings[position]?.map(({ locator }) => ids.get(locator) ?? ''))];
        return { gain: normalizedGain(ranking, relevant, 10), recall: recallAt(ranking, relevant, 100) };
      });
      return { ndcg10: mean(judged.map(({ gain }) => gain)), recall100: mean(judged.map(({ recall }) => recall)) };
    },
    cells: ({ ndcg10, recall100 }) => ({ 'nDCG@10': ndcg10.toFixed(3), 'recall@100': recall100.toFixed(3) }),
  };
}
