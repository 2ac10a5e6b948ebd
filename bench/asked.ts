import { renderAnswer } from '../client/cli/rendering/render-answer.ts';
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
  const before = baseline === null ? null : await gradesOf(questions, baseline);
  return measureAsked(await gradesOf(questions, replies), before, print);
});

async function gradesOf(questions: readonly AskedQuestion[], replies: ReadonlyMap<string, Reply>): Promise<Grade[]> {
  const graded = questions.map(async (question) => {
    const reply = replies.get(question.id);
    return reply === undefined ? [] : [gradeOf(question, reply, await firstScreen(reply))];
  });
  return (await Promise.all(graded)).flat();
}

/** What `ask` prints first, as a terminal shows it. */
async function firstScreen({ answer }: Reply): Promise<string> {
  const layout = { columns: 80, paint: (_: string, text: string) => text, sources: 'cited', isFull: false } as const;
  const text = await renderAnswer(answer, layout);
  return text.split('\n').slice(0, 25).join('\n');
}
