// Measures how the rules judge claims by the pages they cite: npm run eval:claims -- <file> [--json <file>] [--help]
import { UsageError } from '../client/errors/failures.ts';
import { measureClaims } from './claims/claim-figures.ts';
import { readClaimFile } from './claims/claim-row.ts';
import { renderClaims, renderWrong } from './claims/claim-table.ts';
import { judgeRows } from './claims/judged-rows.ts';
import { parseOptions } from './claims/options.ts';
import { fitSupport } from './claims/support-fitting.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const PROGRESS_EVERY = 500;

const options = parseOptions(process.argv);
const onProgress = (done: number): void => {
  if (done % PROGRESS_EVERY === 0) process.stderr.write(`${done} rows\n`);
};

await runEvaluationCommand(options.json, async ({ print }) => {
  const rows = await readClaimFile(options.file);
  const judged = judgeRows(rows, onProgress);
  if (judged.length === 0) throw new UsageError(`${options.file} holds no claim whose verdict is known`);
  const figures = measureClaims(judged);
  print(
    `${judged.length} rows, ${rows.length - judged.length} of unknown verdict left out\n\n${renderClaims(figures)}`,
  );
  if (options.verbose) print(renderWrong(judged));
  if (options.fit) fitSupport(judged, print);
  return figures;
});
