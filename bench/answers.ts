// Measures the answers to a folder of questions: npm run eval:answers -- <folder> [--json <file>] [--help]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EnvironmentError, UsageError } from '../client/failures.ts';
import { runCalibration } from './answers/calibration-run.ts';
import { runEvaluation } from './answers/evaluation-run.ts';
import { indexFolder } from './answers/evaluation-world.ts';
import { parseOptions } from './answers/options.ts';
import { pickQuestions, readQuestionFolder } from './answers/question-file.ts';

const options = parseOptions(process.argv);
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const folder = await readQuestionFolder(options.folder);
  const questions = pickQuestions(folder.questions, options.questions);
  // Now, so that a path that cannot be is not found out after all the work.
  if (options.json !== null) await mkdir(dirname(options.json), { recursive: true });
  process.stderr.write(`indexing ${join(options.folder, 'corpus')}\n`);
  const index = await indexFolder(folder.corpusDirectory, interrupt.signal);
  try {
    const work = { folder, index, questions, options, print, signal: interrupt.signal };
    const figures = options.calibration ? await runCalibration(work) : await runEvaluation(work);
    if (options.json !== null) await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await index.dispose();
  }
} catch (error) {
  if (interrupt.signal.aborted) process.exitCode = 130;
  else if (error instanceof UsageError || error instanceof EnvironmentError) {
    process.stderr.write(`${[error.message, error.remedy].filter(Boolean).join('\n')}\n`);
    process.exitCode = 2;
  } else throw error;
}
