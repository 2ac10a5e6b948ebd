// Measures how PDF pages are found and quoted: npm run eval:pages -- <folder> [--json <file>] [--help]
import { indexFolder } from './answers/evaluation-world.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { parseOptions } from './pages/options.ts';
import { type PageFigures, renderPageFigures, renderPageQuestion, toFigures, totalOf } from './pages/page-figures.ts';
import { readPageQuestions } from './pages/question-file.ts';
import { researchQuestion } from './pages/question-research.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const questions = await readPageQuestions(options.folder);
  const index = await indexFolder(options.folder, signal);
  try {
    const today = new Date().toISOString().slice(0, 10);
    const figures: PageFigures[] = [];
    for (const question of questions) {
      signal.throwIfAborted();
      const research = await researchQuestion(index, question.question, today, signal);
      const source = index.sources.find(({ locator }) => locator === question.file);
      const storedText = source === undefined ? '' : await index.stores.blobs.getText(source.text);
      const measured = toFigures(question, research, storedText);
      print(renderPageQuestion(measured));
      figures.push(measured);
    }
    print(`\n${renderPageFigures(figures)}`);
    return { total: totalOf(figures), questions: figures };
  } finally {
    await index.dispose();
  }
});
