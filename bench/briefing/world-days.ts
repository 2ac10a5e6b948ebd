import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingDiagnostic } from '@plumbline/contracts/briefings/briefing-issues';
import {
  type BriefingRecord,
  briefingRecordSchema,
  type ThemeOutput,
} from '@plumbline/contracts/briefings/briefing-record';
import type { ExpectedDay } from './expected-days.ts';
import { expectedDays } from './expected-without-judge.ts';
import { dateOf } from './world-places.ts';
import type { WorldRun } from './world-run.ts';

/** A day beside what was expected of it. */
export interface ComparedDay {
  readonly name: string;
  readonly about: string;
  readonly got: string;
  /** Empty: as expected. */
  readonly differences: readonly string[];
}

const DAY_WITHOUT_THEMES = 9;
const DAY_WITHOUT_SEARCH = 11;
const DAY_OF_KILLS = 12;
const BACKFILLED_DAY = 6;
const BUDGET = 12;

/** Runs the fourteen days, the weekly, a repeated slot and a backfill. */
export async function runWorld(world: WorldRun, onDay: (day: ComparedDay) => void): Promise<readonly ComparedDay[]> {
  const compared: ComparedDay[] = [];
  const report = (day: ComparedDay): void => {
    compared.push(day);
    onDay(day);
  };
  for (const expected of expectedDays(world.model !== null)) report(await runDay(world, expected));
  report(await runWeekly(world));
  report(await repeatDay(world));
  report(await backfillDay(world));
  return compared;
}

async function runDay(world: WorldRun, expected: ExpectedDay): Promise<ComparedDay> {
  const { day, about } = expected;
  const { server } = world;
  server.setDay(day);
  server.setSearchDown(day === DAY_WITHOUT_SEARCH);
  if (day === DAY_WITHOUT_THEMES) await world.loseThemes();
  const asked = server.queries.length;
  const outcome = day === DAY_OF_KILLS ? await world.runDayWithKills(day, 2) : await world.runDay(day);
  const record = outcome.status === 'published' ? await readRecord(world, `outputs/daily/${dateOf(day)}.json`) : null;
  const differences = compareDay(expected, outcome, record);
  // A request that a kill interrupted is sent again; a service that is down is asked again.
  const isCounted = day !== DAY_OF_KILLS && day !== DAY_WITHOUT_SEARCH;
  if (isCounted && server.queries.length - asked > BUDGET) differences.push('more queries than the budget');
  if (server.faults.length > 0) differences.push(`unknown pages: ${server.faults.join(', ')}`);
  if (day === DAY_WITHOUT_THEMES) await world.refreshState();
  return { name: `day ${day}`, about, got: describe(outcome, record), differences };
}

/** Differences between a day and what was expected of it. */
export function compareDay(expected: ExpectedDay, outcome: BriefingOutcome, record: BriefingRecord | null): string[] {
  const actual = {
    status: outcome.status,
    themes: Object.fromEntries((record?.themes ?? []).map((theme) => [theme.themeId, describeTheme(theme)])),
    diagnostics: describeDiagnostics(outcome.diagnostics),
    issues: outcome.issues.map(({ action, key }) => `${action} ${key.slice(key.indexOf('/') + 1)}`).toSorted(),
    results: countResults(record),
  };
  const wanted = {
    ...expected,
    diagnostics: [...expected.diagnostics].toSorted(),
    issues: [...expected.issues].toSorted(),
  };
  const names = ['status', 'themes', 'diagnostics', 'issues', 'results'] as const;
  const differences = names.flatMap((name) => {
    const [got, want] = [JSON.stringify(actual[name]), JSON.stringify(wanted[name])];
    return got === want ? [] : [`${name}: got ${got}, expected ${want}`];
  });
  const notes = record?.notes.join('\n') ?? '';
  const missing = expected.notes
    .filter((words) => !notes.includes(words))
    .map((words) => `no note on ${words}: ${notes}`);
  const isMiscounted = differences.some((difference) => difference.startsWith('results'));
  const results = isMiscounted
    ? (record?.results ?? []).map(({ locator, verdict, reason }) => `${verdict} ${locator} ${reason}`)
    : [];
  return [...differences, ...results, ...missing, ...invariantsOf(record)];
}

/** What must hold on every day. */
function invariantsOf(record: BriefingRecord | null): string[] {
  if (record === null) return [];
  const faults: string[] = [];
  if (record.requests > BUDGET) faults.push(`${record.requests} requests exceed the budget`);
  if (record.items.some(({ tier, status }) => status === 'confirmed' && tier !== 1 && tier !== 2)) {
    faults.push('an item of no good standing is confirmed');
  }
  const keys = new Set(record.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const claims = record.themes.flatMap((theme) => theme.claims);
  if (claims.some(({ citations }) => citations.length === 0 || !citations.every((key) => keys.has(key)))) {
    faults.push('a claim has no quotation');
  }
  return faults;
}

/** The candidate of day 10 is promoted. */
async function runWeekly(world: WorldRun): Promise<ComparedDay> {
  const outcome = await world.runWeekly(14);
  const themes = await readFile(join(world.folder, 'state/active_themes.yml'), 'utf8');
  const differences: string[] = [];
  if (outcome.status !== 'published') differences.push(`status: got ${outcome.status}`);
  if (!/id: hydrogen-grid[\s\S]*?status: ongoing/u.test(themes)) differences.push('the candidate was not promoted');
  if (!themes.includes('# The theme that reverses.')) differences.push('a comment of the themes was lost');
  return { name: 'weekly', about: 'promotes the candidate', got: outcome.outputPath ?? outcome.reason, differences };
}

async function repeatDay(world: WorldRun): Promise<ComparedDay> {
  const before = await hashesOf(world.folder);
  const outcome = await world.runDay(14);
  const differences = changedFiles(before, await hashesOf(world.folder));
  if (outcome.status !== 'repeated') differences.push(`status: got ${outcome.status}`);
  return { name: 'repeated', about: 'day 14 once more changes nothing', got: outcome.status, differences };
}

/** Day 6 again, after day 14: its own result, beside the original, and no other file is touched. */
async function backfillDay(world: WorldRun): Promise<ComparedDay> {
  const day = dateOf(BACKFILLED_DAY);
  const before = await hashesOf(world.folder);
  await world.backfill(BACKFILLED_DAY);
  const after = await hashesOf(world.folder);
  const added = [`outputs/daily/${day}-backfill.json`, `outputs/daily/${day}-backfill.md`];
  const differences = changedFiles(before, after).filter((file) => !added.includes(file));
  const [original, again] = await Promise.all([
    readRecord(world, `outputs/daily/${day}.json`),
    readRecord(world, `outputs/daily/${day}-backfill.json`),
  ]);
  const essence = (record: BriefingRecord): string =>
    JSON.stringify([
      record.themes.map((theme) => [theme.themeId, theme.delta, theme.claims, theme.focus, theme.watchpoints]),
      record.diagnostics,
      record.results,
      record.signals,
    ]);
  if (essence(original) !== essence(again)) differences.push('the backfill says something else than the original');
  return {
    name: 'backfill',
    about: `day ${BACKFILLED_DAY} once more`,
    got: again.isBackfill ? day : 'no backfill',
    differences,
  };
}

/** The record of an output. @param path relative to the folder of the briefing */
export async function readRecord({ folder }: WorldRun, path: string): Promise<BriefingRecord> {
  return briefingRecordSchema.parse(JSON.parse(await readFile(join(folder, path), 'utf8')));
}

async function hashesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashed = files.map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [file.slice(folder.length + 1), hash] as const;
  });
  return new Map(await Promise.all(hashed));
}

/** Files that appeared, changed or vanished; locks are no content. */
function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files]
    .filter((file) => before.get(file) !== after.get(file) && !/\/\.[^/]*$/u.test(`/${file}`))
    .toSorted();
}

function describeTheme({ delta, claims }: ThemeOutput): string {
  const marks = claims.map(({ mark }) => mark).filter((mark) => mark !== 'kept');
  return `${delta}: ${marks.join(', ')}`;
}

function describeDiagnostics(diagnostics: readonly BriefingDiagnostic[]): string[] {
  return diagnostics
    .filter(({ code }) => code !== 'STALENESS')
    .map(({ code, themeId }) => (themeId === null ? code : `${code}/${themeId}`))
    .toSorted();
}

function countResults(record: BriefingRecord | null): readonly number[] {
  const verdicts = record?.results.map(({ verdict }) => verdict) ?? [];
  return ['accepted', 'flagged', 'rejected'].map((verdict) => verdicts.filter((one) => one === verdict).length);
}

function describe({ status, reason }: BriefingOutcome, record: BriefingRecord | null): string {
  if (record === null) return `${status} ${reason}`.trim();
  const deltas = record.themes.map(({ themeId, delta }) => `${themeId} ${delta}`).join(', ');
  return `${deltas}; ${countResults(record).join('/')} results, ${record.queries.length} queries`;
}
