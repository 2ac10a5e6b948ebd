import { z } from 'zod';

/** Search providers; each has its own task queue, so that its rate limit covers all workers together. */
export const WEB_PROVIDERS = [
  'searxng',
  'tavily',
  'brave',
  'exa',
  'wikipedia',
  'crossref',
  'openalex',
  'arxiv',
  'europe-pmc',
] as const;
export const webProviderSchema = z.enum(WEB_PROVIDERS);
export type WebProvider = (typeof WEB_PROVIDERS)[number];

const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}][\p{L}\p{N}-]*$/u,
    'use a domain like example.org',
  );

/** How a run may use the web. */
export const webSettingsSchema = z.strictObject({
  providers: z.array(webProviderSchema).min(1).max(WEB_PROVIDERS.length),
  /** Only these domains and their subdomains; empty: all. */
  domainAllow: z.array(domainSchema).max(50).default([]),
  /** Never these domains or their subdomains. */
  domainBlock: z.array(domainSchema).max(200).default([]),
  /** ISO date; pages known to be older are left out. */
  since: z.iso.date().nullable().default(null),
});
export type WebSettings = z.infer<typeof webSettingsSchema>;
