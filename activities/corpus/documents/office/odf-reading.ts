import { counted } from '../../../../workflows/contracts/common/counted.ts';
import { UnreadableFileError } from '../document-errors.ts';
import { joinProblems, notRead, type ReadText } from '../file-format.ts';
import { openZip } from '../files/zip-reading.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { OdfWriter } from './odf-html.ts';
import { odfStyles } from './odf-styles.ts';
import { childNamed, elementsNamed, xmlPart } from './xml-parts.ts';

/** A text or presentation of OpenDocument as Markdown. @throws {UnreadableFileError} */
export async function readOdf(bytes: Uint8Array): Promise<ReadText> {
  const zip = await openZip(bytes, 'OpenDocument file');
  const manifest = new TextDecoder().decode(await zip.unpack('META-INF/manifest.xml'));
  if (manifest.includes('encryption-data'))
    throw new UnreadableFileError('encrypted OpenDocument file (a password is needed)');
  const content = await xmlPart(zip, 'content.xml').catch(() => null);
  const body = childNamed(content, 'office:body');
  if (content === null || body === null) throw new UnreadableFileError('damaged OpenDocument file: it has no content');
  const styles = odfStyles([await xmlPart(zip, 'styles.xml'), content]);
  const writer = new OdfWriter(styles, elementsNamed(body, 'text:changed-region'));
  const html = writer.writeAll(body);
  const { hidden, pictures, objects } = writer.omitted();
  const unread = objects === 0 ? null : `${counted(objects, 'embedded object')} (a formula, chart or table) not read`;
  const document = await readContentHtml(html);
  const meta = await xmlPart(zip, 'meta.xml');
  return {
    ...document,
    // The conversion to Markdown protects the marks of notes.
    text: document.text.replaceAll(/\\\[\^([^\]\\]{1,10})\\\]/g, '[^$1]'),
    title: elementsNamed(meta, 'dc:title')[0]?.textContent.trim() || document.title,
    publishedAt: null,
    problem: joinProblems([...hidden, notRead(pictures, 'picture'), unread]),
    beside: meta?.textContent ?? '',
  };
}
