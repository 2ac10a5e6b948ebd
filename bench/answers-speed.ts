// Measures how fast messages are answered: npm run bench:answers -- [--only <names>] [--runs <n>] [--turns <n>] [--json <file>]
import { Command, InvalidArgumentError } from 'commander';
import { measureLongSession } from './answers-speed/long-session.ts';
import { measureWithModel } from './answers-speed/with-model.ts';
import { measureWithoutModel } from './answers-speed/without-model.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { describeMachine, type Figure, renderFigures } from './figure.ts';

const MEASURES = ['rules', 'model', 'session'] as const;
type MeasureName = (typeof MEASURES)[number];

const command = new Command('npm run bench:answers --')
  .description('Measures how fast messages are answered, and prints a table.')
  .option('--only <names>', `only these, separated by commas: ${MEASURES.join(', ')}`, names)
  .option('--runs <n>', 'questions of each measure', positive, 15)
  .option('--turns <n>', 'turns of the long session', positive, 500)
  .option('--json <file>', 'writes the figures there')
  .parse(process.argv);
const { only, runs, turns, json } = command.opts<{
  only?: readonly MeasureName[];
  runs: number;
  turns: number;
  json?: string;
}>();

await runEvaluationCommand(json ?? null, async ({ print, signal }) => {
  const measures: Record<MeasureName, () => Promise<Figure[]>> = {
    rules: () => measureWithoutModel(runs, signal),
    model: () => measureWithModel(runs, signal),
    session: () => measureLongSession(turns, signal),
  };
  const figures: Figure[] = [];
  for (const name of only ?? MEASURES) {
    signal.throwIfAborted();
    process.stderr.write(`measuring ${name}\n`);
    figures.push(...(await measures[name]()));
  }
  const date = new Date().toISOString().slice(0, 10);
  print(renderFigures(figures, date));
  return { machine: describeMachine(date), figures };
});

function names(text: string): readonly MeasureName[] {
  return text.split(',').map((given) => {
    const found = MEASURES.find((name) => name === given.trim());
    if (found === undefined) throw new InvalidArgumentError(`there is no "${given}"`);
    return found;
  });
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('must be a whole number from 1');
  return number;
}
