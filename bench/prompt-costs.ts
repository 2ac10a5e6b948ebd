// Counts what a whole run asks of a model, and what it leaves in its history: node bench/prompt-costs.ts [--help]
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runEvaluationCommand } from './evaluation-command.ts';
import { renderCosts } from './prompt-costs/cost-table.ts';
import { measurePromptCosts, type PromptCosts } from './prompt-costs/measurement.ts';
import { parseOptions } from './prompt-costs/options.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const measured: PromptCosts[] = [];
  if (options.reports !== null) await mkdir(options.reports, { recursive: true });
  for (const run of options.runs) {
    signal.throwIfAborted();
    process.stderr.write(`running ${run.preset} with ${run.tasks} tasks\n`);
    const costs = await measurePromptCosts(run, signal);
    print(`${renderCosts(costs)}\n`);
    measured.push(costs);
    if (options.reports !== null) await writeFile(fileOf(options.reports, costs), costs.markdown);
  }
  return { measuredAt: new Date().toISOString(), runs: measured };
});

function fileOf(folder: string, { preset, tasks, length }: PromptCosts): string {
  return path.join(folder, `${preset}-${tasks}-${length}.md`);
}
