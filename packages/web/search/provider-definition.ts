import { createHash } from 'node:crypto';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { ProviderClient } from './provider-client.ts';
import { cutAtWord, type RawResult } from './result-text.ts';
import type { ProviderTraits, WebQuery } from './search-provider.ts';

/** A search provider: its traits and its search. */
export interface ProviderDefinition<Name extends WebProvider = WebProvider> extends ProviderTraits<Name> {
  /** Of one request; left out: the provider takes no number. */
  readonly maxResults?: number;
  /** @returns results as they came, best first; more than wanted are cut @throws {ProviderError} */
  search(query: WebQuery, client: ProviderClient, context: ProviderContext): Promise<readonly RawResult[]>;
}

/** What some providers need besides their client. */
export interface ProviderContext {
  readonly now: () => Date;
  /** The contact, if it is a mail address. */
  readonly mailAddress: string | null;
}

const MAX_QUERY_LENGTH = 400;

/**
 * The query with its domains as `site:` operators, for services without a field for them. Where not all have room, those that are
 * named change from query to query and from day to day, so that each is asked in its turn; the query keeps half of the room.
 */
export function withSites({ query, domainAllow, since }: Omit<WebQuery, 'signal'>, maxWords: number): string {
  // An operator takes a word, and so does what joins it to the next.
  const words = query.split(/\s+/u).slice(0, maxWords - 2 * Math.min(domainAllow.length, Math.floor(maxWords / 4)));
  const text = words.join(' ');
  const room = MAX_QUERY_LENGTH - Math.min(text.length, MAX_QUERY_LENGTH / 2);
  const first = createHash('sha256').update(`${query} ${since}`).digest().readUInt32BE() % (domainAllow.length || 1);
  const fits = (sites: readonly string[]): boolean =>
    words.length + 2 * sites.length <= maxWords && operatorsFor(sites).length <= room;
  let sites = fits(domainAllow) ? domainAllow : [...domainAllow.slice(first), ...domainAllow.slice(0, first)];
  while (sites.length > 1 && !fits(sites)) sites = sites.slice(0, -1);
  const operators = operatorsFor(sites);
  return `${cutAtWord(text, MAX_QUERY_LENGTH - operators.length)}${operators}`;
}

function operatorsFor(domains: readonly string[]): string {
  const sites = domains.map((domain) => `site:${domain}`).join(' OR ');
  return domains.length > 1 ? ` (${sites})` : sites && ` ${sites}`;
}
