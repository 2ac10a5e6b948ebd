// Writes and measures reports, and prepares blind pairs for a judge: npm run eval:reports -- <folder> [--judged] [--help]
import { join } from 'node:path';
import { UsageError } from '../client/errors/failures.ts';
import { inLanes } from './answers/lanes.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { writePairs } from './judged/blind-pairs.ts';
import { type MeasuredPair, renderFigureTable, renderRun } from './judged/figure-table.ts';
import { renderJudgements, summariseJudgements } from './judged/judgement-table.ts';
import { readJudgements } from './judged/judgements.ts';
import { keepReport, readKeptReport } from './judged/kept-reports.ts';
import { measureReport, measureSecond } from './judged/measured-report.ts';
import { parseOptions } from './judged/options.ts';
import { type JudgedQuestion, readJudgedQuestions } from './judged/questions.ts';
import { runQuestion } from './judged/report-runs.ts';
import { openReportWorld } from './judged/report-world.ts';

const options = parseOptions(process.argv);
const pairsFolder = join(options.out, 'pairs');

await runEvaluationCommand(options.json, async ({ print, signal }) => {
  if (options.judged) return showJudgements(print);
  const questions = await readJudgedQuestions(options.folder, options.only);
  if (options.kill !== null && !questions.some(({ id }) => id === options.kill))
    throw new UsageError(`there is no question ${options.kill}`);
  if (options.reports === null) await runAll(questions, print, signal);
  const measured = await inLanes(questions, 1, (question) => measurePair(question, options.reports ?? options.out));
  print(renderFigureTable(measured));
  if (options.preparesPairs) await preparePairs(questions, measured, print);
  return { questions: measured.map(({ id, ours, second }) => ({ id, ours: ours?.figures, second: second?.figures })) };
});

async function runAll(
  questions: readonly JudgedQuestion[],
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const world = await openReportWorld(
    join(options.out, 'home'),
    (line) => void process.stderr.write(`${line}\n`),
    signal,
  );
  try {
    await inLanes(questions, options.parallel, async (question) => {
      const { id } = question;
      const run = await runQuestion(world, question, { kills: options.kill === id, signal });
      await keepReport(options.out, id, run);
      const kept = await readKeptReport(options.out, id);
      if (kept !== null) print(renderRun(id, await measureReport(kept, question)));
    });
  } finally {
    await world.close();
  }
}

async function measurePair(question: JudgedQuestion, folder: string): Promise<MeasuredPair> {
  const kept = await readKeptReport(folder, question.id);
  const ours = kept === null ? null : await measureReport(kept, question);
  return { id: question.id, ours, second: await measureSecond(question) };
}

async function preparePairs(
  questions: readonly JudgedQuestion[],
  measured: readonly MeasuredPair[],
  print: (text: string) => void,
): Promise<void> {
  const pairs = measured.flatMap(({ id, ours, second }) => {
    const question = questions.find((asked) => asked.id === id);
    const hasReport = ours !== null && ours.read.body.length > 0;
    return question === undefined || !hasReport || second === null ? [] : [{ question, ours, second }];
  });
  const kept = await writePairs(pairsFolder, pairs, options.seed);
  print(`\n${pairs.length} pairs for a judge in ${pairsFolder}`);
  if (kept.length > 0) print(`judged already, and left as they were: ${kept.join(', ')}`);
}

async function showJudgements(print: (text: string) => void): Promise<object> {
  const { judged, open } = await readJudgements(pairsFolder, options.only);
  if (judged.length > 0) print(renderJudgements(judged));
  if (open.length > 0) print(`not judged yet: ${open.join(', ')}`);
  return { summary: summariseJudgements(judged), judged, open };
}
