// Measures the answers to a folder of questions: npm run eval:answers -- <folder> [--json <file>] [--help]
import { join } from 'node:path';
import { runCalibration } from './answers/calibration-run.ts';
import { runEvaluation } from './answers/evaluation-run.ts';
import { indexFolder } from './answers/evaluation-world.ts';
import { parseOptions } from './answers/options.ts';
import { pickQuestions, readQuestionFolder } from './answers/question-file.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const folder = await readQuestionFolder(options.folder);
  const questions = pickQuestions(folder.questions, options.questions);
  process.stderr.write(`indexing ${join(options.folder, 'corpus')}\n`);
  const index = await indexFolder(folder.corpusDirectory, signal);
  try {
    const work = { folder, index, questions, options, print, signal };
    return await (options.calibration ? runCalibration(work) : runEvaluation(work));
  } finally {
    await index.dispose();
  }
});
