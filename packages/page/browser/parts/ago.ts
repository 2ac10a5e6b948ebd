import { type JSX, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { agoIn, exactTimeIn } from '../models/times.ts';
import { useWords } from './words-context.ts';

/** Nothing smaller is told. */
const MINUTE_MS = 60_000;

/** How long ago something was, as long as that is shown; the exact time where it is pointed at. @param time ISO 8601 */
export function Ago({ time }: { readonly time: string }): JSX.Element {
  const { language } = useWords();
  const now = useNow(MINUTE_MS);
  return h('time', { dateTime: time, title: exactTimeIn(language, time) }, agoIn(language, time, now));
}

/** The time, told again and again. @param everyMs null: it no longer matters */
export function useNow(everyMs: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
