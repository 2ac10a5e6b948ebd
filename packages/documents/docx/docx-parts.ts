import { posix } from 'node:path';
import { createElement, parseXml, writeXml, type XmlElement } from '../office/xml-elements.ts';
import { type ReadPart, type Relationship, relationshipsOf } from '../office/xml-parts.ts';

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

/** @throws {Error} when the part with the body is missing or damaged */
export async function openPackage(read: ReadPart): Promise<Package> {
  const main = await findMain(read);
  return {
    read,
    main,
    root: parseXml(withUsualPrefix(await read(main))),
    relationships: await relationshipsOf(main, read),
  };
}

async function findMain(read: ReadPart): Promise<string> {
  const stated = (await relationshipsOf('', read)).find(({ type }) => type.endsWith('/officeDocument'));
  return stated?.target ?? 'word/document.xml';
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

export async function readRelated(
  type: string,
  { read, main, relationships }: Package,
): Promise<XmlElement | undefined> {
  const stated = relationships.find((one) => one.type.endsWith(`/${type}`))?.target;
  const xml = await read(stated ?? posix.join(posix.dirname(main), `${type}.xml`));
  return xml === '' ? undefined : parseXml(xml);
}

export async function openPart(type: string, files: Package, links: Relationship[]): Promise<OpenPart | undefined> {
  const stated = files.relationships.find((one) => one.type.endsWith(`/${type}`))?.target;
  return openNamed(stated ?? posix.join(posix.dirname(files.main), `${type}.xml`), files, links);
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
