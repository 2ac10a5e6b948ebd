import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder that is removed by `dispose`. */
export async function temporaryFolder(): Promise<{ readonly path: string; dispose(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'plumbline-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** Writes files by relative path; folders on the way are created. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** A small, valid PDF with one page for each entry; an empty entry is a page without text. Latin-1 letters only. */
export function pdfWithPages(pages: readonly string[]): Uint8Array {
  return writePdf(pages, '');
}

/** A PDF whose encryption dictionary asks for an unknown password. */
export function encryptedPdf(): Uint8Array {
  const hex = (byte: string): string => `<${byte.repeat(32)}>`;
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O ${hex('a1')} /U ${hex('b2')} >>`;
  return writePdf(['secret'], `/Encrypt ${dictionary} /ID [${hex('c3')} ${hex('c3')}]`);
}

/** Something that begins like a PDF and then breaks off. */
export function damagedPdf(): Uint8Array {
  return Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pag', 'latin1');
}

/** A small PDF whose tree names its pages over and over: at each level above them, the level below stands so many times. */
export function pdfRepeatingPages(pages: readonly string[], times: number, levels: number): Uint8Array {
  const first = 4 + 2 * pages.length;
  const branches = Array.from({ length: levels }, (_, level) => {
    const below = level === 0 ? 2 : first + level - 1;
    return pagesObject(Array<number>(times).fill(below), pages.length * times ** (level + 1));
  });
  return writePdf(pages, '', branches);
}

/** @param branches further levels of the tree of pages, the root last */
function writePdf(pages: readonly string[], trailerEntries: string, branches: readonly string[] = []): Uint8Array {
  const root = branches.length === 0 ? 2 : 3 + 2 * pages.length + branches.length;
  const objects = [
    `<< /Type /Catalog /Pages ${root} 0 R >>`,
    pagesObject(
      pages.map((_, index) => 4 + 2 * index),
      pages.length,
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, index) => pageObjects(text, 5 + 2 * index)),
    ...branches,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${trailerEntries} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

function pagesObject(kids: readonly number[], count: number): string {
  return `<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] /Count ${count} >>`;
}

function pageObjects(text: string, contentId: number): string[] {
  const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const stream = text === '' ? '' : `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(' ')} ET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contentId} 0 R >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
}
