import { posix } from 'node:path';
import { escape } from 'node:querystring';
import { escapeUTF8 } from 'entities';
import type { CheckedZip } from '../files/bounded-files.ts';
import { pathBeside } from '../markup/included-files.ts';
import { notRead } from '../text/file-format.ts';
import {
  attributeOf,
  createElement,
  descendantsOf,
  parseXml,
  writeXml,
  type XmlElement,
} from '../text/xml-elements.ts';

/** The parts of a packed document by their names; a missing part is empty. */
export type ReadPart = (name: string) => Promise<string>;

export interface Parts {
  readonly read: ReadPart;
  /** Names of those that {@link partAt} found damaged; a document is read without them. */
  readonly damaged: Set<string>;
}

const WORD_PREFIX =
  /\sxmlns:(\w+)="http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main"/;

/** The body, and where everything that belongs to it is. */
export interface Package {
  readonly read: ReadPart;
  readonly main: string;
  readonly root: XmlElement;
  readonly relationships: readonly Relationship[];
}

interface OpenPart {
  readonly name: string;
  readonly root: XmlElement;
}

export function partsOf(zip: CheckedZip): Parts {
  return { read: async (name) => new TextDecoder().decode(await zip.unpack(name)), damaged: new Set() };
}

/** The root of a part. Undefined: it is missing or damaged. */
export async function partAt(name: string | undefined, { read, damaged }: Parts): Promise<XmlElement | undefined> {
  if (name === undefined) return undefined;
  try {
    const xml = await read(name);
    return xml === '' ? undefined : parseXml(xml);
  } catch {
    damaged.add(name);
    return undefined;
  }
}

/** What the report says of damaged parts; null where there are none. */
export function damageOf({ damaged }: Parts): string | null {
  return notRead(damaged.size, 'damaged part');
}

/** A picture as Markdown names it, for `withPictures`. @param part that it is @param words that describe it */
export function pictureMark(part: string, words: string): string {
  const address = escape(part).replaceAll(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  return `![${words.replaceAll(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim()}](${address})`;
}

/** The same as HTML. */
export function pictureTag(part: string, words: string): string {
  return pictureMark(part, escapeUTF8(words)).replace(/^!\[(.*)\]\((.*)\)$/s, '<img src="$2" alt="$1">');
}

export interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

export function relationshipsName(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** What a part refers to. */
export async function relationshipsOf(part: string, read: ReadPart): Promise<Relationship[]> {
  const xml = await read(part === '' ? '_rels/.rels' : relationshipsName(part));
  if (xml === '') return [];
  return descendantsOf(parseXml(xml), 'Relationship').map((one) => {
    const target = attributeOf(one, 'Target') ?? '';
    const isExternal = attributeOf(one, 'TargetMode') === 'External';
    return {
      id: attributeOf(one, 'Id') ?? '',
      type: attributeOf(one, 'Type') ?? '',
      target: isExternal ? target : pathBeside(target, part),
      isExternal,
    };
  });
}

export function targetOf(relationships: readonly Relationship[], id: string | undefined): string | undefined {
  return relationships.find((one) => one.id === id)?.target;
}

/** The name of a part that another one names relative to its folder. */
export function resolvedIn(folder: string, target: string): string {
  return decodeURI(new URL(target, `file:///${folder}`).pathname).slice(1);
}

export interface RunMarks {
  readonly isStruck?: boolean;
  readonly isRaised?: boolean;
  readonly isLowered?: boolean;
  readonly link?: string | undefined;
}

/** Words with the marks that change what they say. @param html the words */
export function markedRun(html: string, { isStruck, isRaised, isLowered, link }: RunMarks): string {
  if (html.trim() === '') return html;
  const raised = isRaised === true ? `<sup>${html}</sup>` : isLowered === true ? `<sub>${html}</sub>` : html;
  const struck = isStruck === true ? `<s>${raised}</s>` : raised;
  const isLink = link !== undefined && /^https?:/i.test(link);
  return isLink ? `<a href="${escapeUTF8(link)}">${struck}</a>` : struck;
}

/** How many rows or columns a cell covers, as HTML says it; empty: one. @param stated as the document says it */
export function spanOf(attribute: 'colspan' | 'rowspan', stated: string | undefined): string {
  return Number(stated ?? 1) > 1 ? ` ${attribute}="${Number(stated)}"` : '';
}

/** @throws {Error} when the part with the body is missing or damaged */
export async function openPackage(read: ReadPart): Promise<Package> {
  const stated = (await relationshipsOf('', read)).find(({ type }) => type.endsWith('/officeDocument'));
  const main = stated?.target ?? 'word/document.xml';
  return {
    read,
    main,
    root: parseXml(withUsualPrefix(await read(main))),
    relationships: await relationshipsOf(main, read),
  };
}

export function writeRelationships(relationships: readonly Relationship[]): string {
  const written = relationships.map(({ id, type, target, isExternal }) =>
    createElement('Relationship', {
      Id: id,
      Type: type,
      Target: isExternal ? target : `/${target}`,
      ...(isExternal && { TargetMode: 'External' }),
    }),
  );
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return writeXml(createElement('Relationships', { xmlns: namespace }, written));
}

function relatedName(type: string, { main, relationships }: Package): string {
  const stated = relationships.find((one) => one.type.endsWith(`/${type}`))?.target;
  return stated ?? posix.join(posix.dirname(main), `${type}.xml`);
}

export async function readRelated(type: string, files: Package): Promise<XmlElement | undefined> {
  const xml = await files.read(relatedName(type, files));
  return xml === '' ? undefined : parseXml(xml);
}

export async function openPart(type: string, files: Package, links: Relationship[]): Promise<OpenPart | undefined> {
  return openNamed(relatedName(type, files), files, links);
}

/** A part with words of its own, whose relationships then count as the relationships of the body do. */
export async function openNamed(name: string, files: Package, links: Relationship[]): Promise<OpenPart | undefined> {
  const xml = await files.read(name);
  if (xml === '') return undefined;
  const own = await relationshipsOf(name, files.read);
  links.push(...own.map((one) => ({ ...one, id: `${name}${one.id}` })));
  return { name, root: parseXml(withUsualPrefix(xml)) };
}

/** Some programs name the elements of Word otherwise: `ns0:p`. */
function withUsualPrefix(xml: string): string {
  const prefix = WORD_PREFIX.exec(xml.slice(0, 5_000))?.[1] ?? 'w';
  if (prefix === 'w' || /\sxmlns:w=/.test(xml.slice(0, 5_000))) return xml;
  return xml.replaceAll(new RegExp(`(<\\/?|\\s)${prefix}:`, 'g'), '$1w:').replace(`xmlns:${prefix}=`, 'xmlns:w=');
}
