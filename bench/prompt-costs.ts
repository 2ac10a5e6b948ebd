// Counts what a whole run asks of a model, and what it leaves in its history: node bench/prompt-costs.ts [--help]
import { runEvaluationCommand } from './evaluation-command.ts';
import { renderCosts } from './prompt-costs/cost-table.ts';
import { measurePromptCosts, type PromptCosts } from './prompt-costs/measurement.ts';
import { parseOptions } from './prompt-costs/options.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const measured: PromptCosts[] = [];
  for (const { preset, tasks } of options.runs) {
    signal.throwIfAborted();
    process.stderr.write(`running ${preset} with ${tasks} tasks\n`);
    const costs = await measurePromptCosts(preset, tasks, signal);
    print(`${renderCosts(costs)}\n`);
    measured.push(costs);
  }
  return { measuredAt: new Date().toISOString(), runs: measured };
});
