import { h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RETRY_MS } from '../api/api-requests.ts';
import type { ServedEngine } from '../api/api-types.ts';
import { REACH, useApi } from './api-context.ts';
import { Icon } from './icon.ts';
import { follow } from './router.ts';
import { useWords } from './words-context.ts';

/** While all is well, the model is asked for less often than while something is away. */
const LOOK_MS = 15_000;

/** Whether the server answers, as the last request found. */
export function useReach(): boolean {
  const [isReached, setReached] = useState(true);
  useEffect(() => {
    const note = (event: Event) => event instanceof CustomEvent && setReached(event.detail === true);
    addEventListener(REACH, note);
    return () => removeEventListener(REACH, note);
  }, []);
  return isReached;
}

/** Who answers, on every view: a model, none, or not even the server. It leads to the settings. */
export function EngineChip(): JSX.Element | null {
  const words = useWords().engine;
  const isReached = useReach();
  const engine = useEngine(isReached);
  if (isReached && engine === null) return null;
  const state = !isReached ? 'server' : engine?.isThere === false ? 'lost' : engine?.model === null ? 'none' : 'model';
  const [mark, said] = (
    {
      model: ['full', words.model(engine?.model ?? '')],
      none: ['half', words.none],
      lost: ['half', words.lost],
      server: ['empty', words.server],
    } as const
  )[state];
  return h(
    'a',
    { class: `engine engine-${state}`, href: '/settings', title: said, onClick: follow },
    h(Icon, { name: mark }),
    said,
  );
}

/** Null until it is known. */
function useEngine(isReached: boolean): ServedEngine | null {
  const api = useApi();
  const [engine, setEngine] = useState<ServedEngine | null>(null);
  const isWell = isReached && engine?.isThere === true;
  useEffect(() => {
    const look = () => document.hidden || void api.readEngine().then(setEngine, () => undefined);
    look();
    const timer = setInterval(look, isWell ? LOOK_MS : RETRY_MS);
    return () => clearInterval(timer);
  }, [isWell]);
  return engine;
}
