// Measures the choice of evidence sentences: npm run eval:evidence -- <file> [--json <file>] [--help]
import { Command } from 'commander';
import { renderTable } from './answers/figure-table.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { measureEvidence } from './evidence/evidence-figures.ts';
import { readEvidenceFile } from './evidence/evidence-file.ts';
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

interface EvidenceOptions {
  readonly file: string;
  readonly json: string | null;
}

/** Reads the command line of `npm run eval:evidence`; ends the process where it makes no sense. */
function parseOptions(argv: readonly string[]): EvidenceOptions {
  const command = new Command('npm run eval:evidence --')
    .description('Measures which sentences of a given text the project takes for the evidence of a claim.')
    .argument('<file>', 'one JSON object a line: claim, docId, sentences, evidence')
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  return { file: command.args[0] ?? '', json: command.opts<{ json?: string }>().json ?? null };
}
