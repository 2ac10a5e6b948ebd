import type { Reporter, TestModule } from 'vitest/node';
import { keepRunTimes } from './run-times.ts';
import { type Costly, takeStarted } from './support/worlds/started.ts';

const SHOWN = 10;

/**
 * Most that the end-to-end tests may start. What needs a run shares one Temporal server. What starts its own is about that server or
 * its supervisor: their start and end, kills, lingering, backups, secrets in its database; the tests of such a file share it.
 */
const BUDGET: Readonly<Record<Costly, number>> = { server: 20, process: 150, browser: 1 };
const BUDGETED_RING = 'e2e';

interface Duration {
  readonly name: string;
  readonly ms: number;
}

/**
 * Prints the time of each ring, the slowest test files and tests, and what they started, when a run is over. A run that starts
 * more than the budget allows fails.
 */
export default class SlowestTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module): Duration => ({ name: nameOf(module), ms: durationOf(module) }));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test): Duration => {
        return { name: `${nameOf(module)} > ${test.fullName}`, ms: test.diagnostic()?.duration ?? 0 };
      }),
    );
    keepRunTimes(Object.fromEntries(files.map(({ name, ms }) => [name, Math.round(ms)])));
    printStarted();
    if (files.length <= 1) return;
    print('Rings, all their files added', timesOfRings(modules));
    print('Slowest files', files);
    print('Slowest tests', tests);
  }
}

const nameOf = ({ relativeModuleId }: TestModule): string => relativeModuleId;

/** With its hooks, which start servers. */
function durationOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return setupDuration + collectDuration + duration;
}

function timesOfRings(modules: readonly TestModule[]): Duration[] {
  const rings = Map.groupBy(modules, ({ project }) => project.name);
  return [...rings].map(([ring, of]) => {
    const ms = of.reduce((sum, module) => sum + durationOf(module), 0);
    return { name: `${ring} (${of.length} files)`, ms };
  });
}

function printStarted(): void {
  for (const [ring, counts] of Object.entries(takeStarted())) {
    const { server, process: processes, browser } = counts;
    process.stdout.write(`\n ${ring} started ${server} servers, ${processes} processes, ${browser} browsers\n`);
    if (ring !== BUDGETED_RING) continue;
    const over = (Object.keys(BUDGET) as Costly[]).filter((what) => counts[what] > BUDGET[what]);
    if (over.length === 0) continue;
    process.exitCode = 1;
    const most = over.map((what) => `${what}: ${BUDGET[what]}`).join(', ');
    process.stdout.write(` That is more than the budget allows (${most}); share one, or say in the budget why not.\n`);
  }
}

function print(title: string, durations: readonly Duration[]): void {
  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  process.stdout.write(`\n ${title}\n${lines.join('\n')}\n`);
}
