import { useEffect, useState } from 'preact/hooks';
import type { ListedRun } from '../api/api-types.ts';
import { useApi } from '../parts/api-context.ts';
import { type Loaded, useLoaded } from '../parts/loading.ts';

const REFRESH_MS = 5_000;
/** A server whose list takes long is asked less often: it spends at most a tenth of its time on one reader. */
const PAUSE_FACTOR = 9;

export interface RefreshedRuns {
  readonly loaded: Loaded<readonly ListedRun[]>;
  readonly again: () => void;
  /** The last refresh failed. */
  readonly isStale: boolean;
}

/** The runs, asked for again while somebody looks at them. */
export function useRuns(): RefreshedRuns {
  const api = useApi();
  const [loaded, again] = useLoaded('runs', () => api.listRuns());
  const [newer, setNewer] = useState<readonly ListedRun[] | null>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (loaded.state !== 'loaded') return;
    let timer = 0;
    let isWanted = true;
    const refresh = async () => {
      const begun = performance.now();
      if (!document.hidden) {
        const runs = await api.listRuns().catch(() => null);
        if (!isWanted) return;
        setStale(runs === null);
        if (runs !== null) setNewer(runs);
      }
      const took = performance.now() - begun;
      timer = window.setTimeout(() => void refresh(), Math.max(REFRESH_MS, took * PAUSE_FACTOR));
    };
    timer = window.setTimeout(() => void refresh(), REFRESH_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [loaded.state]);
  const shown = loaded.state === 'loaded' && newer !== null ? { ...loaded, value: newer } : loaded;
  return { loaded: shown, again, isStale };
}
