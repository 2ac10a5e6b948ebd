// Measures the hit scores on a folder of judged queries: npm run eval:relevance -- <folder> [--json <file>] [--help]
import { runEvaluationCommand } from './evaluation-command.ts';
import { readJudgedFolder } from './relevance/judged-folder.ts';
import { parseOptions } from './relevance/options.ts';
import { fitRelevance, measureRelevance } from './relevance/relevance-run.ts';
import { workFolder } from './search-quality/measured-index.ts';

const PROGRESS_EVERY = 50;

const options = parseOptions(process.argv);
const onProgress = (done: number, total: number): void => {
  if (done % PROGRESS_EVERY === 0) process.stderr.write(`${done} of ${total} queries\n`);
};

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  const work = await workFolder(options.home);
  try {
    const queries = await readJudgedFolder(options, work.path, onProgress, signal);
    const figures = measureRelevance(queries, print);
    if (options.fit) fitRelevance(queries, print);
    return figures;
  } finally {
    await work.dispose();
  }
});
