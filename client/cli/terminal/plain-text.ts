import { stripVTControlCharacters } from 'node:util';

// Tab and line feed are layout; every other control character could steer the terminal, as could the marks that turn
// the direction of writing round (https://trojansource.codes).
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of a source, a person or a model as it may reach a terminal: without control characters and escape sequences. */
export function toPlainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(UNSAFE, '');
}

/** The same in one line. */
export function toPlainLine(text: string): string {
  return toPlainText(text.replaceAll(/\s+/g, ' ')).trim();
}
