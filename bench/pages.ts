// Measures how PDF pages are found and quoted: npm run eval:pages -- <folder> [--json <file>] [--help]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CorpusUnavailableError } from '../activities/corpus/corpus-errors.ts';
import { UsageError } from '../client/failures.ts';
import { indexFolder } from './answers/evaluation-world.ts';
import { parseOptions } from './pages/options.ts';
import { type PageFigures, renderPageFigures, renderPageQuestion, toFigures, totalOf } from './pages/page-figures.ts';
import { readPageQuestions } from './pages/question-file.ts';
import { researchQuestion } from './pages/question-research.ts';

const options = parseOptions(process.argv);
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const questions = await readPageQuestions(options.folder);
  // Now, so that a path that cannot be is not found out after all the work.
  if (options.json !== null) await mkdir(dirname(options.json), { recursive: true });
  const index = await indexFolder(options.folder, interrupt.signal);
  try {
    const today = new Date().toISOString().slice(0, 10);
    const figures: PageFigures[] = [];
    for (const question of questions) {
      interrupt.signal.throwIfAborted();
      const research = await researchQuestion(index, question.question, today, interrupt.signal);
      const source = index.sources.find(({ locator }) => locator === question.file);
      const storedText = source === undefined ? '' : await index.stores.blobs.getText(source.text);
      const measured = toFigures(question, research, storedText);
      print(renderPageQuestion(measured));
      figures.push(measured);
    }
    print(`\n${renderPageFigures(figures)}`);
    const json = { total: totalOf(figures), questions: figures };
    if (options.json !== null) await writeFile(options.json, `${JSON.stringify(json, null, 2)}\n`);
  } finally {
    await index.dispose();
  }
} catch (error) {
  if (interrupt.signal.aborted) process.exitCode = 130;
  else if (error instanceof UsageError || error instanceof CorpusUnavailableError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else throw error;
}
