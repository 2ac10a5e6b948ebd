import { fileFormatOf } from '@plumbline/documents/formats';
import { createDocumentParser, type DocumentParser } from '@plumbline/documents/parser';
import { DOCUMENT_KINDS } from '../../test/fixtures/document-kinds/index.ts';
import { bookOf } from '../../test/support/builders/book-fixtures.ts';
import { pdfRepeatingPages } from '../../test/support/builders/corpus-fixtures.ts';
import { docxParts, pdfBomb, wordParagraph, zipOf } from '../../test/support/builders/document-fixtures.ts';
import { openTextOf, paragraph, presentationOf, shape } from '../../test/support/builders/office-fixtures.ts';
import type { Tally } from './tally.ts';
import { chance } from './texts.ts';

interface HostileFile {
  readonly kind: 'cut' | 'flipped' | 'bombed';
  readonly name: string;
  readonly bytes: () => Uint8Array | Promise<Uint8Array>;
}

/** What the product allows a file; nothing may need more. */
const TIME_LIMIT_MS = 60_000;
const MEGABYTE = 1_024 ** 2;
/** Places where a file is cut, and files that are made of one by changing some of its bytes. */
const CUTS = [0.1, 0.5, 0.97];
const FLIPS = [1, 20, 400];

/** Small texts that are much work where a reader multiplies, nests, repeats or believes what a file says of itself. */
const BOMBS: readonly (readonly [string, () => Uint8Array | string])[] = [
  ['deep.html', () => '<div>'.repeat(200_000)],
  ['menus.html', () => '<nav>x <a href=x>y</a>'.repeat(8_000)],
  ['spans.html', () => '<table><tr><td colspan=100000 rowspan=65534>x'.repeat(2_000)],
  ['entities.html', () => '&amp;#x'.repeat(200_000)],
  ['brackets.md', () => `# ${'['.repeat(50_000)}`],
  ['quotes.md', () => `${'> '.repeat(50_000)}x`],
  ['marks.md', () => '*a_ '.repeat(100_000)],
  ['wide.md', () => `${'|a'.repeat(50_000)}|\n${'|-'.repeat(50_000)}|\n`],
  ['deep.json', () => '['.repeat(500_000)],
  [
    'aliases.yaml',
    () =>
      `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n')}`,
  ],
  ['wide.csv', () => 'a,'.repeat(200_000)],
  ['quoted.csv', () => `"${'""'.repeat(200_000)}`],
  [
    'parts.eml',
    () =>
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\nContent-Type: multipart/mixed; boundary=b\n\n'.repeat(5_000)}`,
  ],
  ['many.mbox', () => 'From a@mill.example Mon Jan  1 00:00:00 2024\nSubject: x\n\nx\n\n'.repeat(20_000)],
  ['drawing.pdf', () => pdfBomb(900 * MEGABYTE)],
  ['pages.pdf', () => pdfRepeatingPages(['x'], 100, 3)],
  ['packed.docx', () => zipOf(docxParts(wordParagraph('a'.repeat(150 * MEGABYTE))))],
  ['hidden.docx', () => zipOf(docxParts(wordParagraph('a'.repeat(250 * MEGABYTE))), 1_000)],
  ['runs.docx', () => zipOf(docxParts(`<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(200_000)}</w:p>`))],
  ['deep.docx', () => zipOf(docxParts('<w:tbl><w:tr><w:tc>'.repeat(20_000)))],
  ['spaces.odt', () => openTextOf('<text:p>a<text:s text:c="999999999"/>b</text:p>')],
  [
    'columns.odt',
    () =>
      openTextOf(
        '<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="100000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  ],
  [
    'same.epub',
    () =>
      bookOf(
        { one: '<p>x</p>' },
        Array.from({ length: 100_000 }, () => 'one'),
      ),
  ],
  ['shapes.pptx', () => presentationOf([{ shapes: shape(paragraph('x')).repeat(50_000) }])],
];

/** Damaged and hostile files of every format that is read. @param casesOfKind of each way to misread a document */
export async function hostileFiles(casesOfKind: number): Promise<HostileFile[]> {
  const cases = DOCUMENT_KINDS.flatMap(({ cases }) => cases.slice(0, casesOfKind)).filter(
    ({ ocr }) => ocr === undefined,
  );
  const damaged = cases.flatMap(({ file, bytes: whole }, at): HostileFile[] => {
    const read = async () => Buffer.from(await whole());
    return [
      ...CUTS.map((share): HostileFile => ({
        kind: 'cut',
        name: file,
        bytes: async () => (await read()).subarray(0, Math.floor((await read()).length * share)),
      })),
      ...FLIPS.map((count): HostileFile => ({
        kind: 'flipped',
        name: file,
        bytes: async () => flipped(await read(), count, at),
      })),
    ];
  });
  const bombs = BOMBS.map(([name, content]): HostileFile => ({
    kind: 'bombed',
    name,
    bytes: () => Buffer.from(content()),
  }));
  return [...damaged, ...bombs];
}

function flipped(bytes: Buffer, count: number, seed: number): Uint8Array {
  const draw = chance(seed);
  for (let time = 0; time < count; time++) {
    const at = Math.floor(draw() * bytes.length);
    bytes[at] = Math.floor(draw() * 256);
  }
  return bytes;
}

/** Reads each file as the product does, and after it a good one. Held is what is read, or refused with a reason for people. */
export async function tryFiles(files: readonly HostileFile[], tally: Tally): Promise<void> {
  const parser = createDocumentParser({ timeLimitMs: TIME_LIMIT_MS });
  try {
    for (const { kind, name, bytes } of files) {
      const content = await bytes();
      const before = performance.now();
      const fault = await faultOf(parser, name, content);
      tally.count(`files: ${kind}`, `${name} (${content.length} bytes)`, fault, performance.now() - before);
    }
  } finally {
    await parser.close();
  }
}

async function faultOf(parser: DocumentParser, name: string, bytes: Uint8Array): Promise<string | null> {
  try {
    const outcome = await parser.parse(requestOf(name, bytes), AbortSignal.timeout(2 * TIME_LIMIT_MS));
    if (outcome.kind === 'unreadable' && /takes longer|\n\s+at |node_modules/.test(outcome.reason))
      return outcome.reason;
    const good = await parser.parse(
      requestOf('good.md', Buffer.from('# Lamp\n\nIt burns.')),
      AbortSignal.timeout(TIME_LIMIT_MS),
    );
    return good.kind === 'parsed' ? null : `the good file after it is ${good.kind}`;
  } catch (error) {
    return `failed: ${String(error).slice(0, 200)}`;
  }
}

function requestOf(name: string, bytes: Uint8Array) {
  const format = fileFormatOf(name) ?? 'text';
  return { content: { bytes }, locator: name, format, charset: null, knownHash: null };
}
