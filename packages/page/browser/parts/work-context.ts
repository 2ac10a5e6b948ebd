import { type ComponentChildren, createContext, h, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiClient } from '../api/api-client.ts';
import { noticesBetween, type ReadWork, readReportOf, readTalkOf, titleOf, type Work, workOf } from '../models/work.ts';
import { TOKEN_CHANGED, useApi } from './api-context.ts';
import { type Loaded, useLoaded } from './loading.ts';
import { go } from './router.ts';
import { useUndo } from './undo.ts';
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
  const { isGone } = useUndo();
  const { loaded, ...known } = useLoadedWork();
  const shown: typeof loaded =
    loaded.state === 'loaded' ? { ...loaded, value: loaded.value.filter(({ path }) => !isGone(path)) } : loaded;
  return h(WorkContext.Provider, { value: { ...known, loaded: shown } }, children);
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
  const known: Loaded<readonly Work[]> = newer === null ? loaded : { state: 'loaded', value: newer };
  useNotices(known.state === 'loaded' ? known.value : null);
  return { loaded: known, again, refresh, isStale };
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

/** So many of the newest are read, three at a time. */
const MOST_READ = 200;

/** Reports, which do not change. */
const KNOWN = new Map<string, ReadWork>();

async function readOne(api: ApiClient, { kind, researchId, path, endedAt }: Work): Promise<ReadWork> {
  const key = `${path} ${endedAt}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  if (kind === 'session') return readTalkOf(await api.readSession(researchId));
  const read = readReportOf(await api.readReport(researchId));
  KNOWN.set(key, read);
  return read;
}

/** What was found so far, by path. */
export interface Finding<Found> {
  /** Answers and reports that were looked through, and that there are. */
  readonly count: number;
  readonly all: number;
  readonly isOver: boolean;
  readonly found: ReadonlyMap<string, Found>;
}

/** Looks through conversations and reports, as long as somebody waits. @returns null before it is asked to */
export function useReadWork<Found>(
  work: readonly Work[],
  find: (read: ReadWork) => Found | null,
): readonly [Finding<Found> | null, () => Promise<void>] {
  const api = useApi();
  const [finding, setFinding] = useState<Finding<Found> | null>(null);
  const left = useRef(false);
  useEffect(() => () => void (left.current = true), []);
  const all = work.filter(({ kind, stage }) => kind === 'session' || stage === 'published' || stage === 'stopped');
  const begin = async () => {
    const waiting = all.slice(0, MOST_READ);
    const [most, found] = [waiting.length, new Map<string, Found>()];
    const tell = (isOver = false) => setFinding({ count: most - waiting.length, all: all.length, found, isOver });
    tell();
    const read = async () => {
      for (let next = waiting.shift(); next !== undefined && !left.current; next = waiting.shift()) {
        const one = await readOne(api, next).then(find, () => null);
        if (one !== null) found.set(next.path, one);
        tell();
      }
    };
    await Promise.all([read(), read(), read()]);
    tell(true);
  };
  return [finding, begin];
}
