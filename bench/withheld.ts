// Writes folders with questions about documents that are not there: npm run eval:withhold -- <folder> <target>
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Question, readQuestionFolder } from './answers/question-file.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const HALVES = ['even', 'odd'] as const;

const command = new Command('npm run eval:withhold --')
  .description(
    'Writes two folders for eval:answers, each with half of the documents of a folder and the questions about the other half: none of them has an answer, though the documents are of the same kind.',
  )
  .argument('<folder>', 'with corpus/ and questions.jsonl')
  .argument('<target>', 'gets the folders even/ and odd/')
  .parse();

await runEvaluationCommand(null, async ({ print }) => {
  const [folder = '', target = ''] = command.args;
  const { corpusDirectory, questions } = await readQuestionFolder(folder);
  const files = (await readdir(corpusDirectory)).sort();
  for (const [half, name] of HALVES.entries()) {
    const kept = new Set(files.filter((_, index) => index % HALVES.length === half));
    const asked = questions.filter((question) => isAbout(question, (file) => !kept.has(file)));
    await mkdir(join(target, name, 'corpus'), { recursive: true });
    for (const file of kept) await cp(join(corpusDirectory, file), join(target, name, 'corpus', file));
    const lines = asked.map((question) => JSON.stringify(withoutAnswer(question)));
    await writeFile(join(target, name, 'questions.jsonl'), `${lines.join('\n')}\n`);
    print(`${join(target, name)}: ${kept.size} documents, ${asked.length} questions without an answer`);
  }
  return {};
});

function isAbout({ unanswerable, expect }: Question, isMeant: (file: string) => boolean): boolean {
  return !unanswerable && expect.every(({ file }) => isMeant(file));
}

/** The document stays named, so that folds keep both questions about it together. */
function withoutAnswer({ expect, ...question }: Question): object {
  const [{ file } = { file: '' }] = expect;
  return { ...question, expect: [], mustContain: [], alsoGood: [], unanswerable: true, about: file };
}
