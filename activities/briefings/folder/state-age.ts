import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import type { ActiveThemes } from '../../../workflows/contracts/briefing-state.ts';
import { THEMES_FILE } from '../briefing-paths.ts';
import { briefingCommand } from './briefing-command.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** Why the themes cannot be relied on, with the way out; null: they can. Minutes that have begun count. */
export function themesFault(
  themes: ActiveThemes | null,
  { time }: Pick<BriefingSlot, 'time'>,
  { folder, maxStateAgeHours }: { readonly folder: string; readonly maxStateAgeHours: number },
): string | null {
  const wayOut = briefingCommand('refresh-state', folder);
  if (themes === null) return `${THEMES_FILE} is missing. Confirm or edit the themes: ${wayOut}`;
  const minutes = Math.ceil((Date.parse(time) - Date.parse(themes.updatedAt)) / MINUTE_MS);
  if (minutes <= maxStateAgeHours * HOUR_MINUTES) return null;
  const age = `${Math.floor(minutes / HOUR_MINUTES)} h ${minutes % HOUR_MINUTES} min`;
  return [
    `The themes in ${THEMES_FILE} were last confirmed at ${themes.updatedAt}, ${age} before the slot's time ${time};`,
    `at most ${maxStateAgeHours} h are allowed. Confirm or edit them: ${wayOut}`,
  ].join(' ');
}
