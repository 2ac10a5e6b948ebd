// Measures the answers to a folder of questions: npm run eval:answers -- <folder> [--json <file>] [--help]
import { join } from 'node:path';
import { type BrokenModelKind, startBrokenModel } from '../test/support/servers/broken-model.ts';
import { runCalibration } from './answers/calibration.ts';
import { checkEndpoints, type EndpointVariables, readEndpoints } from './answers/endpoints.ts';
import { runEvaluation } from './answers/evaluation-run.ts';
import { indexFolder } from './answers/evaluation-world.ts';
import { parseOptions } from './answers/options.ts';
import { pickQuestions, readQuestionFolder } from './answers/question-file.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

/** The shortest time limit that a user can set. */
const SILENCE_SECONDS = '1';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const folder = await readQuestionFolder(options.folder);
  const questions = pickQuestions(folder.questions, options.questions, options.limit);
  const broken = options.brokenModel === null ? null : await openBrokenModel(options.brokenModel);
  const endpoints = readEndpoints({ ...options.endpoints, ...broken?.variables });
  if (broken === null) for (const line of await checkEndpoints(endpoints)) process.stderr.write(`${line}\n`);
  process.stderr.write(`indexing ${join(options.folder, 'corpus')}\n`);
  const index = await indexFolder(folder.corpusDirectory, signal, endpoints.embedding, options.home);
  try {
    const work = { folder, index, questions, options: { ...options, endpoints: endpoints.variables }, print, signal };
    return await (options.calibration ? runCalibration(work) : runEvaluation(work));
  } finally {
    await index.dispose();
    await broken?.close();
  }
});

/** Starts a useless model for an evaluation: its reports must be as good as those without a model. */
async function openBrokenModel(kind: BrokenModelKind) {
  const model = await startBrokenModel(kind);
  const variables: EndpointVariables = {
    OPENAI_BASE_URL: model.baseURL,
    PLUMBLINE_MODEL: `broken-${kind}`,
    ...(kind === 'silent' && { 'model.timeout-seconds': SILENCE_SECONDS }),
  };
  return { variables, close: () => model.close() };
}
