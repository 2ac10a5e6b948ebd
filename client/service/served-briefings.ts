import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefingOutput } from '@plumbline/contracts/briefings/briefing-reading';
import {
  type BriefingSchedule,
  briefingScheduleSchema,
  type BriefingSettings,
} from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS, type BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import type { BriefingSetup } from '@plumbline/contracts/briefings/briefing-state';
import type { WebSettings } from '@plumbline/contracts/common/web-search';
import type { setupSchema } from '@plumbline/page/answers/briefings';
import type { z } from 'zod';
import type { ListedOutput } from '../../activities/briefings/folder/output-list.ts';
import { BriefingFileError } from '../../activities/briefings/folder/text-reading.ts';
import type { BriefingTools } from '../../workers/assembly/briefing-tools.ts';
import { calendarOf } from '../briefings/briefing-calendar.ts';
import { EnvironmentError } from '../errors/failures.ts';
import { type ApiContext, contextFor } from './api-context.ts';
import { invalidField, RequestProblem } from './problem.ts';
import { chooseSources } from './served-sources.ts';

const SHOWN_OUTPUTS = 100;
/** Of a name that gets a number. */
const MOST_OF_NAME = 50;

/** What is needed to show briefings. */
interface BriefingContext {
  readonly tools: Pick<ApiContext['tools'], 'openBriefings'>;
  readonly briefings: ApiContext['briefings'];
}

interface Briefing {
  readonly folder: string;
  readonly settings: BriefingSettings;
  readonly tools: BriefingTools;
}

export async function listBriefings(context: BriefingContext) {
  const briefings = await openAll(context);
  return Promise.all(
    briefings.map(async ({ folder, settings, tools }) => {
      const [newest] = await tools.listOutputs(folder);
      return { ...aboutOf(settings), newest: newest === undefined ? null : outputOf(newest) };
    }),
  );
}

/** @throws {RequestProblem} for an unknown name */
export async function showBriefing(context: BriefingContext, name: string, now: Date) {
  const { folder, settings, tools } = await find(context, name);
  const outputs = await tools.listOutputs(folder);
  const { statusOf } = context.briefings;
  const calendar = await calendarOf(settings, outputs, { now, expectTimes: tools.expectedSlots, statusOf });
  const newest = outputs.find(({ isBackfill }) => !isBackfill);
  return {
    ...aboutOf(settings),
    schedules: await schedulesOf(context, settings),
    calendar: calendar.map(({ slot, state, output }) => ({ slot, state, outputId: output?.outputId ?? null })),
    outputs: outputs.slice(0, SHOWN_OUTPUTS).map(outputOf),
    openIssues: (newest?.issues ?? [])
      .filter(({ action }) => action !== 'closed')
      .map(({ key, reference }) => ({ key, reference })),
  };
}

/** In the settings; when each is due next, only Temporal knows. */
async function schedulesOf({ briefings }: BriefingContext, { name, schedules }: BriefingSettings) {
  const kinds = BRIEFING_KINDS.filter((kind) => schedules[kind] !== undefined);
  return Promise.all(
    kinds.map(async (kind) => {
      const { cron = null, every = null } = schedules[kind] ?? {};
      const kept = await briefings.schedules.look(name, kind).catch(() => null);
      return { kind, cron, every, next: kept?.next[0] ?? null, isPaused: kept?.isPaused ?? false };
    }),
  );
}

/**
 * Schedules one kind of a briefing, in Temporal and in its settings, or no longer.
 *
 * @throws {RequestProblem} for an unknown name @throws {UsageError} for times that cannot be read
 */
export async function scheduleBriefing(
  context: BriefingContext,
  name: string,
  wanted: { readonly kind: BriefingKind; readonly cron: string | null; readonly timezone?: string | undefined },
): Promise<void> {
  const { kind, cron, timezone } = wanted;
  const { folder, settings: known, tools } = await find(context, name);
  const settings = { ...known, timezone: timezone ?? known.timezone };
  const { schedules } = context.briefings;
  if (cron === null) {
    await schedules.remove(name, kind);
    return tools.writeSchedule(folder, kind, null);
  }
  const { every: _, ...others } = settings.schedules[kind] ?? {};
  const schedule = briefingScheduleSchema.parse({ ...others, cron });
  // The file last: Temporal may refuse what the settings allow.
  const put = (one: BriefingKind, times: BriefingSchedule) =>
    schedules.put({ folder, settings }, { kind: one, schedule: times, isBackfill: false, triggersNow: false });
  await put(kind, schedule);
  for (const { kind: other, next, isPaused } of await schedulesOf(context, known)) {
    const kept = settings.schedules[other];
    const isMoved = other !== kind && settings.timezone !== known.timezone && (next !== null || isPaused);
    if (isMoved && kept !== undefined) await put(other, kept);
  }
  return tools.writeSchedule(folder, kind, schedule, timezone);
}

/** @throws {RequestProblem} for an unknown name or output */
export async function readBriefing(context: BriefingContext, name: string, outputId: string) {
  const { folder, tools } = await find(context, name);
  const reading = await tools.readOutput(folder, outputId);
  if (reading === null) {
    const remedy = `GET /api/briefings/${encodeURIComponent(name)} lists its outputs.`;
    throw new RequestProblem(404, `the briefing has no output "${outputId}"`, { remedy });
  }
  return reading;
}

/**
 * Sets a briefing up in a folder of the server's home, and schedules it.
 *
 * @returns its name @throws {RequestProblem} for unknown sources @throws {UsageError} for times that cannot be read
 */
export async function setUpBriefing(
  context: ApiContext,
  wanted: z.infer<typeof setupSchema>,
  now: Date,
): Promise<string> {
  const { documents, web, ...said } = wanted;
  const { settings } = await contextFor(context, null);
  const chosen = chooseSources(settings.sources, { documents, catalogues: [], web });
  if (chosen.fileSelections !== undefined) {
    const remedy = 'Ask who runs the server: the command briefing init can set it up.';
    throw invalidField('documents', 'the server offers some files of this folder alone', remedy);
  }
  const setup = { ...said, corpus: chosen.corpusDirectories, web: chosen.web && withoutDay(chosen.web) };
  const tools = await context.tools.openBriefings();
  const taken = new Set((await openAll(context)).map((briefing) => briefing.settings.name));
  const name = freeName(tools.nameFor(wanted.title), taken);
  const folder = join(context.briefings.home, name);
  await tools.init(folder, { name, now: now.toISOString(), setup }).catch((error: unknown) => {
    if (!(error instanceof BriefingFileError)) throw error;
    throw new RequestProblem(400, error.message, { issues: [{ path: 'cron', message: error.message }] });
  });
  try {
    if (wanted.cron !== null) await scheduleBriefing(context, name, { kind: 'daily', cron: wanted.cron });
  } catch (error) {
    // It has nothing yet but what was just said, and can be said again.
    await rm(folder, { recursive: true });
    throw error;
  }
  return name;
}

/** Each slot has days of its own. */
function withoutDay({ providers, domainAllow, domainBlock }: WebSettings): BriefingSetup['web'] {
  return { providers, domainAllow, domainBlock };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, MOST_OF_NAME)}-${number}`;
  return free;
}

/** Folders with settings; its home also has locks. */
async function foldersIn(home: string): Promise<string[]> {
  const entries = await readdir(home, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(home, entry.name));
  return folders.filter((folder) => existsSync(join(folder, 'briefing.yml'))).sort();
}

async function find(context: BriefingContext, name: string): Promise<Briefing> {
  const found = (await openAll(context)).find(({ settings }) => settings.name === name);
  if (found !== undefined) return found;
  throw new RequestProblem(404, `the server has no briefing "${name}"`, 'GET /api/briefings lists them.');
}

/** Read at each request: people edit the files. @throws {EnvironmentError} without the path, which is no matter of the client */
async function openAll({ tools, briefings }: BriefingContext): Promise<Briefing[]> {
  const opened = await tools.openBriefings();
  const open = async (folder: string): Promise<Briefing> => {
    try {
      return { folder, settings: await opened.readSettings(folder), tools: opened };
    } catch (error) {
      if (!(error instanceof BriefingFileError)) throw error;
      const remedy = 'On the server, the command briefing show names the fault.';
      throw new EnvironmentError('the settings of a briefing cannot be read', remedy, { cause: error });
    }
  };
  const own = await foldersIn(briefings.home);
  return Promise.all([...new Set([...briefings.folders, ...own])].map(open));
}

function aboutOf({ name, title, language, timezone }: BriefingSettings) {
  return { name, title, language, timezone };
}

function outputOf({ outputId, slot, isBackfill, deltas, diagnostics }: ListedOutput): BriefingOutput {
  return { outputId, slot, isBackfill, deltas: [...deltas], diagnostics: [...diagnostics] };
}
