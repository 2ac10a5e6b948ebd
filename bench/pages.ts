// Measures how PDF pages are found and quoted: npm run eval:pages -- [folder] [--json <file>] [--help]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvaluationWorld, type IndexedFolder, indexFolder, openWorld } from './answers/evaluation-world.ts';
import { inLanes } from './answers/lanes.ts';
import { conductRun } from './answers/question-runs.ts';
import { keepReport } from './answers/report-folder.ts';
import { type EvaluationTools, runEvaluationCommand } from './evaluation-command.ts';
import { writeInventedFolder } from './pages/invented/invented-folder.ts';
import { parseOptions } from './pages/options.ts';
import { type PageFigures, renderPageFigures, renderPageQuestion, toFigures, totalOf } from './pages/page-figures.ts';
import { type PageQuestion, readPageQuestions } from './pages/question-file.ts';

const options = parseOptions(process.argv);

await runEvaluationCommand(options.json, async (tools) => {
  if (options.folder !== null) return measureFolder(options.folder, tools);
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pages-'));
  try {
    await writeInventedFolder(options.half, folder);
    return await measureFolder(folder, tools);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function measureFolder(folder: string, tools: EvaluationTools): Promise<object> {
  const questions = await readPageQuestions(folder);
  const index = await indexFolder(folder, tools.signal);
  try {
    const world = await openWorld(index, {}, (line) => process.stderr.write(`${line}\n`), tools.signal);
    try {
      const measure = (question: PageQuestion) => measureQuestion(question, world, index, tools);
      const figures = await inLanes(questions, options.concurrency, measure);
      tools.print(`\n${renderPageFigures(figures)}`);
      return { total: totalOf(figures), questions: figures };
    } finally {
      await world.close();
    }
  } finally {
    await index.dispose();
  }
}

async function measureQuestion(
  question: PageQuestion,
  world: EvaluationWorld,
  index: IndexedFolder,
  { print, signal }: EvaluationTools,
): Promise<PageFigures> {
  const { report, steps } = await conductRun(world, question.question, null, {}, signal);
  const source = index.sources.find(({ locator }) => locator === question.file);
  const storedText = source === undefined ? '' : await index.stores.blobs.getText(source.text);
  const figures = toFigures(question, { steps, record: report?.record ?? null }, storedText);
  print(renderPageQuestion(figures));
  if (options.reports !== null) await keepReport(options.reports, question.id, report);
  return figures;
}
