import type { parseHTML } from 'linkedom';
import * as z from 'zod';

type Page = ReturnType<typeof parseHTML>['document'];

const PUBLISHED = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'dcterms.issued',
  'dcterms.created',
  'dcterms.date',
  'dc.date.issued',
  'dc.date',
  'pubdate',
  'publish-date',
];
const CHANGED = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
];
const ARTICLE = /Article|Posting|Report|WebPage|Dataset|CreativeWork|Legislation|Document/;

const CDATA = /(?:\/\*)?<!\[CDATA\[(?:\*\/)?|(?:\/\*)?\]\]>(?:\*\/)?/g;

const nodeSchema = z.looseObject({
  '@type': z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  '@graph': z.array(z.unknown()).optional().catch(undefined),
  headline: z.string().optional().catch(undefined),
  datePublished: z.string().optional().catch(undefined),
  dateModified: z.string().optional().catch(undefined),
});
type Node = z.infer<typeof nodeSchema>;

/** Dates as a page states them in its head, as written there; empty where it states none. */
export interface PageDates {
  readonly published: string;
  readonly changed: string;
}

/**
 * The dates of a page in its linked data and its properties. Linked data names other articles too: what lies deeper, and
 * what is one of several, is not of this page.
 */
export function datesOf(page: Page): PageDates {
  const stated = new Map<string, string>();
  for (const meta of page.querySelectorAll('meta[content]')) {
    const name = ['property', 'name', 'itemprop'].map((key) => meta.getAttribute(key) ?? '').find((key) => key !== '');
    const key = name?.toLowerCase() ?? '';
    if (!stated.has(key)) stated.set(key, (meta.getAttribute('content') ?? '').replaceAll('/', '-'));
  }
  const firstOf = (names: readonly string[]): string =>
    names.map((name) => stated.get(name) ?? '').find((date) => date !== '') ?? '';
  const own = ownNode(takeNodes(page), page);
  return {
    published: own?.datePublished ?? firstOf(PUBLISHED),
    changed: own?.dateModified ?? firstOf(CHANGED),
  };
}

/** The linked data of a page. Its dates are taken out of the page, so that the extraction does not mistake them. */
function takeNodes(page: Page): Node[] {
  return [...page.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    try {
      const value: unknown = JSON.parse(script.textContent.replaceAll(CDATA, ''));
      script.textContent = JSON.stringify(value, (key, part: unknown) => (key.startsWith('date') ? undefined : part));
      return nodesIn(value);
    } catch {
      script.remove();
      return [];
    }
  });
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  const node = nodeSchema.safeParse(value).data;
  return node === undefined ? [] : [node, ...(node['@graph'] ?? []).flatMap(nodesIn)];
}

function ownNode(nodes: readonly Node[], page: Page): Node | undefined {
  const dated = nodes.filter((node) => ARTICLE.test([node['@type'] ?? []].flat().join(' ')) && isDated(node));
  const articles = dated.filter((node) => ![node['@type'] ?? []].flat().includes('WebPage'));
  const title = page.querySelector('h1')?.textContent.trim() ?? '';
  const named = articles.find(({ headline }) => headline?.trim() === title);
  const [first, second] = articles.length > 0 ? articles : dated;
  return named ?? (second === undefined ? first : undefined);
}

function isDated({ datePublished, dateModified }: Node): boolean {
  return datePublished !== undefined || dateModified !== undefined;
}
