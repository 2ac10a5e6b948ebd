// Measures the choice of evidence sentences: npm run eval:evidence -- <file> [--json <file>] [--help]
import { renderTable } from './answers/figure-table.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { measureEvidence } from './evidence/evidence-figures.ts';
import { readEvidenceFile } from './evidence/evidence-file.ts';
import { parseOptions } from './evidence/options.ts';
import { createBaselineScorer, createProjectScorer } from './evidence/sentence-ranking.ts';

const AIMS = { hit1: '≥ 0.60', hit3: '≥ 0.88', recall3: '' } as const;

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print }) => {
  const pairs = await readEvidenceFile(options.file);
  const total = measureEvidence(pairs, createProjectScorer(pairs));
  const baseline = measureEvidence(pairs, createBaselineScorer(pairs));
  const rows = (['hit1', 'hit3', 'recall3'] as const).map((name) => [
    name,
    total[name].toFixed(3),
    baseline[name].toFixed(3),
    AIMS[name],
  ]);
  print(`${pairs.length} pairs\n\n${renderTable(['', 'project', 'shared words by idf', 'aim'], rows)}`);
  return { total, baseline };
});
