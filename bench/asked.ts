// Measures answers without a model to questions of a folder: npm run eval:asked -- <folder> [--help]
import { readEndpoints } from './answers/endpoints.ts';
import { askAll, type AskedQuestion, readKept, readQuestions, type Reply } from './asked/asked-questions.ts';
import { measureAsked } from './asked/figures.ts';
import { type Grade, gradeOf } from './asked/grades.ts';
import { parseOptions } from './asked/options.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const read = options.directories.map((directory) => readQuestions(directory, options.corpora));
  const questions = (await Promise.all(read)).flat();
  const baseline = options.baseline === null ? null : await readKept(options.baseline, questions);
  const replies = await askAll(questions, readEndpoints(options.endpoints), options.kept, signal);
  return measureAsked(gradesOf(questions, replies), baseline && gradesOf(questions, baseline), print);
});

function gradesOf(questions: readonly AskedQuestion[], replies: ReadonlyMap<string, Reply>): Grade[] {
  return questions.flatMap((question) => {
    const reply = replies.get(question.id);
    return reply === undefined ? [] : [gradeOf(question, reply)];
  });
}
