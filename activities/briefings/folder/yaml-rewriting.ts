import { replaceFile } from '@plumbline/storage/files';
import { type Document, parseDocument, type ToStringOptions } from 'yaml';
import { BriefingFileError, readText } from './text-reading.ts';
import { syntaxFaults, YAML_READING } from './yaml-document.ts';

/** Lists at the column of their key: a file that uses this style keeps it. */
const UNINDENTED_LIST = /^( *)[\w-]+:[^\S\n]*\r?\n\1- /mu;
/** `[ a, b ]`, outside of comments and quotation marks. */
const PADDED_LIST = /^[^#\r\n\u2028\u2029'"]*[[{] (?! *(?:[\s\]}]|$))/mu;

/**
 * Changes a YAML file as a whole. Comments, blank lines and the order of keys survive; an edit that changes nothing leaves the file as
 * it is, byte for byte. A missing file is edited as an empty one.
 *
 * @throws {BriefingFileError} if the file is no YAML
 */
export async function rewriteYaml(path: string, edit: (document: Document) => void): Promise<void> {
  const text = (await readText(path)) ?? '';
  const edited = editYaml(path, text, edit);
  if (edited !== text) await replaceFile(path, edited);
}

/** The text of a YAML file after a change. @param name of the file, for people */
export function editYaml(name: string, text: string, edit: (document: Document) => void): string {
  const document: Document = parseDocument(text, YAML_READING);
  if (document.errors.length > 0) throw new BriefingFileError(syntaxFaults(name, text, document.errors));

  const style = styleOf(text);
  const before = document.toString(style);
  edit(document);
  const after = document.toString(style);
  if (after === before) return text;
  return text.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after;
}

/** As the file is written, as far as it shows. */
function styleOf(text: string): ToStringOptions {
  return {
    lineWidth: 0,
    indentSeq: !UNINDENTED_LIST.test(text),
    flowCollectionPadding: PADDED_LIST.test(text),
  };
}

/** The same data with its keys as they are written in files: `promoteAt` becomes `promote_at`. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCaseOf(key), snakeCased(inner)]));
}

/** `promoteAt` as it is written in files: `promote_at`. */
export function snakeCaseOf(key: string): string {
  return key.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
