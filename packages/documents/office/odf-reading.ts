import { counted } from '@plumbline/contracts/common/counted';
import { openZip } from '../files/zip-reading.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import { joinProblems, notRead, type ReadText } from '../text/file-format.ts';
import { OdfWriter } from './odf-html.ts';
import { odfStyles } from './odf-styles.ts';
import { childOf, descendantsOf, textOf } from './xml-elements.ts';
import { damageOf, partAt, partsOf } from './xml-parts.ts';

/** A text or presentation of OpenDocument as Markdown. @throws {UnreadableFileError} */
export async function readOdf(bytes: Uint8Array): Promise<ReadText> {
  const zip = await openZip(bytes, 'OpenDocument file');
  const parts = partsOf(zip);
  if ((await parts.read('META-INF/manifest.xml')).includes('encryption-data'))
    throw new UnreadableFileError('encrypted OpenDocument file (a password is needed)');
  const content = await partAt('content.xml', parts);
  const body = childOf(content, 'office:body');
  if (content === undefined || body === undefined)
    throw new UnreadableFileError('damaged OpenDocument file: it has no content');
  const styles = odfStyles([await partAt('styles.xml', parts), content]);
  const writer = new OdfWriter(styles, descendantsOf(body, 'text:changed-region'));
  const html = writer.writeAll(body);
  const { hidden, pictures, objects } = writer.omitted();
  const unread = objects === 0 ? null : `${counted(objects, 'embedded object')} (a formula, chart or table) not read`;
  const document = await readContentHtml(html);
  const meta = await partAt('meta.xml', parts);
  return {
    ...document,
    // The conversion to Markdown protects the marks of notes.
    text: document.text.replaceAll(/\\\[\^([^\]\\]{1,10})\\\]/g, '[^$1]'),
    title: textOf(descendantsOf(meta, 'dc:title')[0]).trim() || document.title,
    publishedAt: null,
    problem: joinProblems([...hidden, notRead(pictures, 'picture'), unread, damageOf(parts)]),
    beside: textOf(meta),
  };
}
