import { docxParts, wordParagraph, zipOf } from './document-fixtures.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Parts of a Word document beside its body, by name without folder: "styles", "footnotes", "header1", "footnotes.rels". */
export type WordParts = Readonly<Record<string, string>>;

/**
 * A Word document with a heading, and parts that its body finds by relationships named as they are.
 *
 * @param body inner XML of `w:body` below the heading
 * @param parts inner XML of the root of each part
 */
export function wordFile(heading: string, body: string, parts: WordParts = {}): Uint8Array {
  const relationships = Object.keys(parts).map(
    (name) => `<Relationship Id="${name}" Type="${OFFICE}/${name.replace(/\d+$/, '')}" Target="${name}.xml"/>`,
  );
  const written = Object.entries(parts).map(([name, xml]) => [
    name.endsWith('.rels') ? `word/_rels/${name.replace('.rels', '.xml.rels')}` : `word/${name}.xml`,
    `<w:part>${xml}</w:part>`,
  ]);
  return zipOf({
    ...docxParts(`${wordParagraph(heading, 'Heading1')}${body}`),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`,
    ...Object.fromEntries(written),
  });
}

export function paragraph(...runs: readonly string[]): string {
  return `<w:p>${runs.join('')}</w:p>`;
}

export function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A field with its code and result. @param data inside its beginning */
export function field(code: string, result: string, data = ''): string {
  const mark = (type: string, inside = '') => `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`;
  return `${mark('begin', data)}<w:r><w:instrText>${code}</w:instrText></w:r>${mark('separate')}${result}${mark('end')}`;
}

/** @param rows of cells, each the runs of a paragraph */
export function wordTableOf(rows: readonly (readonly string[])[]): string {
  const cell = (runs: string) => `<w:tc>${paragraph(runs)}</w:tc>`;
  return `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

/** A Word document that shows a picture between two paragraphs. @param around what the paragraph of the picture stands in */
export function pictureDocx(png: Uint8Array, around = (drawing: string) => drawing): Uint8Array {
  const drawing =
    '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="Picture 1"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="rId9"/></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const parts = docxParts(`${wordParagraph('See:')}${around(drawing)}${wordParagraph('Last words.')}`);
  const links = (parts['word/_rels/document.xml.rels'] ?? '').replace(
    '</Relationships>',
    `<Relationship Id="rId9" Type="${OFFICE}/image" Target="media/gate.png"/></Relationships>`,
  );
  return zipOf({ ...parts, 'word/_rels/document.xml.rels': links, 'word/media/gate.png': png });
}
