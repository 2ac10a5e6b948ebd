import { createHash } from 'node:crypto';
import { cutAtWord } from './result-text.ts';
import type { WebQuery } from './search-provider.ts';

const MAX_QUERY_LENGTH = 400;

/**
 * The query with its domains as `site:` operators, for services without a field for them. Where not all have room, those that are
 * named change from query to query and from day to day, so that each is asked in its turn; the query keeps half of the room.
 */
export function withSites({ query, domainAllow, since }: Omit<WebQuery, 'signal'>, maxWords: number): string {
  // Each operator is a word, and so is what joins it to the next.
  const mostSites = Math.floor(maxWords / 4);
  const words = query.split(/\s+/u).slice(0, maxWords - 2 * Math.min(domainAllow.length, mostSites));
  const room = MAX_QUERY_LENGTH - Math.min(words.join(' ').length, MAX_QUERY_LENGTH / 2);
  const fits = (sites: readonly string[]): boolean =>
    words.length + 2 * sites.length <= maxWords && operatorsFor(sites).length <= room;
  let sites = fits(domainAllow) ? domainAllow : startedAnywhere(domainAllow, `${query} ${since}`);
  while (sites.length > 1 && !fits(sites)) sites = sites.slice(0, -1);
  const operators = operatorsFor(sites);
  return `${cutAtWord(words.join(' '), MAX_QUERY_LENGTH - operators.length)}${operators}`;
}

function operatorsFor(domains: readonly string[]): string {
  const sites = domains.map((domain) => `site:${domain}`).join(' OR ');
  if (domains.length < 2) return sites && ` ${sites}`;
  return ` (${sites})`;
}

function startedAnywhere<Entry>(entries: readonly Entry[], seed: string): Entry[] {
  const start = createHash('sha256').update(seed).digest().readUInt32BE() % entries.length;
  return [...entries.slice(start), ...entries.slice(0, start)];
}
