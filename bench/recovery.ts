// Kills workers at random instants and says how long their runs stood still: node bench/recovery.ts [--help]
import { Command, InvalidArgumentError } from 'commander';
import { runEvaluationCommand } from './evaluation-command.ts';
import { renderFigures } from './figure.ts';
import { figuresOf, measureRecovery } from './recovery/measurement.ts';

const { kills, json } = new Command('node bench/recovery.ts')
  .description(
    'Kills the worker at random instants, with the supervisor and without, and measures how long runs stand still.',
  )
  .option('--kills <number>', 'of each of the two, 1 to 1000', parseKills, 20)
  .option('--json <file>', 'writes the figures there')
  .parse()
  .opts<{ kills: number; json?: string }>();

await runEvaluationCommand(json ?? null, async ({ print, signal }) => {
  const measuredAt = new Date().toISOString();
  const hosts = await measureRecovery(kills, signal);
  print(renderFigures(figuresOf(hosts), measuredAt.slice(0, 10)));
  return { measuredAt, hosts };
});

function parseKills(text: string): number {
  const kills = Number(text);
  if (!Number.isInteger(kills) || kills < 1 || kills > 1_000) throw new InvalidArgumentError('a number from 1 to 1000');
  return kills;
}
