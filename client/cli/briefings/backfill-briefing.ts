import { counted } from '@plumbline/contracts/common/counted';
import type { BackfilledSlot, BriefingClient, DaysToRun } from '../../briefings/briefing-client.ts';
import type { BriefingObservation } from '../../briefings/briefing-observation.ts';
import type { BriefingFolder } from '../../briefings/briefing-schedules.ts';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { withTemporal } from '../context/reach.ts';
import type { BackfillFlags } from './briefing-flags.ts';
import { briefingsAt, openFolder, withTools } from './briefing-folder.ts';
import { parseDay, slotsOfDays } from './slot-choice.ts';
import { watchBriefing } from './watch-briefing.ts';

/** `briefing backfill` */
export async function backfillBriefing(
  context: CommandContext,
  given: string,
  day: string,
  flags: BackfillFlags,
): Promise<ExitCode> {
  const briefing = await openFolder(context, given);
  const days = await daysToRun(context, briefing, { from: parseDay(day), to: parseDay(flags.to ?? day), ...flags });
  const isDetached = flags.detach === true;
  return withTemporal(context, { keep: isDetached }, async (access) => {
    const client = briefingsAt(context, access);
    const slots = await client.backfill(briefing, days);
    const names = slots.map(({ slot }) => slot.slotId);
    context.output.progress(`Backfilling ${counted(slots.length, 'slot', 'slots')}: ${names.join(', ')}`);
    if (isDetached) {
      const workflowIds = slots.map(({ workflowId }) => workflowId);
      context.output.result({ slots: names, workflowIds }, () =>
        [
          `They run in the background, one after the other. Look: ${commands.showBriefing(briefing.folder)}`,
          `Stop:  ${commands.down()} (Temporal and the worker)`,
        ].join('\n'),
      );
      return ExitCode.Done;
    }
    return followSlots(context, client, briefing, slots);
  });
}

/** @throws {UsageError} for days that are not past, and for days without slots */
async function daysToRun(
  context: CommandContext,
  { settings }: BriefingFolder,
  { from, to, kind }: { readonly from: string; readonly to: string } & Pick<BackfillFlags, 'kind'>,
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
