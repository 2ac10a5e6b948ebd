import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** One line of a PDF page, in points from its lower left corner; letters of Courier are 0.6 of their size wide. */
export interface PlacedLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
}

/** Lines below each other, as a typesetter would break the words. */
export function column(
  words: string,
  {
    x = 72,
    top = 700,
    pitch = 12,
    size = 10,
    width = 60,
  }: Partial<Record<'x' | 'top' | 'pitch' | 'size' | 'width', number>>,
): PlacedLine[] {
  const lines = [''];
  for (const word of words.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((text, index) => ({ text, x, y: top - index * pitch, size }));
}

/** A PDF of US letter pages. Latin-1 letters and bullets only. @param catalog entries such as `/PageLabels …` */
export function pdfOfLines(
  pages: readonly (readonly PlacedLine[])[],
  catalog = '',
  font: 'Courier' | 'Helvetica' = 'Courier',
): Uint8Array {
  const contents = pages.map((lines) => Buffer.from(lines.map(drawing).join('\n').replaceAll('•', '\\225'), 'latin1'));
  return pdfOfContents(contents, '', catalog, font);
}

/** A PDF of pages drawn by PDF operators. @param entries of the page dictionaries, such as `/Annots …` */
export function pdfOfDrawings(drawings: readonly string[], entries: readonly string[] = []): Uint8Array {
  return pdfOfContents(
    drawings.map((one) => Buffer.from(one, 'latin1')),
    '',
    '',
    'Courier',
    entries,
  );
}

/** Operators that write a line. */
export function drawing({ text, x, y, size = 10 }: PlacedLine): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
}

/** A PDF of one page whose drawing unpacks to so many bytes of white space, packed twice over. */
export function pdfBomb(unpackedBytes: number): Uint8Array {
  return pdfOfContents(
    [deflateSync(deflateSync(Buffer.alloc(unpackedBytes, ' ')))],
    '/Filter [/FlateDecode /FlateDecode]',
    '',
  );
}

function pdfOfContents(
  contents: readonly Buffer[],
  filter: string,
  catalog: string,
  font = 'Courier',
  entries: readonly string[] = [],
): Uint8Array {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const page = (content: number, own: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R ${own} >>`;
  const objects = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`),
    Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`),
    ...contents.flatMap((content, index) => [
      Buffer.from(page(5 + 2 * index, entries[index] ?? '')),
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} ${filter} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ];
  const body = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    object,
    Buffer.from('\nendobj\n'),
  ]);
  // Without a table of objects: readers look for them.
  const trailer = Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`);
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...body, trailer]);
}

/** A ZIP file. @param declaredBytes what its directory says about the unpacked size of every part */
export function zipOf(parts: Readonly<Record<string, string | Uint8Array>>, declaredBytes?: number): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(declaredBytes ?? bytes.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, place, Buffer.from(name)]));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

const WORD_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a Word document. @param body inner XML of `w:body`; a reference to footnote 1 shows `footnote` */
export function docxParts(body: string, footnote = 'none'): Record<string, string> {
  const relationships = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationships('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': relationships('footnotes', 'footnotes.xml'),
    'word/document.xml': `<w:document ${WORD_NAMESPACE}><w:body>${body}</w:body></w:document>`,
    'word/footnotes.xml': `<w:footnotes ${WORD_NAMESPACE}><w:footnote w:id="1">${wordParagraph(footnote)}</w:footnote></w:footnotes>`,
  };
}

export function wordParagraph(text: string, style = ''): string {
  const properties = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function wordTable(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
  return `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}
