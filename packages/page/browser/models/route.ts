/** What an address shows. */
export type Route =
  | { readonly view: 'runs' }
  | { readonly view: 'run'; readonly researchId: string }
  | { readonly view: 'choose'; readonly a: string }
  | { readonly view: 'compare'; readonly a: string; readonly b: string }
  | { readonly view: 'memory' }
  | { readonly view: 'library' }
  | { readonly view: 'settings' }
  | { readonly view: 'login' }
  | { readonly view: 'briefings' }
  | { readonly view: 'briefing'; readonly name: string }
  | { readonly view: 'output'; readonly name: string; readonly outputId: string }
  | { readonly view: 'ask' }
  | { readonly view: 'shared'; readonly token: string }
  | { readonly view: 'session'; readonly sessionId: string }
  | { readonly view: 'unknown' };

/** The citation that is open next to a claim. */
export interface OpenCitation {
  readonly claim: number;
  readonly citation: number;
}

/** Addresses by their pattern; a group is a name, still encoded. The server knows the same (`client/http/server`). */
const ADDRESSES: readonly (readonly [RegExp, (name: string, second: string) => Route])[] = [
  [/^\/(?:ask\/?)?$/, () => ({ view: 'ask' })],
  [/^\/(?:runs|sessions)\/?$/, () => ({ view: 'runs' })],
  [/^\/runs\/([^/]+)\/?$/, (researchId) => ({ view: 'run', researchId })],
  [/^\/briefings\/?$/, () => ({ view: 'briefings' })],
  [/^\/briefings\/([^/]+)\/?$/, (name) => ({ view: 'briefing', name })],
  [/^\/briefings\/([^/]+)\/([^/]+)\/?$/, (name, outputId) => ({ view: 'output', name, outputId })],
  [/^\/library\/?$/, () => ({ view: 'library' })],
  [/^\/memory\/?$/, () => ({ view: 'memory' })],
  [/^\/login\/?$/, () => ({ view: 'login' })],
  [/^\/settings\/?$/, () => ({ view: 'settings' })],
  [/^\/runs\/([^/]+)\/comparison\/?$/, (a) => ({ view: 'choose', a })],
  [/^\/runs\/([^/]+)\/comparison\/([^/]+)\/?$/, (a, b) => ({ view: 'compare', a, b })],
  [/^\/shared\/([^/]+)\/?$/, (token) => ({ view: 'shared', token })],
  [/^\/sessions\/([^/]+)\/?$/, (sessionId) => ({ view: 'session', sessionId })],
];

export function routeOf(path: string): Route {
  for (const [pattern, route] of ADDRESSES) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const [name, second] = [decoded(found[1] ?? ''), decoded(found[2] ?? '')];
    return name === null || second === null ? { view: 'unknown' } : route(name, second);
  }
  return { view: 'unknown' };
}

export function pathOfRun(researchId: string): string {
  return `/runs/${encodeURIComponent(researchId)}`;
}

/** Of two reports side by side; without `b`, of the choice of the other one. */
export function pathOfComparison(a: string, b?: string): string {
  return `${pathOfRun(a)}/comparison${b === undefined ? '' : `/${encodeURIComponent(b)}`}`;
}

/** Of a briefing, or of one of its outputs. */
export function pathOfBriefing(name: string, outputId?: string): string {
  const output = outputId === undefined ? '' : `/${encodeURIComponent(outputId)}`;
  return `/briefings/${encodeURIComponent(name)}${output}`;
}

export function pathOfSession(sessionId: string): string {
  return `/sessions/${encodeURIComponent(sessionId)}`;
}

/** The run whose report a session is on; null: on none. */
export function reportOfThread(sessionId: string): string | null {
  return /^chat-on-(.+)-[0-9a-f]{6}$/.exec(sessionId)?.[1] ?? null;
}

/** `#claim-3-source-2`; null: none is open. */
export function openCitationOf(hash: string): OpenCitation | null {
  const [, claim, citation] = /^#claim-(\d{1,6})-source-(\d{1,6})$/.exec(hash) ?? [];
  return claim === undefined ? null : { claim: Number(claim), citation: Number(citation) };
}

export function hashOfCitation({ claim, citation }: OpenCitation): string {
  return `#claim-${claim}-source-${citation}`;
}

function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}
