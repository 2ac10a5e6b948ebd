import { withoutHiddenCharacters } from '../../text/hidden-characters.ts';

/** Characters that XML 1.0 forbids even as references, beside those that are hidden anyway. */
const NO_CHARACTERS = /[\uFFFE\uFFFF]/g;

/** Foreign text as a reader sees it: no control characters, no marks that turn the direction, no half characters. */
export function plainText(text: string): string {
  return withoutHiddenCharacters(text.toWellFormed().replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).replaceAll(
    NO_CHARACTERS,
    '',
  );
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}
