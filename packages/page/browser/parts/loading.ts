import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, RETRY_MS, ServerAway } from '../api/api-requests.ts';
import { wordsIn } from '../words/page-words.ts';
import { Button } from './button.ts';
import { follow } from './router.ts';
import { SignIn } from './sign-in.ts';
import { useWords } from './words-context.ts';

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown };

/**
 * Loads a value, again when `key` changes.
 *
 * @param version when it changes, what is there stays until there is something newer
 * @returns what is there, and a way to try once more
 */
export function useLoaded<Value>(
  key: string,
  load: () => Promise<Value>,
  version = 0,
): readonly [Loaded<Value>, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  const known = useRef('');
  useEffect(() => {
    let isWanted = true;
    const set = (next: Loaded<Value>) => {
      if (isWanted) setLoaded(next);
    };
    let timer = 0;
    const asked = `${attempt} ${key}`;
    const isNewer = loaded.state === 'loaded' && known.current === asked;
    known.current = asked;
    // What says that the server is away stays while it is asked again.
    if (!isAway(loaded) && !isNewer) set({ state: 'loading' });
    load().then(
      (value) => set({ state: 'loaded', value }),
      (error: unknown) => {
        if (!isNewer) set({ state: 'failed', error });
        if (isWanted && willPass(error)) timer = window.setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
      },
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key, attempt, version]);
  return [loaded, () => setAttempt(attempt + 1)];
}

function isAway(loaded: Loaded<unknown>): boolean {
  return loaded.state === 'failed' && willPass(loaded.error);
}

/** The server is away, or one that it needs, as the issuer of tokens: it is asked again by itself. */
function willPass(error: unknown): boolean {
  return error instanceof ServerAway || (error instanceof ApiFailure && error.status === 503);
}

/** Shows a loaded value, or why it is not there yet. */
export function Awaited<Value>({
  loaded,
  again,
  show,
}: {
  readonly loaded: Loaded<Value>;
  readonly again: () => void;
  readonly show: (value: Value) => ComponentChildren;
}): JSX.Element {
  const words = useWords();
  if (loaded.state === 'loading') return h('p', { class: 'quiet column', role: 'status' }, words.loading);
  if (loaded.state === 'loaded') return h('div', { class: 'loaded' }, show(loaded.value));
  const { error } = loaded;
  if (error instanceof ApiFailure && error.status === 401) return h(SignIn, { onToken: again });
  if (error instanceof ApiFailure && error.status === 404) return h(NothingHere, {});
  if (error instanceof ServerAway) return h(Fault, { class: 'notice bad column', role: 'alert' }, words.engine.again);
  const remedy = error instanceof ApiFailure ? error.remedy : '';
  return h(
    'div',
    { class: 'failure', role: 'alert' },
    h(Fault, {}, words.failed(messageOf(error)), remedy === '' ? null : ` ${remedy}`),
    h(Button, { act: again }, words.again),
  );
}

interface FaultProps {
  readonly class?: string;
  readonly role?: 'alert';
  readonly children?: ComponentChildren;
}

/** Why something is not shown; the heading of a view that has no other. */
function Fault({ children, ...attributes }: FaultProps): JSX.Element {
  const [tag] = useState(() => (document.querySelector('main h1') === null ? 'h1' : 'p'));
  return h(tag, attributes, children);
}

/** For an address that leads nowhere. */
export function NothingHere(): JSX.Element {
  const words = useWords();
  return h(
    'div',
    { class: 'failure', role: 'alert' },
    h(Fault, {}, words.notFound),
    h('p', {}, h('a', { href: '/', onClick: follow }, words.ask.title)),
    h('p', {}, h('a', { href: '/runs', onClick: follow }, words.runs.heading)),
  );
}

/** Of a server that is away, in the language of the page. */
export function messageOf(error: unknown): string {
  if (error instanceof ServerAway) return wordsIn(document.documentElement.lang === 'de' ? 'de' : 'en').engine.away;
  return error instanceof Error ? error.message : String(error);
}
