/** What an address shows. */
export type Route =
  | { readonly view: 'runs' }
  | { readonly view: 'report'; readonly researchId: string }
  | { readonly view: 'unknown' };

/** The citation that is open beside a claim. */
export interface OpenCitation {
  readonly claim: number;
  readonly citation: number;
}

export function routeOf(path: string): Route {
  if (path === '/' || path === '/runs') return { view: 'runs' };
  const [, name] = /^\/runs\/([^/]+)\/?$/.exec(path) ?? [];
  const researchId = name === undefined ? null : decoded(name);
  return researchId === null ? { view: 'unknown' } : { view: 'report', researchId };
}

export function pathOfReport(researchId: string): string {
  return `/runs/${encodeURIComponent(researchId)}`;
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
