import { decodeEntities } from '@plumbline/text/html-entities';
import { plainPowers } from '@plumbline/text/powers';
import { readableText } from '@plumbline/text/readable-text';

/** `[name]: https://…`: the target of a link, which is not part of the words. */
const LINK_TARGET = /^[ \t]*\[[^\]\n]+\]:[ \t]*\S.*$/gm;

/**
 * A text for comparison with another format of the same document: without escapes, entities, marks of code and
 * emphasis, and link targets, and with one spelling of powers.
 */
function comparableText(text: string): string {
  const words = decodeEntities(readableText(text.replaceAll(LINK_TARGET, '')));
  return plainPowers(words.replaceAll(/\\(?=[!-/:-@[-`{-~])|[`*]/g, ''));
}

/** The words of a text in order, in lower case, without marks and punctuation. */
export function comparableWords(text: string): string[] {
  return (
    comparableText(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
