import { z } from 'zod';

/** What a document says of itself before its text; null or empty where it says nothing. */
export interface FrontMatter {
  readonly title: string | null;
  readonly description: string | null;
  /** `2026`, `2026-01` or `2026-01-02`. */
  readonly publishedAt: string | null;
  readonly authors: readonly string[];
  /** Whole address of the page that was made from the document. */
  readonly address: string | null;
}

const NOTHING: FrontMatter = { title: null, description: null, publishedAt: null, authors: [], address: null };

/** Longer front matter is text: a document of 1 MB that begins with a rule must not be read to its end for another one. */
const MAX_CHARACTERS = 64_000;
const MAX_TITLE_CHARACTERS = 300;
const MAX_AUTHORS = 50;

type Syntax = 'yaml' | 'toml' | 'json';

interface Found {
  readonly syntax: Syntax;
  readonly content: string;
  /** Where the text of the document begins. */
  readonly end: number;
}

/** End of the front matter at the very start: YAML (`---`), TOML (`+++`) or JSON (`{`); 0 without front matter. */
export function frontMatterEnd(text: string): number {
  return findFrontMatter(text)?.end ?? 0;
}

/** Front matter that cannot be read says nothing; it is not a fault of the document. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const found = findFrontMatter(text);
  if (found === null) return NOTHING;
  try {
    return toFrontMatter(await parse(found));
  } catch {
    return NOTHING;
  }
}

function findFrontMatter(text: string): Found | null {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  if (text[start] === '{') return findJson(text, start);
  const mark = text.slice(start, start + 3);
  if (mark !== '---' && mark !== '+++') return null;
  const lines = linesFrom(text, start);
  const first = lines.next().value;
  if (first === undefined || first.text.slice(3).trim() !== '') return null;
  return mark === '---' ? findYaml(text, first.end, lines) : findToml(text, first.end, lines);
}

/** kramdown-rfc names the part that follows: `--- abstract`. */
const YAML_END = /^(?:---(?:[ \t]+[a-z][\w-]*)?|\.\.\.)[ \t]*$/;
/** A rule is followed by prose, not by a key. */
const YAML_KEY = /^["']?[\w$@.][\w $@./-]*["']?:(?:[ \t]|$)/;

function findYaml(text: string, contentStart: number, lines: Iterable<Line>): Found | null {
  let hasKey = false;
  for (const line of lines) {
    if (YAML_END.test(line.text))
      return hasKey || text.slice(contentStart, line.start).trim() === ''
        ? { syntax: 'yaml', content: text.slice(contentStart, line.start), end: line.end }
        : null;
    const isContent = line.text.trim() !== '' && !line.text.startsWith('#');
    if (isContent && !hasKey && !YAML_KEY.test(line.text)) return null;
    hasKey ||= isContent;
  }
  return null;
}

function findToml(text: string, contentStart: number, lines: Iterable<Line>): Found | null {
  for (const line of lines)
    if (/^\+\+\+[ \t]*$/.test(line.text))
      return { syntax: 'toml', content: text.slice(contentStart, line.start), end: line.end };
  return null;
}

/** It ends with a bracket at the start of a line, or is one line. */
function findJson(text: string, start: number): Found | null {
  for (const line of linesFrom(text, start)) {
    const isEnd = line.text.startsWith('}') || (line.start === start && line.text.trimEnd().endsWith('}'));
    if (!isEnd) continue;
    const content = text.slice(start, line.start + line.text.length);
    return isJsonObject(content) ? { syntax: 'json', content, end: line.end } : null;
  }
  return null;
}

function isJsonObject(content: string): boolean {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(content)).success;
  } catch {
    return false;
  }
}

interface Line {
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
  readonly text: string;
}

function* linesFrom(text: string, from: number): Generator<Line, undefined> {
  let start = from;
  while (start < text.length && start - from < MAX_CHARACTERS) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    yield { start, end, text: text.slice(start, newline === -1 ? end : newline).replace(/\r$/, '') };
    start = end;
  }
}

async function parse({ syntax, content }: Found): Promise<unknown> {
  // Loaded on demand: most documents have none.
  if (syntax === 'json') return JSON.parse(content);
  if (syntax === 'toml') return (await import('smol-toml')).parse(content);
  // Duplicate keys, unknown tags and wrong indents are left to the site that is made of it.
  const document = (await import('yaml')).parseDocument(content, { uniqueKeys: false, logLevel: 'silent' });
  return document.toJS({ maxAliasCount: 0 });
}

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).replaceAll(/\s+/g, ' ').trim())
  .catch('');
const person = z.union([
  z.string(),
  z.looseObject({ fullname: text, name: text, ins: text, org: text, organization: text }),
]);
const people = z.union([z.array(person.catch('')), person.transform((one) => [one])]).catch([]);
const date = z.union([z.string(), z.number(), z.date().transform((value) => value.toISOString())]).catch('');
const statedSchema = z.looseObject({
  title: text,
  description: text,
  summary: text,
  date,
  publishdate: date,
  published: date,
  lastmod: date,
  updated: date,
  last_modified: date,
  author: people,
  authors: people,
  url: text,
  permalink: text,
  canonical: text,
  canonical_url: text,
  canonicalurl: text,
  slug: text,
});

function toFrontMatter(value: unknown): FrontMatter {
  const fields = z.record(z.string(), z.unknown()).parse(value);
  const stated = statedSchema.parse(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name.toLowerCase(), field])),
  );
  const addresses = [
    stated.canonical,
    stated.canonical_url,
    stated.canonicalurl,
    stated.url,
    stated.permalink,
    stated.slug,
  ];
  const { publishdate, published, lastmod, updated, last_modified: lastModified } = stated;
  const dates = [stated.date, publishdate, published, lastmod, updated, lastModified];
  const names = [...stated.author, ...stated.authors].map(nameOf).filter((name) => name !== '');
  return {
    title: stated.title.slice(0, MAX_TITLE_CHARACTERS) || null,
    description: stated.description || stated.summary || null,
    publishedAt: dates.map(dayOf).find((day) => day !== null) ?? null,
    authors: [...new Set(names)].slice(0, MAX_AUTHORS),
    address: addresses.find((address) => /^https?:\/\/\S+$/i.test(address) && URL.canParse(address)) ?? null,
  };
}

function nameOf(one: z.infer<typeof person>): string {
  if (typeof one === 'string') return one.replaceAll(/\s+/g, ' ').trim();
  return one.fullname || one.name || one.ins || one.org || one.organization;
}

function dayOf(value: string | number): string | null {
  return /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?=$|[T\s])/.exec(String(value))?.[0] ?? null;
}
