import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ListedSource } from '../../../workflows/contracts/briefing-canon.ts';
import { type SourceTier, sourceTierSchema } from '../../../workflows/contracts/evidence.ts';
import { BriefingFileError } from '../folder/briefing-file-error.ts';
import { type CanonLine, listEntry, readableLines, sectionHeading } from './canon-text.ts';

const TIER = /^tier[ \t]+(\d+)\b/iu;
const DOMAIN = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$/u;

interface Listed extends ListedSource {
  readonly line: number;
}

/**
 * Entries of lists under `## Tier 1`, `## Tier 2` and `## Tier 3`: a domain or an IP address, then words about it.
 *
 * @throws {BriefingFileError} with all faults
 */
export function parseSources(file: string, text: string): ListedSource[] {
  const faults: string[] = [];
  const listed: Listed[] = [];
  let tier: SourceTier | null | undefined;
  for (const line of readableLines(file, text)) {
    const heading = sectionHeading(line.text);
    if (heading !== undefined) tier = tierOf(heading);
    const found = heading === undefined ? readEntry(line, tier, listed) : headingFault(heading, tier);
    if (typeof found === 'string') faults.push(`${file}:${line.number}: ${found}`);
    else if (found !== null) listed.push(found);
  }
  if (tier === undefined) faults.push(`${file}:1: has no tier; list sources under ## Tier 1, ## Tier 2 and ## Tier 3`);
  if (faults.length > 0) throw new BriefingFileError(faults);
  return listed.map(({ domain, tier: of }) => ({ domain, tier: of }));
}

/** Null: no tier. */
function tierOf(heading: string): SourceTier | null {
  return sourceTierSchema.safeParse(Number(TIER.exec(heading)?.[1])).data ?? null;
}

function headingFault(heading: string, tier: SourceTier | null | undefined): string | null {
  return tier === null ? `"${heading}" is no tier; use Tier 1, Tier 2 or Tier 3` : null;
}

/** A source, what is wrong with it, or null where nothing is listed or it is listed again. */
function readEntry({ number, text }: CanonLine, tier: SourceTier | null | undefined, listed: readonly Listed[]) {
  const entry = listEntry(text);
  // Below a heading that is no tier, that heading is the fault.
  if (entry === undefined || tier === null) return null;
  const [word = ''] = entry.split(/\s/u);
  const domain = hostOf(word);
  if (tier === undefined) return domain === null ? null : `${domain} stands above the first tier`;
  if (domain === null) return `"${word}" is no domain; write entries like - example.org — its name`;
  const other = listed.find((source) => source.domain === domain);
  if (other === undefined) return { domain, tier, line: number };
  return other.tier === tier ? null : `${domain} is in tier ${other.tier}, too (line ${other.line})`;
}

/** The host as addresses have it; null: it is none. */
function hostOf(word: string): string | null {
  const bare = word.replace(/^[`*[]+|(?<![`*\],;:])[`*\],;:]+$/gu, '').toLowerCase();
  if (isIP(bare) !== 0) return bare;
  const host = domainToASCII(bare).replace(/^www\./u, '');
  return DOMAIN.test(host) ? host : null;
}
