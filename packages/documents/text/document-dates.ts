import { datesIn } from '@plumbline/language/figures';
import { wholeWordsOfAll } from '@plumbline/language/word-patterns';
import { frontMatterEnd } from '@plumbline/text/front-matter';
import type { parseHTML } from 'linkedom';
import * as z from 'zod';

/** Where documents say of when they are: before their text. */
const HEAD = 3_000;
/** A longer paragraph is prose that speaks of a change. */
const LONGEST_LABELLED = 200;
/** Between a label and its date. */
const LONGEST_GAP = 8;

/** "Stand", "as of": the date follows at once. */
const DATED = wholeWordsOfAll(({ datedAs }) => datedAs);
/** "Zuletzt geändert durch", "last amended by": the date of what changed it follows. */
const AMENDED = wholeWordsOfAll(({ amendedBy }) => amendedBy);
/** Year, month and day in a name or as folders: `2016-07-23-title.md`, `blog/2016/07/23/`. */
const PATH_DATE =
  /(?<!\d)(?<year>(?:19|20)\d{2})(?<mark>[-_/.])(?<month>0[1-9]|1[0-2])\k<mark>(?<day>0[1-9]|[12]\d|3[01])(?!\d)/gu;

type Page = ReturnType<typeof parseHTML>['document'];

const PUBLISHED = [
  'article:published_time og:published_time datepublished citation_publication_date citation_date dcterms.issued',
  'dcterms.created dcterms.date dc.date.issued dc.date pubdate publish-date',
].flatMap((names) => names.split(' '));
const CHANGED =
  'article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified last-modified'.split(' ');
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
interface PageDates {
  readonly published: string;
  readonly changed: string;
}

/** The date of which a document plainly says to be at its beginning, `2024-05-06`; of several the last. Null: it says none. */
export function statedDate(text: string): string | null {
  const start = frontMatterEnd(text);
  const paragraphs = text.slice(start, start + HEAD).split(/\n\s*\n/);
  const days = paragraphs.flatMap(labelledDays);
  return days.toSorted().at(-1) ?? null;
}

function labelledDays(paragraph: string): string[] {
  const words = paragraph.replaceAll(/[*_:]/g, ' ').replaceAll(/\s+/g, ' ').trim();
  if (words.length > LONGEST_LABELLED) return [];
  const label = [DATED, AMENDED].map((pattern) => pattern.exec(words)).find((match) => match?.index === 0);
  if (label === undefined || label === null) return [];
  const rest = words.slice(label[0].length);
  const dates = datesIn(rest).filter(({ year, day }) => year !== null && day !== null);
  const isDated = DATED.exec(words)?.index === 0;
  const stated = isDated ? dates.slice(0, 1).filter(({ start }) => start <= LONGEST_GAP) : dates;
  return stated.map(({ year, month, day }) =>
    [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-'),
  );
}

/** The day that a path or an address names, `2016-07-23`; of several the last. Null: it names none. */
export function dateInPath(locator: string): string | null {
  const days = [...locator.matchAll(PATH_DATE)].flatMap(({ groups }) => {
    const { year = '', month = '', day = '' } = groups ?? {};
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    // The 31st of a month of 30 days is a number.
    return date.getUTCDate() === Number(day) ? [`${year}-${month}-${day}`] : [];
  });
  return days.at(-1) ?? null;
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
  const stated = nodes.filter((node) => (node.datePublished ?? node.dateModified) !== undefined);
  const dated = stated.filter((node) => ARTICLE.test([node['@type'] ?? []].flat().join(' ')));
  const articles = dated.filter((node) => ![node['@type'] ?? []].flat().includes('WebPage'));
  const title = page.querySelector('h1')?.textContent.trim() ?? '';
  const named = articles.find(({ headline }) => headline?.trim() === title);
  const [first, second] = articles.length > 0 ? articles : dated;
  return named ?? (second === undefined ? first : undefined);
}
