import { readFileSync } from 'node:fs';
import { type SourceTier, sourceTierSchema } from '@plumbline/contracts/evidence/source';
import type { SourceWeighting } from '@plumbline/contracts/research/research-request';
import { getDomain, getHostname } from 'tldts';
import { parse } from 'yaml';
import { z } from 'zod';

const domainSchema = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/);

const sourceTiersSchema = z.strictObject({
  version: z.int().positive(),
  updated: z.iso.date(),
  /** First labels of hosts that publish user-generated content. */
  userGenerated: z.array(domainSchema),
  /** Hosts that publish nothing but what their users write. */
  platforms: z.array(z.array(domainSchema)),
  groups: z.array(
    z.strictObject({ tier: sourceTierSchema, name: z.string().min(1), domains: z.array(z.array(domainSchema)) }),
  ),
});

type SourceTiers = z.infer<typeof sourceTiersSchema>;

/** Tier of unknown hosts. */
const UNKNOWN: SourceTier = 3;
const WEB_ADDRESS = /^https?:\/\//iu;
/** Personal pages on the host of an institution. */
const PERSONAL_PATH = /^https?:\/\/[^/?#]+\/(?:~|%7e)/iu;

interface TierRules {
  readonly tiers: ReadonlyMap<string, SourceTier>;
  readonly userGenerated: ReadonlySet<string>;
  readonly platforms: ReadonlySet<string>;
}

let rules: TierRules | undefined;

type Weights = Readonly<Record<SourceTier, number>>;

const MEDIUM: Weights = { 1: 1.1, 2: 1, 3: 0.9 };
const WEIGHTS: Readonly<Record<SourceWeighting, Weights>> = {
  low: { 1: 1.02, 2: 1, 3: 0.98 },
  medium: MEDIUM,
  high: { 1: 1.25, 2: 1, 3: 0.75 },
  auto: MEDIUM,
};

/** Tier of the source at an address, by the longest entry of source-tiers.yaml that its host ends with. */
export function sourceTierOf(url: string): SourceTier {
  return listedTierOf(url) ?? UNKNOWN;
}

/** The same, but null for a host that is not listed; 3 where it is known that users write. */
export function listedTierOf(url: string): SourceTier | null {
  rules ??= toRules(readSourceTiers());
  const { tiers, userGenerated, platforms } = rules;
  // A path ("gov/lamp.md") has no host, even if its first folder looks like one.
  const host = WEB_ADDRESS.test(url) ? getHostname(url) : null;
  if (host === null) return null;
  const labels = host.split('.');
  const listedAt = labels.findIndex((_, index) => tiers.has(labels.slice(index).join('.')));
  const registered = getDomain(url)?.split('.').length ?? labels.length;
  const leading = labels.slice(0, listedAt === -1 ? labels.length - registered : listedAt);
  const isUserGenerated =
    leading.some((label) => userGenerated.has(label)) ||
    PERSONAL_PATH.test(url) ||
    labels.some((_, index) => platforms.has(labels.slice(index).join('.')));
  if (isUserGenerated) return 3;
  return listedAt === -1 ? null : (tiers.get(labels.slice(listedAt).join('.')) ?? null);
}

/** The data file. @throws {z.ZodError} */
export function readSourceTiers(): SourceTiers {
  return sourceTiersSchema.parse(parse(readFileSync(new URL('./source-tiers.yaml', import.meta.url), 'utf8')));
}

function toRules({ userGenerated, platforms, groups }: SourceTiers): TierRules {
  const entries = groups.flatMap(({ tier, domains }) => domains.flat().map((domain) => [domain, tier] as const));
  return { tiers: new Map(entries), userGenerated: new Set(userGenerated), platforms: new Set(platforms.flat()) };
}

/** Factor for the relevance of a hit by the tier of its source; null: ungraded, unchanged. */
export function sourceWeigher(weighting: SourceWeighting): (tier: SourceTier | null) => number {
  const weights = WEIGHTS[weighting];
  return (tier) => (tier === null ? 1 : weights[tier]);
}
