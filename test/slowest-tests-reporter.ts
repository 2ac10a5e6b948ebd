import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

interface Duration {
  readonly name: string;
  readonly ms: number;
}

/** Prints the slowest test files and the slowest tests when a run is over. */
export default class SlowestTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module): Duration => ({ name: nameOf(module), ms: durationOf(module) }));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test): Duration => {
        return { name: `${nameOf(module)} > ${test.fullName}`, ms: test.diagnostic()?.duration ?? 0 };
      }),
    );
    if (files.length <= 1) return;
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

function print(title: string, durations: readonly Duration[]): void {
  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  process.stdout.write(`\n ${title}\n${lines.join('\n')}\n`);
}
