// Runs fourteen days of a synthetic world and compares each with what it must bring: npm run eval:briefing [-- --judged] [-- --json <file>]
import { parseArgs } from 'node:util';
import { runWorld } from './briefing/world-days.ts';
import { openWorldRun } from './briefing/world-run.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const { values } = parseArgs({ options: { json: { type: 'string' }, judged: { type: 'boolean', default: false } } });

await runEvaluationCommand(values.json ?? null, async ({ print, signal }) => {
  const world = await openWorldRun(values.judged);
  signal.addEventListener('abort', () => void world.close());
  try {
    print('| slot | what happens | what the briefing says | as expected |\n|---|---|---|---|');
    const days = await runWorld(world, ({ name, about, got, differences }) => {
      const verdict = differences.length === 0 ? 'yes' : `NO: ${differences.join('; ')}`;
      print(`| ${name} | ${about} | ${got} | ${verdict} |`);
    });
    const wrong = days.filter(({ differences }) => differences.length > 0).length;
    print(`\n${days.length - wrong} of ${days.length} as expected`);
    if (wrong > 0) process.exitCode = 1;
    return { days, wrong };
  } finally {
    await world.close();
  }
});
