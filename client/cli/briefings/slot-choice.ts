import type { BriefingSettings } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { counted } from '@plumbline/contracts/common/counted';
import { addDays, slotOf } from '../../../workflows/briefing/messages.ts';
import type { ExpectTimes } from '../../briefings/briefing-calendar.ts';
import {
  type BackfilledSlot,
  type BriefingClient,
  type DaysToRun,
  startOfDay,
} from '../../briefings/briefing-client.ts';
import type { BriefingObservation } from '../../briefings/briefing-observation.ts';
import type { BriefingFolder } from '../../briefings/briefing-schedules.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { type BriefingFlags, briefingsAt, openFolder, withTools } from './briefing-folder.ts';
import { watchBriefing } from './watch-briefing.ts';

/** When a kind without a schedule would run. */
const MORNING: Parameters<ExpectTimes>[0] = { cron: '0 6 * * *', catchUp: '6h' };

const MAX_SLOTS = 400;

/** An ISO date. @throws {UsageError} */
export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/u.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw new UsageError(`"${text}" is not a day`, 'Use an ISO date, like 2026-03-06.');
  return text;
}

/**
 * The slots that a kind has on some days, both inclusive, by its schedule; without one, at six in the morning.
 *
 * @throws {UsageError} when there are none, or too many
 */
export function slotsOfDays(
  { schedules, timezone }: Pick<BriefingSettings, 'schedules' | 'timezone'>,
  { kind, from, to }: { readonly kind: BriefingKind; readonly from: string; readonly to: string },
  expectTimes: ExpectTimes,
): { readonly schedule: Parameters<ExpectTimes>[0]; readonly slots: readonly BriefingSlot[] } {
  const schedule = schedules[kind] ?? MORNING;
  const after = new Date(startOfDay(from, timezone).getTime() - 1).toISOString();
  const before = startOfDay(addDays(to, 1), timezone).toISOString();
  const slots = expectTimes(schedule, timezone, { after, before, max: MAX_SLOTS + 1 }).map((time) =>
    slotOf(kind, time, timezone),
  );
  const days = from === to ? `on ${from}` : `from ${from} to ${to}`;
  const times = schedule.cron ?? `every ${schedule.every ?? ''}`;
  if (slots.length === 0) {
    throw new UsageError(`the schedule of the ${kind} briefing ("${times}") has no slot ${days}`, 'Choose other days.');
  }
  if (slots.length > MAX_SLOTS)
    throw new UsageError(`there are more than ${MAX_SLOTS} slots ${days}`, 'Choose fewer days.');
  return { schedule, slots };
}

/**
 * The slot that a time or day names.
 *
 * @param given ISO time or day; undefined: now
 * @throws {UsageError}
 */
export function chooseSlot(
  settings: Pick<BriefingSettings, 'schedules' | 'timezone'>,
  { kind, given, now }: { readonly kind: BriefingKind; readonly given: string | undefined; readonly now: Date },
  expectTimes: ExpectTimes,
): BriefingSlot {
  const { timezone } = settings;
  if (given === undefined) return slotOf(kind, now.toISOString(), timezone);
  const slot = given.includes('T') ? slotOf(kind, parseTime(given), timezone) : slotOfDay();
  if (Date.parse(slot.time) <= now.getTime()) return slot;
  throw new UsageError(`the slot ${slot.slotId} (${slot.time}) lies in the future`, 'Leave out --slot to run now.');

  function slotOfDay(): BriefingSlot {
    const day = parseDay(given ?? '');
    const { slots } = slotsOfDays(settings, { kind, from: day, to: day }, expectTimes);
    const [first = slotOf(kind, startOfDay(day, timezone).toISOString(), timezone)] = slots;
    const present = slotOf(kind, now.toISOString(), timezone);
    // Today's is run before its time, as it is without --slot.
    return present.slotId === first.slotId && Date.parse(first.time) > now.getTime() ? present : first;
  }
}

function parseTime(text: string): string {
  const hasZone = /^[^T]*T.*(?:Z|[+-]\d{2}:?\d{2})$/iu.test(text);
  const time = new Date(text);
  if (!hasZone || Number.isNaN(time.getTime())) {
    throw new UsageError(
      `"${text}" is not a time with a zone`,
      'Use 2026-03-06T06:00:00+01:00, or a day like 2026-03-06.',
    );
  }
  return time.toISOString();
}

/** `briefing run --again` */
export async function backfillBriefing(
  context: CommandContext,
  given: string,
  day: string,
  flags: BriefingFlags,
): Promise<ExitCode | void> {
  const briefing = await openFolder(context, given);
  const { kind = 'daily', to = day } = flags;
  const days = await daysToRun(context, briefing, { from: parseDay(day), to: parseDay(to), kind });
  const isDetached = flags.detach === true;
  return withTemporal(context, { keep: isDetached }, async (access) => {
    const client = briefingsAt(context, access);
    const slots = await client.backfill(briefing, days);
    const names = slots.map(({ slot }) => slot.slotId);
    context.output.progress(`Backfilling ${counted(slots.length, 'slot', 'slots')}: ${names.join(', ')}`);
    if (isDetached) {
      const workflowIds = slots.map(({ workflowId }) => workflowId);
      return context.output.result({ slots: names, workflowIds }, () => [
        `They run in the background, one after the other. Look: ${commands.showBriefing(briefing.folder)}`,
        `Stop:  ${commands.down()} (Temporal and the worker)`,
      ]);
    }
    return followSlots(context, client, briefing, slots);
  });
}

/** @throws {UsageError} for days that are not past, and for days without slots */
async function daysToRun(
  context: CommandContext,
  { settings }: BriefingFolder,
  { from, to, kind }: Pick<DaysToRun, 'from' | 'to' | 'kind'>,
): Promise<DaysToRun> {
  if (to < from) throw new UsageError(`--to ${to} is before ${from}`, 'Give the earlier day first.');
  const { schedule, slots } = await withTools(context, async ({ expectedSlots }) =>
    slotsOfDays(settings, { kind, from, to }, expectedSlots),
  );
  const now = new Date().toISOString();
  const early = slots.find(({ time }) => time > now);
  if (early === undefined) return { kind, schedule, from, to, slots };
  throw new UsageError(`the slot ${early.slotId} (${early.time}) lies in the future`, 'Choose days that are over.');
}

/** A slot that the server did not take up although nothing else runs: its schedule reads the times otherwise. */
const LOST = { status: 'failed', progress: null, outcome: null, failure: 'the server did not start it' } as const;

async function followSlots(
  context: CommandContext,
  client: BriefingClient,
  briefing: BriefingFolder,
  slots: readonly BackfilledSlot[],
): Promise<ExitCode> {
  const { output, signal } = context;
  const remedy = commands.showBriefing(briefing.folder);
  const ended: { readonly slotId: string; readonly over: BriefingObservation }[] = [];
  try {
    for (const backfilled of slots) {
      const { slotId } = backfilled.slot;
      const look = createLook(client, briefing, backfilled);
      const say = (line: string) => output.progress(`${slotId}: ${line.trim()}`);
      ended.push({ slotId, over: await watchBriefing({ look, say, signal, remedy }) });
    }
  } catch (error) {
    if (signal.aborted) output.notice(`\nStopped watching; the slots are run while a worker runs. Look: ${remedy}`);
    throw error;
  }
  const results = ended.map(({ slotId, over: { outcome, failure } }) => ({
    slotId,
    status: outcome?.status ?? 'failed',
    outputPath: outcome?.outputPath ?? null,
    reason: outcome?.reason ?? failure ?? '',
  }));
  output.result({ slots: results }, () =>
    results.map((each) => `${each.slotId}: ${each.status} ${each.outputPath ?? each.reason}`).join('\n'),
  );
  const isDone = results.every(({ status }) => status === 'published' || status === 'repeated');
  return isDone ? ExitCode.Done : ExitCode.RunFailed;
}

/** Looks in which nothing ran and nothing waited, until a slot counts as lost; the server needs a moment to begin. */
const IDLE_LOOKS = 25;

function createLook(client: BriefingClient, { settings }: BriefingFolder, slot: BackfilledSlot) {
  let idle = 0;
  return async (): Promise<BriefingObservation | null> => {
    const seen = await client.observeBackfilled(slot);
    if (seen !== null) return seen;
    const view = await client.schedules.look(settings.name, slot.slot.kind, true);
    idle = view !== null && view.running.length === 0 && view.waiting === 0 ? idle + 1 : 0;
    return idle < IDLE_LOOKS ? null : LOST;
  };
}
