import { Fragment, type JSX, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortTitle } from '../models/work.ts';
import { Awaited, messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { ReadView } from '../read/read-view.ts';
import { ForkedFrom, LiveView } from './live-view.ts';
import { RefusedChanges } from './refused.ts';
import { focusContent } from './sending.ts';
import { useWatchedRun } from './watched-run.ts';

/** A run: live while it is under way, then its report. */
export function RunView({ researchId }: { readonly researchId: string }): JSX.Element {
  const { live } = useWords();
  const [watched, again] = useWatchedRun(researchId);
  const [isRead, setIsRead] = useState(false);
  const { run, failure, connection, lostBy } = watched;
  const hasReport = run?.hasReport ?? null;
  const wasLive = useRef(false);
  useEffect(() => {
    if (hasReport === false) wasLive.current = true;
    // Do not interrupt writing or reading further down: the live view offers the report instead.
    if (hasReport === true && !(wasLive.current && isBusy())) setIsRead(true);
  }, [hasReport]);
  useEffect(() => {
    if (run !== null && !isRead) document.title = `${shortTitle(run.question)} – Plumbline`;
  }, [run?.question, isRead]);

  const read = () => {
    setIsRead(true);
    scrollTo(0, 0);
    focusContent();
  };
  if (failure !== null) {
    return h(Awaited<never>, { loaded: { state: 'failed', error: failure }, again, show: () => null });
  }
  if (run === null) {
    const isLost = connection === 'lost';
    const loaded = { state: 'loading' } as const;
    return isLost
      ? h('p', { class: 'notice bad column', role: 'status' }, `${live.lost} (${messageOf(lostBy ?? '')})`)
      : h(Awaited<never>, { loaded, again, show: () => null });
  }
  // The report may have been written before a change was refused.
  const { progress } = run;
  const origin = h(Fragment, {}, h(ForkedFrom, { progress }), h(RefusedChanges, { progress }));
  if (isRead) return h(ReadView, { researchId, origin });
  return h(LiveView, { run, watched, read });
}

/** A little scrolling does not count. */
const READ_FROM_PX = 200;

function isBusy(): boolean {
  const focused = document.activeElement;
  return (
    scrollY > READ_FROM_PX ||
    document.querySelector('dialog[open], .panel') !== null ||
    (focused !== null && focused.matches('input, textarea, select'))
  );
}
