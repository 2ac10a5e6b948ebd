import { UnreadableFileError } from '../document-errors.ts';
import { NO_PAGES, notRead, type ReadText } from '../file-format.ts';
import { type CheckedZip, openZip } from '../files/zip-reading.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { childNamed, elementsNamed, resolvedIn, xmlPart, type XmlElement } from './xml-parts.ts';

/** A book as Markdown: its chapters in their order, named by the table of contents. @throws {UnreadableFileError} */
export async function readEpub(bytes: Uint8Array): Promise<ReadText> {
  const zip = await openZip(bytes, 'EPUB');
  const container = await xmlPart(zip, 'META-INF/container.xml');
  const place = elementsNamed(container, 'rootfile')[0]?.getAttribute('full-path') ?? '';
  const book = await xmlPart(zip, place).catch(() => null);
  if (book === null) throw new UnreadableFileError('damaged EPUB: it names no book');
  const items = new Map(
    elementsNamed(book, 'item', 'opf:item').map((item) => [item.getAttribute('id') ?? '', item] as const),
  );
  const partOf = (item: XmlElement): string => resolvedIn(place, item.getAttribute('href') ?? '');
  const encrypted = await encryptedParts(zip);
  const titles = await chapterTitles(zip, [...items.values()].filter(isContents).map(partOf));
  const chapters: string[] = [];
  let locked = 0;
  for (const reference of elementsNamed(book, 'itemref', 'opf:itemref')) {
    const item = items.get(reference.getAttribute('idref') ?? '');
    if (item === undefined || isContents(item)) continue;
    const part = partOf(item);
    if (encrypted.has(part)) locked += 1;
    else chapters.push(await readChapter(zip, part, titles.get(part) ?? ''));
  }
  if (locked > 0 && chapters.length === 0) throw new UnreadableFileError('a book with copy protection (DRM)');
  const metadata = elementsNamed(book, 'metadata', 'opf:metadata')[0] ?? null;
  const authors = elementsNamed(metadata, 'dc:creator').map(({ textContent }) => textContent.trim());
  return {
    ...NO_PAGES,
    text: chapters.filter((chapter) => chapter !== '').join('\n\n'),
    title: childNamed(metadata, 'dc:title')?.textContent.trim() || null,
    publishedAt: dateOf(childNamed(metadata, 'dc:date')?.textContent ?? ''),
    stated: { authors, address: null, description: null },
    problem: notRead(locked, 'chapter with copy protection (DRM)', 'chapters with copy protection (DRM)'),
    beside: metadata?.textContent ?? '',
  };
}

function isContents(item: XmlElement): boolean {
  return (
    (item.getAttribute('properties') ?? '').split(' ').includes('nav') ||
    item.getAttribute('media-type') === 'application/x-dtbncx+xml'
  );
}

/** Parts that are encrypted; fonts are obfuscated in many books and hold no words. */
async function encryptedParts(zip: CheckedZip): Promise<ReadonlySet<string>> {
  const references = elementsNamed(
    await xmlPart(zip, 'META-INF/encryption.xml'),
    'enc:CipherReference',
    'CipherReference',
  );
  return new Set(references.map((reference) => resolvedIn('', reference.getAttribute('URI') ?? '')));
}

/** Titles by part, from the tables of contents. @param parts the navigation page, or the older NCX */
async function chapterTitles(zip: CheckedZip, parts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const name = (target: string, folder: string, title: string): void => {
    const part = resolvedIn(folder, target.replace(/#.*/, ''));
    // An address within a chapter names a section of it.
    if (!titles.has(part)) titles.set(part, title.replaceAll(/\s+/g, ' ').trim());
  };
  for (const part of parts) {
    const root = await xmlPart(zip, part);
    for (const link of elementsNamed(root, 'a')) name(link.getAttribute('href') ?? '', part, link.textContent);
    for (const point of elementsNamed(root, 'navPoint'))
      name(
        childNamed(point, 'content')?.getAttribute('src') ?? '',
        part,
        childNamed(point, 'navLabel', 'text')?.textContent ?? '',
      );
  }
  return titles;
}

async function readChapter(zip: CheckedZip, part: string, title: string): Promise<string> {
  const page = new TextDecoder().decode(await zip.unpack(part));
  if (page.trim() === '') return '';
  // A document type and a declaration are no content.
  const { text } = await readContentHtml(
    page.replace(/^\s*<\?xml[^>]*\?>/, '').replaceAll(/epub:type="(?:noteref|footnote)"/g, ''),
  );
  const isNamed = title === '' || /^#{1,6} /.test(text) || text.startsWith(title);
  return isNamed ? text : `## ${title}\n\n${text}`.trim();
}

function dateOf(text: string): string | null {
  const date = text.trim();
  return /^\d{4}(?:-\d\d(?:-\d\d)?)?/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null;
}
