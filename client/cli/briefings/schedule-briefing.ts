import { type BriefingSchedule, briefingScheduleSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS, type BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { localTime as localTimeIn } from '../../../workflows/domain/briefing/slots.ts';
import type { BriefingFolder } from '../../briefings/briefing-schedules.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withTemporal } from '../context/reach.ts';
import { type BriefingFlags, briefingsAt, openFolder, withTools } from './briefing-folder.ts';

interface KeptSchedule extends BriefingSchedule {
  readonly kind: BriefingKind;
  readonly isNew: boolean;
  readonly isPaused: boolean;
  /** ISO 8601, at most three. */
  readonly next: readonly string[];
  /** The next day on which it does not run, because clocks leave out its hour; null: none in a year. */
  readonly leftOut: string | null;
}

/** `briefing schedule` */
export async function scheduleBriefing(context: CommandContext, given: string, flags: BriefingFlags): Promise<void> {
  const briefing = await openFolder(context, given);
  if (flags.remove === true) return removeSchedules(context, briefing, flags.kind);
  const changed = await withNewTimes(context, briefing, flags);
  const wanted = kindsToSchedule(changed, flags.kind ?? (hasTimes(flags) ? 'daily' : undefined));
  return withTemporal(context, { keep: true }, async (access) => {
    const client = briefingsAt(context, access);
    const kept: KeptSchedule[] = [];
    for (const { kind, schedule } of wanted) {
      const terms = { kind, schedule, isBackfill: false, triggersNow: flags.now === true };
      const isNew = await client.schedules.put(changed, terms);
      const view = await client.schedules.look(changed.settings.name, kind);
      const leftOut = await withTools(context, async ({ nextLeftOut }) =>
        nextLeftOut(schedule, changed.settings.timezone, new Date()),
      );
      const { isPaused = false, next = [] } = view ?? {};
      kept.push({ kind, ...schedule, isNew, isPaused, next: next.slice(0, 3), leftOut });
    }
    const { timezone, name } = changed.settings;
    context.output.result({ name, timezone, schedules: kept }, () =>
      kept.map((schedule) => renderKept(schedule, changed)).join('\n'),
    );
    sayWhereItLives(context, access, changed.folder);
  });
}

function renderKept(kept: KeptSchedule, { folder, settings }: BriefingFolder): string {
  const { kind, isNew, isPaused, next, leftOut } = kept;
  const [first] = next;
  const due = first === undefined ? 'no next run' : `next ${localTime(first, settings.timezone)}`;
  const state = isPaused ? `paused; resume it: ${commands.resumeBriefing(folder, kind)}` : due;
  const not = leftOut === null ? '' : `; not on ${leftOut}, when clocks leave out this hour`;
  return `${isNew ? 'Scheduled' : 'Updated'} ${kind}: ${describeTimes(kept)}, ${state}${not}`;
}

const hasTimes = ({ cron, every, jitter, catchUp }: BriefingFlags): boolean =>
  [cron, every, jitter, catchUp].some((value) => value !== undefined);

/** The briefing with what the options change, which is also written into its settings. @throws {UsageError} */
async function withNewTimes(
  context: CommandContext,
  briefing: BriefingFolder,
  flags: BriefingFlags,
): Promise<BriefingFolder> {
  if (!hasTimes(flags)) return briefing;
  const { kind = 'daily' } = flags;
  const schedule = mergeTimes(briefing.settings.schedules[kind], flags, kind);
  await withTools(context, ({ writeSchedule }) => writeSchedule(briefing.folder, kind, schedule));
  return openFolder(context, briefing.folder);
}

/**
 * A schedule with new times; what is not given stays.
 *
 * @throws {UsageError} that names the field
 */
export function mergeTimes(
  known: BriefingSchedule | undefined,
  { cron, every, jitter, catchUp }: Pick<BriefingFlags, 'cron' | 'every' | 'jitter' | 'catchUp'>,
  kind: BriefingKind,
): BriefingSchedule {
  const { cron: knownCron, every: knownEvery, ...others } = known ?? {};
  const times = cron === undefined && every === undefined ? { cron: knownCron, every: knownEvery } : { cron, every };
  const wanted = Object.entries({ ...others, ...times, ...(jitter && { jitter }), ...(catchUp && { catchUp }) });
  const parsed = briefingScheduleSchema.safeParse(
    Object.fromEntries(wanted.filter(([, value]) => value !== undefined)),
  );
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${optionOf(path)}${message}`);
  throw new UsageError(
    `the schedule of the ${kind} briefing is not usable: ${faults.join('; ')}`,
    'Give --cron "0 6 * * *" or --every 24h; intervals are like 10m, 6h or 7d.',
  );
}

function optionOf([field]: readonly PropertyKey[]): string {
  if (field === undefined) return '';
  return `--${field === 'catchUp' ? 'catch-up' : String(field)}: `;
}

function kindsToSchedule(
  { folder, settings }: BriefingFolder,
  only: BriefingKind | undefined,
): readonly { readonly kind: BriefingKind; readonly schedule: BriefingSchedule }[] {
  const kinds = BRIEFING_KINDS.filter((kind) => only === undefined || kind === only).flatMap((kind) => {
    const schedule = settings.schedules[kind];
    return schedule === undefined ? [] : [{ kind, schedule }];
  });
  if (kinds.length > 0) return kinds;
  const kind = only === undefined ? [] : ['--kind', only];
  throw new UsageError(
    `briefing.yml has no schedule${only === undefined ? '' : ` of the ${only} briefing`}`,
    `Give its times: ${commands.scheduleBriefing(folder, ...kind, '--cron', '"0 6 * * *"')}`,
  );
}

async function removeSchedules(
  context: CommandContext,
  { folder, settings }: BriefingFolder,
  only: BriefingKind | undefined,
): Promise<void> {
  const kinds = only === undefined ? BRIEFING_KINDS : [only];
  return withTemporal(context, { keep: false }, async (access) => {
    const { schedules } = briefingsAt(context, access);
    const removed: BriefingKind[] = [];
    for (const kind of kinds) {
      const wasThere = await schedules.remove(settings.name, kind);
      if (wasThere || settings.schedules[kind] !== undefined) removed.push(kind);
      // The file last: a command that ends in between can be given again.
      if (settings.schedules[kind] !== undefined) {
        await withTools(context, ({ writeSchedule }) => writeSchedule(folder, kind, null));
      }
    }
    context.output.result({ name: settings.name, removed }, () =>
      removed.length === 0 ? 'Nothing was scheduled.' : `Removed: ${removed.join(', ')}`,
    );
  });
}

/** Schedules in a stopped server start nothing. */
function sayWhereItLives({ config, output }: CommandContext, { address }: TemporalAccess, folder: string): void {
  output.notice('');
  output.notice(
    config.usesExternalTemporal
      ? `The schedule lives in ${address}; a worker must run on this machine or one that has the folder.`
      : `The schedule lives in the embedded server, which keeps running until ${commands.down()} or a restart of the machine.\nKeep it running: a service that starts ${commands.up()} (docs/briefings.md).`,
  );
  output.notice(`Look: ${commands.showBriefing(folder)}`);
}

/** A time as people in the zone read it: `Fri 2026-03-06 06:00 (Europe/Berlin)`. */
export function localTime(time: string, timezone: string): string {
  const { day, minute } = localTimeIn(new Date(time), timezone);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(day));
  return `${weekday} ${day} ${minute.slice(0, 2)}:${minute.slice(2)} (${timezone})`;
}

/** When a schedule is due, with what belongs to it. */
export function describeTimes({ cron, every, jitter, catchUp }: BriefingSchedule): string {
  const times = cron === undefined ? `every ${every ?? ''}` : `"${cron}"`;
  return [times, ...(jitter === undefined ? [] : [`up to ${jitter} later`]), `catch-up ${catchUp}`].join(', ');
}

/** `briefing schedule --pause` and `--resume` */
export async function pauseBriefing(context: CommandContext, given: string, flags: BriefingFlags): Promise<void> {
  const { folder, settings } = await openFolder(context, given);
  const isPaused = flags.resume !== true;
  const note = flags.note ?? (isPaused ? 'Paused by hand' : 'Resumed by hand');
  const wanted = flags.kind === undefined ? BRIEFING_KINDS : [flags.kind];
  return withTemporal(context, { keep: !isPaused }, async (access) => {
    const { schedules } = briefingsAt(context, access);
    const kinds: BriefingKind[] = [];
    for (const kind of wanted) {
      if (await schedules.pause(settings.name, kind, { isPaused, note })) kinds.push(kind);
    }
    if (kinds.length === 0) {
      throw new UsageError('nothing is scheduled', `Schedule it first: ${commands.scheduleBriefing(folder)}`);
    }
    context.output.result({ name: settings.name, kinds, isPaused, note }, () => [
      `${isPaused ? 'Paused' : 'Resumed'}: ${kinds.join(', ')}`,
      isPaused ? `Resume: ${commands.resumeBriefing(folder, flags.kind)}` : `Look:   ${commands.showBriefing(folder)}`,
    ]);
  });
}
