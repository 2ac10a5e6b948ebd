import type { BriefingRecord } from '../../../workflows/contracts/briefing-record.ts';
import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import { isActive, type Theme } from '../../../workflows/contracts/briefing-state.ts';
import { addDays } from '../../../workflows/domain/briefing/slots.ts';
import { CONTINUITY_FILE, CONVICTION_FILE } from '../briefing-paths.ts';

interface NotedState {
  readonly slot: BriefingSlot;
  readonly themes: readonly Theme[];
  readonly continuity: string | null;
  readonly convictionLog: readonly unknown[] | null;
  readonly previous: BriefingRecord | null;
  readonly damaged: readonly string[];
}

/** What of the state is missing or strange, for the header of the output. */
export function stateNotes({ continuity, convictionLog, damaged, ...state }: NotedState): string[] {
  return [
    ...(continuity === null ? [`${CONTINUITY_FILE} is missing.`] : []),
    ...(convictionLog === null ? [`${CONVICTION_FILE} is missing.`] : []),
    ...previousNotes(state),
    ...damaged.map((path) => `The record ${path} is damaged and was left out.`),
  ];
}

function previousNotes({ slot, themes, previous }: Pick<NotedState, 'slot' | 'themes' | 'previous'>): string[] {
  if (previous === null) {
    const isLate = themes.some((theme) => isActive(theme) && theme.firstSeen < slot.day);
    return isLate ? [`There is no earlier output, although themes were first seen before ${slot.day}.`] : [];
  }
  const yesterday = addDays(slot.day, -1);
  const isGap = (slot.kind === 'daily' || slot.kind === 'deep-daily') && previous.slot.day < yesterday;
  return isGap ? [`No output of ${yesterday}; the newest before it is ${previous.slot.day}.`] : [];
}
