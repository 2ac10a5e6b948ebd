// Measures the choice of evidence sentences: npm run eval:evidence -- <file> [--json <file>] [--help]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../client/failures.ts';
import { renderTable } from './answers/figure-table.ts';
import { measureEvidence } from './evidence/evidence-figures.ts';
import { readEvidenceFile } from './evidence/evidence-file.ts';
import { parseOptions } from './evidence/options.ts';
import { createBaselineScorer, createProjectScorer } from './evidence/sentence-ranking.ts';

const options = parseOptions(process.argv);

try {
  const pairs = await readEvidenceFile(options.file);
  const total = measureEvidence(pairs, createProjectScorer(pairs));
  const baseline = measureEvidence(pairs, createBaselineScorer(pairs));
  const rows = (['hit1', 'hit3', 'recall3'] as const).map((name) => [
    name,
    total[name].toFixed(3),
    baseline[name].toFixed(3),
    { hit1: '≥ 0.60', hit3: '≥ 0.88', recall3: '' }[name],
  ]);
  process.stdout.write(
    `${pairs.length} pairs\n\n${renderTable(['', 'project', 'shared words by idf', 'aim'], rows)}\n`,
  );
  if (options.json !== null) {
    await mkdir(dirname(options.json), { recursive: true });
    await writeFile(options.json, `${JSON.stringify({ total, baseline }, null, 2)}\n`);
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${[error.message, error.remedy].filter(Boolean).join('\n')}\n`);
  process.exitCode = 2;
}
