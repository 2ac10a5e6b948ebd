// Measures how far the certainty of answers holds: npm run eval:certainty -- <folder or results of eval:answers> [--help]
import { askQuestions } from './certainty/asked-questions.ts';
import { measureCertainty } from './certainty/certainty-figures.ts';
import { readMeasuredTasks } from './certainty/measured-tasks.ts';
import { parseOptions } from './certainty/options.ts';
import { measureStated } from './certainty/stated-figures.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const { inputs, asked, json, fit } = parseOptions(process.argv);

await runEvaluationCommand(json, async ({ print, signal }) =>
  asked === null
    ? measureCertainty(await readMeasuredTasks(inputs), fit, print)
    : measureStated(await askQuestions(asked.directory, asked, signal), fit, print),
);
