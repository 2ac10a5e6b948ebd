import { EnvironmentError } from '../../client/errors/failures.ts';
import type { CliResult } from '../../test/support/processes/cli.ts';
import { type CellFixture, openRunWorld, type RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';
import { findRepeats, type LoggedRequest } from './traffic.ts';

/** The result of the undisturbed run of a scenario. */
export interface Undisturbed {
  readonly scenario: Scenario;
  readonly evidence: ReadonlySet<string>;
  readonly log: readonly LoggedRequest[];
  /** Points, as `activity/instant`. */
  readonly reached: ReadonlySet<string>;
  readonly seconds: number;
}

/**
 * `as usual`: with the evidence and the requests of the undisturbed run. `with a report`: another plan led to another one.
 * `otherwise`: `run` judged it.
 */
export type Ending = 'as usual' | 'with a report' | 'otherwise';

/** One disturbance, and what must hold all the same. */
export interface Cell {
  /** Heading that it stands under. */
  readonly target: string;
  /** Row and column; the column of a special case is empty. */
  readonly activity: string;
  readonly instant: string;
  readonly scenario: Scenario;
  /** Runs the disturbed run; throws when the rest cannot be judged. */
  run(world: RunWorld): Promise<CliResult>;
  readonly ending: Ending;
  /** Most seconds of the cell. */
  readonly limitSeconds: number;
  /** Timing matters in milliseconds: no other cell runs at the same time. */
  readonly runsAlone?: boolean;
  /** Why it cannot run on this machine; null: it can. */
  readonly skipped?: string;
}

export interface CellOutcome {
  readonly target: string;
  readonly activity: string;
  readonly instant: string;
  readonly ok: boolean;
  /** Set where the cell did not run. */
  readonly skipped: string | null;
  readonly findingsLost: number;
  readonly completedCallsRepeated: number;
  readonly inFlightCallsRepeated: number;
  readonly evidenceIdentical: boolean;
  /** From each kill to the next progress. */
  readonly resumeSeconds: readonly number[];
  readonly seconds: number;
  readonly problems: readonly string[];
}

const UNDISTURBED_LIMIT_SECONDS = 300;

/** @throws {EnvironmentError} when the undisturbed run does not end well */
export async function runUndisturbed(
  scenario: Scenario,
  fixture: CellFixture,
): Promise<{ readonly undisturbed: Undisturbed; readonly world: RunWorld }> {
  const startedAt = Date.now();
  const world = await openRunWorld(fixture, `undisturbed-${scenario.name}`, scenario.environment);
  try {
    const result = await withinLimit(scenario.run(world), UNDISTURBED_LIMIT_SECONDS, fixture.signal);
    if (result.code !== 0) {
      const said = `The undisturbed run of ${scenario.name} ended with code ${result.code}:\n${result.stderr}`;
      throw new EnvironmentError(said, 'Nothing can be compared with it.');
    }
    const evidence = await scenario.readEvidence(world);
    const seconds = (Date.now() - startedAt) / 1_000;
    const { reached, traffic } = world;
    return { world, undisturbed: { scenario, evidence, log: [...traffic.log], reached, seconds } };
  } catch (error) {
    await world.close();
    throw error;
  }
}

export async function runCell(
  cell: Cell,
  name: string,
  fixture: CellFixture,
  undisturbed: Undisturbed,
): Promise<CellOutcome> {
  const startedAt = Date.now();
  const { target, activity, instant } = cell;
  const base = { target, activity, instant, skipped: cell.skipped ?? null };
  if (cell.skipped !== undefined) return { ...base, ok: true, ...UNTOUCHED, evidenceIdentical: true };
  const world = await openRunWorld(fixture, name, cell.scenario.environment);
  try {
    const result = await withinLimit(cell.run(world), cell.limitSeconds, fixture.signal);
    world.clock.stop();
    const judged = await judge(cell, world, result, undisturbed);
    return { ...base, ...judged, ok: judged.problems.length === 0, seconds: (Date.now() - startedAt) / 1_000 };
  } catch (error) {
    fixture.signal.throwIfAborted();
    const problems = [error instanceof Error ? error.message : String(error)];
    return { ...base, ...UNTOUCHED, ok: false, problems, seconds: (Date.now() - startedAt) / 1_000 };
  } finally {
    await world.close();
  }
}

const UNTOUCHED = {
  findingsLost: 0,
  completedCallsRepeated: 0,
  inFlightCallsRepeated: 0,
  evidenceIdentical: false,
  resumeSeconds: [],
  seconds: 0,
  problems: [],
};

async function judge(cell: Cell, world: RunWorld, result: CliResult, undisturbed: Undisturbed) {
  const { traffic, clock, untouched } = world;
  const isUsual = cell.ending === 'as usual';
  const repeats = findRepeats(traffic.log, undisturbed.log, clock.kills);
  const evidence = result.code === 0 ? await cell.scenario.readEvidence(world) : new Set<string>();
  const lost = [...undisturbed.evidence].filter((line) => !evidence.has(line));
  const more = [...evidence].filter((line) => !undisturbed.evidence.has(line));
  const problems = [
    ...untouched.map(({ activity, instant }) => `the run never came to ${activity}/${instant}`),
    ...named('requested again although answered', repeats.completed),
    ...named('requested again more than once', repeats.inFlightTooOften),
    ...traffic.faults,
  ];
  if (cell.ending !== 'otherwise') {
    if (result.code !== 0) problems.push(`the command ended with code ${result.code}: ${lastLine(result)}`);
    else problems.push(...named('verify', await cell.scenario.verify(world)));
  }
  if (isUsual) {
    problems.push(...named('finding lost', lost), ...named('finding of its own', more));
    problems.push(...named('asked what the undisturbed run never asked', repeats.unknown));
  }
  return {
    findingsLost: isUsual ? lost.length : 0,
    completedCallsRepeated: repeats.completed.length,
    inFlightCallsRepeated: repeats.inFlight.length,
    evidenceIdentical: !isUsual || (lost.length === 0 && more.length === 0),
    resumeSeconds: clock.seconds,
    problems,
  };
}

async function withinLimit<Value>(work: Promise<Value>, limitSeconds: number, signal: AbortSignal): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not over after ${limitSeconds} s`)), limitSeconds * 1_000);
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Whatever is still running ends with its world.
    work.catch(() => undefined);
  }
}

function named(what: string, values: readonly string[]): string[] {
  return values.map((value) => `${what}: ${value}`);
}

function lastLine({ stdout, stderr }: CliResult): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
}
