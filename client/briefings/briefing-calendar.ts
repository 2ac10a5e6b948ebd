import {
  type BriefingSchedule,
  type BriefingSettings,
  intervalMs,
} from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS, type BriefingSlot, type SlotState } from '@plumbline/contracts/briefings/briefing-slot';
import type { ListedOutput } from '../../activities/briefings/folder/output-list.ts';
import { briefingIdOf, slotOf } from '../../workflows/briefing/messages.ts';
import type { RunStatus } from '../runs/run-observation.ts';

const DAY_MS = 86_400_000;
/** What is shown of the past, and of what is to come. */
const PAST_DAYS = 28;
const COMING_DAYS = 7;
const MAX_SHOWN = 400;

interface CalendarSlot {
  readonly slot: BriefingSlot;
  readonly state: SlotState;
  /** Null: there is no output. */
  readonly output: ListedOutput | null;
}

/** What a calendar is made from. */
interface CalendarSurroundings {
  readonly now: Date;
  readonly expectTimes: ExpectTimes;
  /** Of a slot's run; null: Temporal does not know it. */
  readonly statusOf: (workflowId: string) => Promise<RunStatus | null>;
}

type Settings = Pick<BriefingSettings, 'name' | 'schedules' | 'timezone'>;

/** Nominal times of a schedule between two instants, both exclusive; see `expectedSlots` of the local tools. */
export type ExpectTimes = (
  schedule: BriefingSchedule,
  timezone: string,
  range: { readonly after: string; readonly before: string; readonly max: number },
) => readonly string[];

/** Older ones are no longer shown. */
const SHOWN_DAYS_MS = 14 * 86_400_000;
const MAX_SLOTS = 1_000;

/** Slots of the last four weeks and of the next one with what became of each, oldest first. */
export async function calendarOf(
  settings: Settings,
  outputs: readonly ListedOutput[],
  surroundings: CalendarSurroundings,
): Promise<CalendarSlot[]> {
  const since = surroundings.now.getTime() - PAST_DAYS * DAY_MS;
  const written = new Map<string, CalendarSlot>();
  for (const output of outputs) {
    const { slot, deltas } = output;
    // An original comes before its backfill.
    if (Date.parse(slot.time) < since || written.has(slot.slotId)) continue;
    const isNews = deltas.some(({ delta }) => delta === 'new' || delta === 'changed' || delta === 'reversed');
    written.set(slot.slotId, { slot, state: isNews ? 'published' : 'quiet', output });
  }
  const open = openSlots(settings, surroundings).filter(({ slotId }) => !written.has(slotId));
  const graceMs = ({ catchUp }: { readonly catchUp: string }) => intervalMs(catchUp);
  const missed = new Set(findMissedSlots(settings, outputs, { ...surroundings, graceMs }).map(({ slotId }) => slotId));
  const stated = await Promise.all(
    open.map(async (slot) => ({ slot, state: await stateOf(slot, settings.name, missed, surroundings), output: null })),
  );
  return [
    ...written.values(),
    ...stated.flatMap(({ state, ...rest }) => (state === null ? [] : [{ ...rest, state }])),
  ].sort((a, b) => Date.parse(a.slot.time) - Date.parse(b.slot.time));
}

/** What the schedules have around the present. */
function openSlots({ schedules, timezone }: Settings, { now, expectTimes }: CalendarSurroundings): BriefingSlot[] {
  const range = {
    after: new Date(now.getTime() - PAST_DAYS * DAY_MS).toISOString(),
    before: new Date(now.getTime() + COMING_DAYS * DAY_MS).toISOString(),
    max: MAX_SHOWN,
  };
  return BRIEFING_KINDS.flatMap((kind) => {
    const schedule = schedules[kind];
    const times = schedule === undefined ? [] : expectTimes(schedule, timezone, range);
    const slots = times.map((time) => slotOf(kind, time, timezone));
    return [...new Map(slots.map((slot) => [slot.slotId, slot])).values()];
  });
}

/** Null: before the briefing was kept, so nothing was missed. */
async function stateOf(
  slot: BriefingSlot,
  name: string,
  missed: ReadonlySet<string>,
  { now, statusOf }: CalendarSurroundings,
): Promise<SlotState | null> {
  if (Date.parse(slot.time) > now.getTime()) return 'coming';
  const status = await statusOf(briefingIdOf(name, slot, false));
  if (status === 'running') return 'under-way';
  if (status !== null) return 'failed';
  if (missed.has(slot.slotId)) return 'missed';
  return now.getTime() - Date.parse(slot.time) < DAY_MS ? 'due' : null;
}

/**
 * Slots of the last 14 days, since the first output of their kind, that have no output and that nothing catches up any more; the newest
 * first. A backfill makes up for a slot.
 */
export function findMissedSlots(
  { schedules, timezone }: Pick<BriefingSettings, 'schedules' | 'timezone'>,
  outputs: readonly { readonly slot: BriefingSlot }[],
  { now, graceMs, expectTimes }: Surroundings,
): readonly BriefingSlot[] {
  const missed = BRIEFING_KINDS.flatMap((kind) => {
    const schedule = schedules[kind];
    const written = outputs.map(({ slot }) => slot).filter((slot) => slot.kind === kind);
    const first = Math.min(...written.map(({ time }) => Date.parse(time)));
    if (schedule === undefined || !Number.isFinite(first)) return [];
    const range = {
      after: new Date(Math.max(first, now.getTime() - SHOWN_DAYS_MS)).toISOString(),
      before: new Date(now.getTime() - graceMs(schedule)).toISOString(),
      max: MAX_SLOTS,
    };
    const done = new Set(written.map(({ slotId }) => slotId));
    const expected = expectTimes(schedule, timezone, range).map((time) => slotOf(kind, time, timezone));
    return expected.filter(({ slotId }) => !done.has(slotId) && done.add(slotId));
  });
  return missed.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
}

interface Surroundings {
  readonly now: Date;
  /** How long a slot may still be on its way. */
  readonly graceMs: (schedule: Parameters<ExpectTimes>[0]) => number;
  readonly expectTimes: ExpectTimes;
}
