// Measures how far the certainty of answers holds: npm run eval:certainty -- <results of eval:answers> [--fit] [--help]
import { measureCertainty } from './certainty/certainty-figures.ts';
import { readMeasuredTasks } from './certainty/measured-tasks.ts';
import { parseOptions } from './certainty/options.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print }) =>
  measureCertainty(await readMeasuredTasks(options.results), options.fit, print),
);
