import { zipOf } from './document-fixtures.ts';

/** A book of chapters, each the body of a page, by their names. @param spine their order */
export function bookOf(
  chapters: Readonly<Record<string, string>>,
  spine: readonly string[] = Object.keys(chapters),
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const items = Object.keys(chapters).map(
    (id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const contents = spine.map((id) => `<li><a href="${id}.xhtml">Chapter ${id}</a></li>`).join('');
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book/content.opf"/></rootfiles></container>',
    'book/content.opf': `<package xmlns:dc="urn:dc"><metadata><dc:title>The orchard</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${items.join('')}</manifest><spine>${spine.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    'book/nav.xhtml': `<html><body><nav><ol>${contents}</ol></nav></body></html>`,
    ...Object.fromEntries(
      Object.entries(chapters).map(([id, body]) => [
        `book/${id}.xhtml`,
        `<?xml version="1.0"?><html><body>${body}</body></html>`,
      ]),
    ),
    ...others,
  });
}
