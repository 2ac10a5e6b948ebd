/** Control and format characters, marks that reverse the writing direction, tag characters, fillers. */
const INVISIBLE = String.raw`[\p{DI}\p{Cc}\uFFF9-\uFFFB]`;
const LAYOUT = String.raw`[\t\n\v\f\r\u0085]`;

/** Scripts in which joiners and non-joiners change the shape of letters. */
const JOINING_SCRIPTS = [
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
  'Khmer Tibetan Myanmar',
].flatMap((line) => line.split(' '));
const JOINING = `[${JOINING_SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]`;

const HIDDEN = new RegExp(
  [
    String.raw`[${INVISIBLE}--[${LAYOUT}\u200C\u200D\p{VS}]]`,
    String.raw`(?<!${JOINING})[\u200C\u200D]`,
    String.raw`(?<=${INVISIBLE}|\s|^)\p{VS}`,
  ].join('|'),
  'gv',
);
const EVERY_INVISIBLE = new RegExp(`[${INVISIBLE}--${LAYOUT}]`, 'gv');

/**
 * The text as a reader sees it. Two kinds of invisible characters stay if they affect the display: a joiner right
 * after a letter of a script that needs it or inside an emoji, and the first variation selector after a character.
 * Longer runs of them only carry hidden messages.
 */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(HIDDEN, '');
}

/** The text without any invisible characters, for comparisons. */
export function withoutInvisibleCharacters(text: string): string {
  return text.replace(EVERY_INVISIBLE, '');
}

/** Every character that can hide something is one of these. */
const IGNORABLE = /[\p{DI}--[\u00AD]]/v;
/** Zero-width characters that only mark line breaks do not occur in such long runs. */
const LONG_RUN = /[\p{DI}--[\u00AD]]{4}/v;
/** Regional flags are spelled in tag characters. */
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;
const TAG_CHARACTERS = /[\u{E0020}-\u{E007E}]+/gu;
const TAG_CHARACTER = /[\u{E0020}-\u{E007E}]/gu;
const TAG_OFFSET = 0xe0000;
const OVERRIDE = /[\u202D\u202E]/u;
const EMBEDDING = /[\u202A\u202B\u2066-\u2068]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether invisible characters hide words, or their reading order, from a reader. */
export function hidesWords(text: string): boolean {
  if (!IGNORABLE.test(text)) return false;
  if (OVERRIDE.test(text) || LONG_RUN.test(text.replace(FLAG, '')) || tagWordsIn(text) !== '') return true;
  return EMBEDDING.test(text) && !RIGHT_TO_LEFT.test(text);
}

/** Decodes tag characters, which encode ASCII and are never displayed. */
export function tagWordsIn(text: string): string {
  const runs = text.replace(FLAG, '').match(TAG_CHARACTERS) ?? [];
  return runs.join(' ').replace(TAG_CHARACTER, toAscii);
}

function toAscii(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? TAG_OFFSET) - TAG_OFFSET);
}
