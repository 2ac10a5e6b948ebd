import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Route, routeOf } from '../models/route.ts';

/** The route of the present address, followed through the browser's back and forward. */
export function useRoute(): Route {
  return routeOf(usePath());
}

/** The present path, followed in the same way. */
export function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return path;
}

/** Names the document after what is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Plumbline`;
  }, [title]);
}

interface ViewProps {
  readonly heading: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** A view under its heading, which names the document. */
export function View({ heading, class: kind = '', children }: ViewProps): JSX.Element {
  useTitle(heading);
  return h('div', { class: `column ${kind}`.trim() }, h('h1', {}, heading), children);
}

/** Shows another view. @param state kept with the address, also over a reload */
export function go(path: string, state: unknown = null): void {
  history.pushState(state, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}

/** Shows another view in place of this one, which the browser's back then leaves out. */
export function show(path: string): void {
  history.replaceState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Where the focus goes when what had it is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Changes the view without loading the document again; a click that asks for a new tab stays the browser's. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
