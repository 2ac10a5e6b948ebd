import { readFileSync } from 'node:fs';
import { type SourceTier, sourceTierSchema } from '@plumbline/contracts/evidence/source';
import type { SourceWeighting } from '@plumbline/contracts/research/research-request';
import { wordPattern } from '@plumbline/language/terms';
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

/**
 * Typical words of each kind of question, German and English; the first matching kind wins. Technical standards ("RFC
 * 9110") have no kind: a program's behaviour is often described by its own documentation, and the question names the
 * standard anyway.
 */
const KINDS: readonly (readonly [QuestionKind, readonly RegExp[]])[] = [
  [
    'legal',
    [
      /§|(?<![\p{L}\p{N}])(?:Art\.|Artikel|Article)\s*\d/u,
      // "BUrlG", "StVO", "InsO", "StGB", "BGB", "DSGVO": short names of German laws.
      /(?<![\p{L}\p{N}])(?:\p{Lu}(?=\p{Lu}*\p{Ll})\p{L}*(?:G|GB|VO|PO)|\p{Lu}\p{L}*\p{Ll}O|\p{Lu}{1,3}GB|\p{Lu}*SGVO|GDPR)(?![\p{L}\p{N}])/u,
      /(?<![\p{L}\p{N}])(?:EU|EG|EC|EWG|EEC)\)?\s*(?:(?:Nr\.|No\.?)\s*)?\d{2,4}\/\d{2,4}/u,
      words(
        '-gesetz -gesetze -gesetzes -gesetzen -gesetzbuch- -verordnung -verordnungen -rechtsverordnung- rechtlich- gesetzlich-',
        'legal- illegal law laws lawsuit- lawful- unlawful- statut(?:e|es|ory) legislation court courts judg(?:e)?ment-',
        'strafbar- haftbar haftet haften haftung -haftung gericht- -gericht gerichte urteil urteile bußgeld- verjähr- unzulässig',
        'schadensersatz- schadenersatz- kündigungsfrist- kündigungsschutz- klage klagen liable liability plaintiff- defendant-',
      ),
    ],
  ],
  [
    'medical',
    [
      /(?:\d|viele?|many|much)\s*(?:mg|µg|mcg|IE|IU)(?:\/(?:kg|d|ml|l|dl))?(?![\p{L}\p{N}])/u,
      words(
        '-symptom- nebenwirkung- wechselwirkung- dosierung- -dosis diagnos- therap- impf- -impfung- erkrankung- -erkrankung',
        '-krankheit- patient- medikament- arzneimittel- schwanger- blutdruck- -itis -ektomie -ectomy -algie -algia -ämie',
        'symptom- dose doses dosage- overdos- vaccin- disease- illness- medication- medicine- pregnan- infection- tumou?r-',
      ),
      /(?<![\p{L}])(?:side effects?|drug interactions?|blood pressure|treatments? (?:of|for|with)|Behandlung (?:von|bei))(?!\p{L})/iu,
    ],
  ],
  [
    'scientific',
    [
      /(?<!\p{L})(?:doi:|arXiv|p-value|peer[- ]review|in vitro|in vivo|evidence (?:for|of|that))/iu,
      words(
        'study studies studie studien -studie -studien clinical- klinisch- meta-analys- metaanalys- systematic randomi[sz]ed',
        'randomisiert- hypothes- experiment- wissenschaft- scientif- forschung- research researchers evidenz- theorem- cohort',
      ),
    ],
  ],
  [
    'news',
    [
      words(
        'latest newest recent recently currently today yesterday news breaking announced? announcement-',
        'heute gestern aktuell- neueste[nrsm]? jüngst- nachrichten- meldung- angekündigt-',
      ),
      /(?<!\p{L})(?:this (?:week|month|year)|last (?:week|month)|diese (?:Woche|Tage)|diesen Monat|letzte Woche)(?!\p{L})/iu,
    ],
  ],
  [
    'product',
    [
      words(
        'price prices pricing buy buying purchas- cheap- cheapest warranty reviews? versus vs',
        'preis preise preises -preis kaufen kaufberatung- kostet günstig- garantie- testsieger- testbericht- produktvergleich-',
      ),
    ],
  ],
];

type Weights = Readonly<Record<SourceTier, number>>;

const WEIGHTS: Readonly<Record<Exclude<SourceWeighting, 'auto'>, Weights>> = {
  low: { 1: 1.02, 2: 1, 3: 0.98 },
  medium: { 1: 1.1, 2: 1, 3: 0.9 },
  high: { 1: 1.25, 2: 1, 3: 0.75 },
};

/** A source's tier counts most where an error costs most. */
const WEIGHTING_OF_KIND: Readonly<Record<QuestionKind, keyof typeof WEIGHTS>> = {
  legal: 'high',
  medical: 'high',
  scientific: 'high',
  news: 'medium',
  product: 'medium',
  other: 'low',
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
export function sourceWeigher(weighting: SourceWeighting, question: string): (tier: SourceTier | null) => number {
  const weights = WEIGHTS[weighting === 'auto' ? WEIGHTING_OF_KIND[questionKindOf(question)] : weighting];
  return (tier) => (tier === null ? 1 : weights[tier]);
}

/** The kind of sources that a question calls for. */
type QuestionKind = 'legal' | 'medical' | 'scientific' | 'news' | 'product' | 'other';

/** Joins lists of words into one pattern; a dash leaves that end open, for German compounds and inflections. */
function words(...lists: readonly string[]): RegExp {
  const alternatives = lists
    .flatMap((list) => list.split(' '))
    .map((word) => word.replace(/^-/u, String.raw`\p{L}*`).replace(/-$/u, String.raw`\p{L}*`));
  return wordPattern(alternatives);
}

/** The kind of a question by its wording (German and English). */
export function questionKindOf(question: string): QuestionKind {
  return KINDS.find(([, patterns]) => patterns.some((pattern) => pattern.test(question)))?.[0] ?? 'other';
}
