import { readFileSync } from 'node:fs';
import { getHostname } from 'tldts';
import { parse } from 'yaml';
import { z } from 'zod';
import { type SourceTier, sourceTierSchema } from '../../workflows/contracts/evidence.ts';

const domainSchema = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/);

const sourceTiersSchema = z.strictObject({
  version: z.int().positive(),
  updated: z.iso.date(),
  /** First labels of hosts that publish user-generated content. */
  userGenerated: z.array(domainSchema),
  groups: z.array(
    z.strictObject({ tier: sourceTierSchema, name: z.string().min(1), domains: z.array(z.array(domainSchema)) }),
  ),
});
export type SourceTiers = z.infer<typeof sourceTiersSchema>;

/** Tier of unknown hosts. */
const UNKNOWN: SourceTier = 3;
const WEB_ADDRESS = /^https?:\/\//iu;
/** Personal pages on the host of an institution. */
const PERSONAL_PATH = /^https?:\/\/[^/?#]+\/(?:~|%7e)/iu;

interface TierRules {
  readonly tiers: ReadonlyMap<string, SourceTier>;
  readonly userGenerated: ReadonlySet<string>;
}

let rules: TierRules | undefined;

/** Tier of the source at an address, by the longest entry of source-tiers.yaml that its host ends with. */
export function sourceTierOf(url: string): SourceTier {
  rules ??= toRules(readSourceTiers());
  // A path ("gov/lamp.md") has no host, even if its first folder looks like one.
  const labels = WEB_ADDRESS.test(url) ? (getHostname(url)?.split('.') ?? []) : [];
  const at = labels.findIndex((_, index) => rules?.tiers.has(labels.slice(index).join('.')));
  if (at === -1) return UNKNOWN;
  const isUserGenerated =
    labels.slice(0, at).some((label) => rules?.userGenerated.has(label)) || PERSONAL_PATH.test(url);
  return isUserGenerated ? UNKNOWN : (rules.tiers.get(labels.slice(at).join('.')) ?? UNKNOWN);
}

/** The data file. @throws {z.ZodError} */
export function readSourceTiers(): SourceTiers {
  return sourceTiersSchema.parse(parse(readFileSync(new URL('./source-tiers.yaml', import.meta.url), 'utf8')));
}

function toRules({ userGenerated, groups }: SourceTiers): TierRules {
  const entries = groups.flatMap(({ tier, domains }) => domains.flat().map((domain) => [domain, tier] as const));
  return { tiers: new Map(entries), userGenerated: new Set(userGenerated) };
}
