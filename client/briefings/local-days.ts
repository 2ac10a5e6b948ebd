import { slotOf } from '../../workflows/briefing/messages.ts';

const MINUTE_MS = 60_000;
/** Days begin up to 14 hours before and 12 hours after those of UTC. */
const WIDEST_MINUTES = 15 * 60;

/**
 * The instant at which a day begins in a time zone, also where it does not begin at midnight.
 *
 * @param day ISO date
 * @param timezone IANA name
 */
export function startOfDay(day: string, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const at = (minutes: number): Date => new Date(midnight + minutes * MINUTE_MS);
  let before = -WIDEST_MINUTES;
  let within = WIDEST_MINUTES;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (slotOf('daily', at(middle).toISOString(), timezone).day < day) before = middle;
    else within = middle;
  }
  return at(within);
}
