import { type ComponentChildren, createContext, h, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { noticesBetween, titleOf, type Work, workOf } from '../models/work.ts';
import { TOKEN_CHANGED, useApi } from './api-context.ts';
import { type Loaded, useLoaded } from './loading.ts';
import { go } from './router.ts';
import { useWords } from './words-context.ts';

const REFRESH_MS = 5_000;
/** A server whose list takes long is asked less often: it spends at most a tenth of its time on one reader. */
const PAUSE_FACTOR = 9;

/** Runs and conversations, asked for again while somebody looks at the page. */
export interface KnownWork {
  readonly loaded: Loaded<readonly Work[]>;
  readonly again: () => void;
  /** Asks at once, after a change of one's own. */
  readonly refresh: () => Promise<void>;
  /** The last refresh failed. */
  readonly isStale: boolean;
}

const WorkContext = createContext<KnownWork | null>(null);

/** One list for the rail and all views. */
export function WorkProvider({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return h(WorkContext.Provider, { value: useLoadedWork() }, children);
}

export function useWork(): KnownWork {
  const work = useContext(WorkContext);
  if (work === null) throw new Error('there is no list of runs and conversations around this view');
  return work;
}

function useLoadedWork(): KnownWork {
  const api = useApi();
  const load = async () => workOf(...(await Promise.all([api.listRuns(), api.listSessions()])));
  const [loaded, loadAgain] = useLoaded('work', load);
  const [newer, setNewer] = useState<readonly Work[] | null>(null);
  const again = () => {
    // It may be another user's.
    setNewer(null);
    loadAgain();
  };
  const [isStale, setStale] = useState(false);
  const refresh = async () => {
    const work = await load().catch(() => null);
    setStale(work === null);
    if (work !== null) setNewer(work);
  };
  useEffect(() => {
    addEventListener(TOKEN_CHANGED, again);
    return () => removeEventListener(TOKEN_CHANGED, again);
  });
  useEffect(() => {
    if (loaded.state === 'loading') return;
    let timer = 0;
    let isWanted = true;
    const turn = async () => {
      const begun = performance.now();
      // Notifications are for when the page is not looked at.
      if (!document.hidden || mayNotify()) await refresh();
      if (!isWanted) return;
      const took = performance.now() - begun;
      timer = window.setTimeout(() => void turn(), Math.max(REFRESH_MS, took * PAUSE_FACTOR));
    };
    timer = window.setTimeout(() => void turn(), REFRESH_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [loaded.state]);
  useNotices(newer ?? (loaded.state === 'loaded' ? loaded.value : null));
  const shown: Loaded<readonly Work[]> = newer === null ? loaded : { state: 'loaded', value: newer };
  return { loaded: shown, again, refresh, isStale };
}

/** Not in an address that is neither loopback nor encrypted. */
function mayNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

/** Tells by the browser that a run waits or has ended, whatever the page shows. */
function useNotices(work: readonly Work[] | null): void {
  const { live } = useWords();
  const before = useRef<readonly Work[] | null>(null);
  const setUnseen = useBadge();
  useEffect(() => {
    const known = before.current;
    before.current = work;
    if (known === null || work === null || !mayNotify() || document.hasFocus()) return;
    const notices = noticesBetween(known, work);
    setUnseen((count) => count + notices.length);
    for (const { run, notice } of notices) {
      // In several tabs it is told once.
      const shown = new Notification(live.notify[notice], { body: titleOf(run), tag: run.researchId });
      shown.addEventListener('click', () => {
        focus();
        go(run.path);
      });
    }
  }, [work]);
}

/** How many notices are unseen, on the icon of the page and before its title, until somebody looks. */
function useBadge(): (change: (count: number) => number) => void {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => setCount(0);
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = count === 0 ? title : `(${count}) ${title}`;
    // Not every browser has one.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
  }, [count]);
  return setCount;
}
