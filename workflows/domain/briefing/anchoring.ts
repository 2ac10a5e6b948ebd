import type { BriefingSlot } from '../../contracts/briefings/briefing-slot.ts';
import type { ConvictionEntry } from '../../contracts/briefings/briefing-state.ts';
import { counted } from '../../contracts/common/counted.ts';

const DAYS = 5;

/**
 * Themes whose conviction did not move over their last 5 logged days although confirmed items contradicted them. With fewer than 5
 * days in the log nothing is checked, and the note says why.
 *
 * @param log null: missing
 */
export function checkAnchoring(
  log: readonly ConvictionEntry[] | null,
  slot: Pick<BriefingSlot, 'day'>,
): { anchored: string[] | null; note: string } {
  if (log === null) return { anchored: null, note: 'the conviction log is missing' };
  const past = log.filter(({ day }) => day <= slot.day);
  const days = daysOf(past).length;
  if (days < DAYS) {
    const note = `the conviction log has ${counted(days, 'day')}, fewer than ${DAYS}`;
    return { anchored: null, note };
  }
  const themes = [...new Set(past.map(({ theme }) => theme))];
  return { anchored: themes.filter((id) => isAnchored(past.filter(({ theme }) => theme === id))), note: '' };
}

function isAnchored(entries: readonly ConvictionEntry[]): boolean {
  const days = daysOf(entries).slice(-DAYS);
  const last = entries.filter(({ day }) => days.includes(day));
  const convictions = new Set(last.map(({ conviction }) => conviction));
  return days.length === DAYS && convictions.size === 1 && last.some(({ contradicting }) => contradicting > 0);
}

function daysOf(entries: readonly ConvictionEntry[]): string[] {
  return [...new Set(entries.map(({ day }) => day))].toSorted();
}
