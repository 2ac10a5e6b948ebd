import { posix } from 'node:path';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { Passage } from '@plumbline/contracts/evidence/source';
import { isWebAddress } from '@plumbline/web/addresses';
import { type PlaceGroup, placeLabelOf, sameNumber } from '../references/document-places.ts';
import { ARXIV, DOI, LINK_DEFINITION, TRAILING_MARKS, WEB_TARGET } from '../references/reference-patterns.ts';
import { isPlaceKind, type PlaceKind, type PlaceReference, type Reference } from '../references/reference.ts';
import type { DocumentCatalog } from './document-catalog.ts';

const LIST_HEADING =
  /^#{0,6}[ \t]*(?:[\d.]+[ \t]+)?(?:references|bibliography|literature|works cited|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|einzelnachweise)[ \t]*(?::[ \t]*)?$/imu;
/** Any entry may contain the words of a shorter title. */
const SHORTEST_TITLE = 12;

/** A page of the web. */
export interface WebTarget {
  readonly url: string;
}

/** Target of a reference: a passage, a page of the web, nothing in the corpus, or the passage itself. */
export type Resolution = Passage | WebTarget | 'unresolved' | 'here';

/** The place of a reference. */
export interface ReferringPlace {
  readonly locator: string;
  readonly passage: Passage;
}

/** An id this close to the title identifies the document; further down it identifies another one. In characters. */
const HEAD_LENGTH = 3_000;
/** Labels under which headings may name a place: "§ 4" or "section 4" for the heading "4 Oil". */
const HEADED_AS: Partial<Record<PlaceKind, readonly (PlaceKind | null)[]>> = {
  section: ['section', null],
  division: ['division', 'section', null],
  chapter: ['chapter', null],
};

/** Finds the target of a reference, in the current document first unless it names another work. Never guesses. */
export async function resolveReference(
  catalog: DocumentCatalog,
  reference: Reference,
  from: ReferringPlace,
): Promise<Resolution> {
  const { kind } = reference;
  if (isPlaceKind(kind)) return resolvePlace(catalog, { ...reference, kind }, from);
  switch (kind) {
    case 'link':
      return resolveLink(catalog, reference.number, from.locator);
    case 'web':
      return resolveWeb(reference.number, from.locator);
    case 'labelled-link':
      return resolveLabel(catalog, reference.number, from.locator);
    case 'identifier':
      return resolveIdentifier(catalog, reference.number, from.locator);
    case 'entry':
      return resolveEntry(catalog, reference.number, from.locator);
    case 'paragraph':
      return resolveParagraph(catalog, reference.number, from);
    case 'work':
      return resolveWork(catalog, reference.work ?? '', from.locator);
  }
}

/** `mailto:` and `tel:` links have no content to read, and a page that links to itself leads nowhere. */
function resolveWeb(address: string, from: string): Resolution {
  const written = /^www\./iu.test(address) ? `https://${address}` : address.replace(/^\/\//u, 'https://');
  if (!isWebAddress(written) || !URL.canParse(written)) return 'here';
  const { href } = withoutFragment(new URL(written));
  return isWebAddress(from) && URL.canParse(from) && withoutFragment(new URL(from)).href === href
    ? 'here'
    : { url: href };
}

function withoutFragment(url: URL): URL {
  url.hash = '';
  return url;
}

async function resolveLabel(catalog: DocumentCatalog, label: string, from: string): Promise<Resolution> {
  const definitions = [...(await catalog.text(from)).matchAll(LINK_DEFINITION)];
  const target = definitions.find(([, defined = '']) => defined.toLowerCase() === label.toLowerCase())?.[2];
  // Without a definition the brackets are not a link.
  if (target === undefined) return 'here';
  return WEB_TARGET.test(target) ? resolveWeb(target, from) : resolveLink(catalog, target, from);
}

async function resolveLink(catalog: DocumentCatalog, target: string, from: string): Promise<Resolution> {
  if (isWebAddress(from))
    return URL.canParse(target, from) ? resolveWeb(new URL(target, from).href, from) : 'unresolved';
  const [path = '', fragment] = target.split('#');
  // No file has a longer one; to join "../../…" is work that grows with its square.
  const decoded = decode(path).slice(0, 4_096);
  const locator = decoded === '' ? from : posix.normalize(posix.join(posix.dirname(from), decoded));
  // Never read outside the folder.
  if (locator.startsWith('..') || posix.isAbsolute(decoded)) return 'unresolved';
  const passages = await catalog.passages(locator);
  if (fragment === undefined || fragment === '') return passages[0] ?? 'unresolved';
  const slug = slugOf(decode(fragment));
  // A heading without text of its own leads to the first passage below it.
  const below = passages.filter(({ headingPath }) => headingPath.some((heading) => slugOf(heading) === slug));
  return below.find(({ headingPath }) => slugOf(headingPath.at(-1) ?? '') === slug) ?? below[0] ?? 'unresolved';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the text is not encoded.
    return text;
  }
}

/** GitHub's fragment of a heading, without hyphens, which tools place differently. */
function slugOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

async function resolveIdentifier(catalog: DocumentCatalog, id: string, from: string): Promise<Resolution> {
  const wanted = id.toLowerCase().replace(/(?<=\d)v\d+$/u, '');
  const holders = await catalog.passagesWith(id);
  const named = holders.find(
    ({ passage, locator, text }) =>
      locator !== from && passage.start < HEAD_LENGTH && text.slice(0, HEAD_LENGTH).toLowerCase().includes(wanted),
  );
  if (named !== undefined) return (await catalog.passages(named.locator))[0] ?? 'unresolved';
  return { url: id.startsWith('10.') ? `https://doi.org/${id}` : `https://arxiv.org/abs/${id}` };
}

/** Resolves an entry to the document that it describes, or to the address of its identifier. Without a list of references, "[3]" is not a reference. */
async function resolveEntry(catalog: DocumentCatalog, number: string, from: string): Promise<Resolution> {
  const entry = findListEntry(await catalog.text(from), number);
  if (entry === null) return 'here';
  for (const id of entry.identifiers) {
    const resolution = await resolveIdentifier(catalog, id, from);
    if (typeof resolution !== 'string' && 'passageId' in resolution) return resolution;
  }
  const described = (await catalog.sources()).find(({ locator, title }) => locator !== from && entry.describes(title));
  const [passage] = described === undefined ? [] : await catalog.passages(described.locator);
  if (passage !== undefined) return passage;
  const [id] = entry.identifiers;
  return id === undefined ? 'unresolved' : resolveIdentifier(catalog, id, from);
}

async function resolveWork(catalog: DocumentCatalog, work: string, from: string): Promise<Resolution> {
  const document = await catalog.work(work);
  if (document?.locator === from) return 'here';
  return document === undefined ? 'unresolved' : ((await catalog.passages(document.locator))[0] ?? 'unresolved');
}

/** Resolves "Absatz 2", which leads elsewhere only if the section was split and another part contains the paragraph. */
async function resolveParagraph(
  catalog: DocumentCatalog,
  paragraph: string,
  { locator, passage }: ReferringPlace,
): Promise<Resolution> {
  const path = JSON.stringify(passage.headingPath);
  const parts = (await catalog.passages(locator)).filter(({ headingPath }) => JSON.stringify(headingPath) === path);
  if (passage.headingPath.length === 0 || parts.length < 2) return 'here';
  const holder = partWith(parts, paragraph, await catalog.text(locator));
  return holder === undefined || holder.passageId === passage.passageId ? 'here' : holder;
}

async function resolvePlace(
  catalog: DocumentCatalog,
  reference: PlaceReference,
  from: ReferringPlace,
): Promise<Resolution> {
  const { kind, work, paragraph } = reference;
  const locator = work === null ? from.locator : (await catalog.work(work))?.locator;
  if (locator === undefined) return 'unresolved';
  const isOwn = locator === from.locator;
  if (kind === 'page') return pageOf(await catalog.passages(locator), Number(reference.number), from);
  const group = await findPlace(catalog, locator, reference, isOwn ? from.passage.headingPath : []);
  if (group === undefined)
    return (work === null && (await siblingNamed(catalog, reference, from.locator))) || 'unresolved';
  const [first] = group.passages;
  if (isOwn && first !== undefined && group.passages.some(({ passageId }) => passageId === from.passage.passageId)) {
    return paragraph === null ? 'here' : resolveParagraph(catalog, paragraph, from);
  }
  const part = paragraph === null ? undefined : partWith(group.passages, paragraph, await catalog.text(locator));
  return part ?? first ?? 'unresolved';
}

function pageOf(passages: readonly Passage[], page: number, from: ReferringPlace): Resolution {
  if (from.passage.page === page) return 'here';
  return passages.find((passage) => passage.page === page) ?? 'unresolved';
}

/** Finds the place with a label; among several, the only one that shares the most headings with the reference. */
async function findPlace(
  catalog: DocumentCatalog,
  locator: string,
  { kind, number }: PlaceReference,
  path: readonly string[],
): Promise<PlaceGroup | undefined> {
  const places = await catalog.places(locator);
  const headed = (wanted: string) =>
    (HEADED_AS[kind] ?? [kind])
      .map((label) => places.filter((place) => place.kind === label && place.number === sameNumber(wanted)))
      .find((groups) => groups.length > 0);
  const captioned = async () =>
    (await catalog.captions(locator)).filter((place) => place.kind === kind && place.number === sameNumber(number));
  // Without a heading of its own, "Anhang 1a" is a part of "Anhang 1".
  const whole = kind === 'annex' ? number.replace(/(?<=\d)[a-z]$/u, '') : number;
  // A table that continues on the next page repeats its caption; the first one counts.
  const found = headed(number) ?? first(await captioned()) ?? (whole === number ? undefined : headed(whole));
  return closest(found ?? [], path);
}

function first<Entry>(entries: readonly Entry[]): readonly Entry[] | undefined {
  return entries.length > 0 ? entries.slice(0, 1) : undefined;
}

function closest(groups: readonly PlaceGroup[], path: readonly string[]): PlaceGroup | undefined {
  const shared = groups.map((group) => sharedHeadings(group.path, path));
  const most = Math.max(...shared);
  const best = groups.filter((_, index) => shared[index] === most);
  return best.length === 1 ? best[0] : undefined;
}

function sharedHeadings(first: readonly string[], second: readonly string[]): number {
  const different = first.findIndex((heading, index) => heading !== second[index]);
  return different === -1 ? first.length : different;
}

/** A document in the same folder whose title or file name is the place: `annex-2.md`. */
async function siblingNamed(
  catalog: DocumentCatalog,
  { kind, number }: PlaceReference,
  from: string,
): Promise<Passage | undefined> {
  const siblings = (await catalog.sources()).filter(({ locator, title }) => {
    if (locator === from || posix.dirname(locator) !== posix.dirname(from)) return false;
    const fileName = posix.basename(locator, posix.extname(locator)).replace(/[-_]+/gu, ' ');
    const labels = [placeLabelOf(title), placeLabelOf(fileName)];
    return labels.some((label) => label?.kind === kind && label.number === sameNumber(number));
  });
  const [only] = siblings;
  return siblings.length === 1 && only !== undefined ? (await catalog.passages(only.locator))[0] : undefined;
}

/** The part of a split section with a line that begins with the paragraph's number. */
function partWith(parts: readonly Passage[], paragraph: string, text: string): Passage | undefined {
  const marker = new RegExp(String.raw`^[ \t>*]*\(${paragraph}\)`, 'mu');
  return parts.find(({ start, end }) => marker.test(text.slice(start, end)));
}

/** Finds the entry of a list of references with a number: "[12] …" on a line of its own, or "12. …" below the heading of the list. */
function findListEntry(text: string, number: string) {
  const bracketed = entryAt(text, String.raw`\[${number}\]:?`);
  const heading = LIST_HEADING.exec(text);
  const entry =
    bracketed ??
    (heading === null ? null : entryAt(text.slice(heading.index + heading[0].length), String.raw`${number}\.`));
  if (entry === null) return null;
  const words = wordsOf(entry);
  return {
    /** DOIs and arXiv ids of the entry. */
    identifiers: [...entry.matchAll(DOI), ...entry.matchAll(ARXIV)].map(([, id = '']) =>
      id.replace(TRAILING_MARKS, ''),
    ),
    /** Whether the entry contains the title of a document. */
    describes: (title: string) => title.length >= SHORTEST_TITLE && words.includes(wordsOf(title)),
  };
}

/** From the marker to the next entry or empty line. */
function entryAt(text: string, marker: string): string | null {
  const start = new RegExp(String.raw`^[ \t]*(?:[-*] )?${marker}[ \t]+(?=\S)`, 'mu').exec(text);
  if (start === null) return null;
  const rest = text.slice(start.index + start[0].length);
  return rest.slice(0, /\n\s*\n|\n[ \t]*(?:[-*] )?(?:\[\d+\]|\d+\.\s)/u.exec(rest)?.index ?? rest.length);
}

function wordsOf(text: string): string {
  return ` ${bareWords(text)} `;
}
