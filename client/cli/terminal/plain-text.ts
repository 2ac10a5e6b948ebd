import { stripVTControlCharacters } from 'node:util';

// Tab and line feed are layout. Other control characters could control the terminal, and direction marks could reorder
// text (https://trojansource.codes).
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text made safe for a terminal: without control characters and escape sequences. */
export function withoutControlCharacters(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(UNSAFE, '');
}

/** The same on one line. */
export function toPlainLine(text: string): string {
  return withoutControlCharacters(text.replaceAll(/\s+/g, ' ')).trim();
}
