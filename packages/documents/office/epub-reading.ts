import type { ShownPictures } from '../figures/picture-words.ts';
import { type CheckedZip, openZip } from '../files/bounded-files.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { withPictures } from '../markup/markup-reading.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import { NO_PAGES, notRead, type ReadText } from '../text/file-format.ts';
import { attributeOf, childOf, descendantsOf, textOf, type XmlElement } from '../text/xml-elements.ts';
import { damageOf, partAt, type Parts, partsOf, resolvedIn } from './xml-parts.ts';

/** A book as Markdown: its chapters in their order, named by the table of contents. @throws {UnreadableFileError} */
export async function readEpub(bytes: Uint8Array, pictures: ShownPictures): Promise<ReadText> {
  const zip = await openZip(bytes, 'EPUB');
  const parts = partsOf(zip);
  const container = await partAt('META-INF/container.xml', parts);
  const place = attributeOf(descendantsOf(container, 'rootfile')[0], 'full-path') ?? '';
  const book = await partAt(place, parts);
  if (book === undefined) throw new UnreadableFileError('damaged EPUB: it names no book');
  const items = new Map(
    descendantsOf(book, 'item', 'opf:item').map((item) => [attributeOf(item, 'id') ?? '', item] as const),
  );
  const partOf = (item: XmlElement): string => resolvedIn(place, attributeOf(item, 'href') ?? '');
  const encrypted = await encryptedParts(parts);
  const titles = await chapterTitles(parts, [...items.values()].filter(isContents).map(partOf));
  const chapters: string[] = [];
  let locked = 0;
  const named = descendantsOf(book, 'itemref', 'opf:itemref').flatMap((reference) => {
    const item = items.get(attributeOf(reference, 'idref') ?? '');
    return item === undefined || isContents(item) ? [] : [partOf(item)];
  });
  // No book may name a part twice; one that names it 100,000 times would be read as often.
  for (const part of new Set(named)) {
    if (encrypted.has(part)) locked += 1;
    else chapters.push(await readChapter(zip, part, titles.get(part) ?? '', pictures));
  }
  if (locked > 0 && chapters.length === 0) throw new UnreadableFileError('a book with copy protection (DRM)');
  const metadata = descendantsOf(book, 'metadata', 'opf:metadata')[0];
  const authors = descendantsOf(metadata, 'dc:creator').map((name) => textOf(name).trim());
  const unread = notRead(locked, 'chapter with copy protection (DRM)', 'chapters with copy protection (DRM)');
  const text = chapters.filter((chapter) => chapter !== '').join('\n\n');
  return {
    ...NO_PAGES,
    title: textOf(childOf(metadata, 'dc:title')).trim() || null,
    publishedAt: dateOf(textOf(childOf(metadata, 'dc:date'))),
    stated: { authors, address: null, description: null },
    ...pictures.shown(text, unread, damageOf(parts)),
    beside: textOf(metadata),
  };
}

function isContents(item: XmlElement): boolean {
  return (
    (attributeOf(item, 'properties') ?? '').split(' ').includes('nav') ||
    attributeOf(item, 'media-type') === 'application/x-dtbncx+xml'
  );
}

/** Parts that are encrypted; fonts are obfuscated in many books and hold no words. */
async function encryptedParts(parts: Parts): Promise<ReadonlySet<string>> {
  const references = descendantsOf(
    await partAt('META-INF/encryption.xml', parts),
    'enc:CipherReference',
    'CipherReference',
  );
  return new Set(references.map((reference) => resolvedIn('', attributeOf(reference, 'URI') ?? '')));
}

/** Titles by part, from the tables of contents. @param contents the navigation page, or the older NCX */
async function chapterTitles(parts: Parts, contents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const name = (target: string, folder: string, title: string): void => {
    const part = resolvedIn(folder, target.replace(/#.*/, ''));
    // An address within a chapter names a section of it.
    if (!titles.has(part)) titles.set(part, title.replaceAll(/\s+/g, ' ').trim());
  };
  for (const part of contents) {
    const root = await partAt(part, parts);
    for (const link of descendantsOf(root, 'a')) name(attributeOf(link, 'href') ?? '', part, textOf(link));
    for (const point of descendantsOf(root, 'navPoint'))
      name(attributeOf(childOf(point, 'content'), 'src') ?? '', part, textOf(childOf(point, 'navLabel', 'text')));
  }
  return titles;
}

async function readChapter(zip: CheckedZip, part: string, title: string, pictures: ShownPictures): Promise<string> {
  const page = await partsOf(zip).read(part);
  if (page.trim() === '') return '';
  // A document type and a declaration are no content.
  const written = readContentHtml(page.replace(/^\s*<\?xml[^>]*\?>/, '')).text;
  const text = await withPictures(written, part, zip, pictures);
  const isNamed = title === '' || /^#{1,6} /.test(text) || text.startsWith(title);
  return isNamed ? text : `## ${title}\n\n${text}`.trim();
}

function dateOf(text: string): string | null {
  const date = text.trim();
  return /^\d{4}(?:-\d\d(?:-\d\d)?)?/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null;
}
