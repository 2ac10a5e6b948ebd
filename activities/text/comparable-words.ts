import { decodeEntities } from './html-entities.ts';
import { readableText } from './readable-text.ts';

/** `[name]: https://…`: the target of a link, which is no word of the text. */
const LINK_TARGET = /^[ \t]*\[[^\]\n]+\]:[ \t]*\S.*$/gm;

/**
 * A text as it is compared with another format of the same document: escapes, entities, marks of code and emphasis and the
 * targets of links are no difference.
 */
export function comparableText(text: string): string {
  return decodeEntities(readableText(text.replaceAll(LINK_TARGET, ''))).replaceAll(/\\(?=[!-/:-@[-`{-~])|[`*]/g, '');
}

/** The words of a text in order, without case, marks and punctuation. */
export function comparableWords(text: string): string[] {
  return (
    comparableText(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
