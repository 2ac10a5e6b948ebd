import { plainPowers } from '@plumbline/text/powers';
import { sourceOfAll } from '../languages/word-patterns.ts';

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

/** Normalised text with its mapping to the original, where code unit `i` covers `starts[i]` to `ends[i]`. */
export interface NormalisedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const QUOTATION_MARKS = /[„“”«»‟〝〞]/u;
const APOSTROPHES = /[‘’‚‛‹›`´]/u;
const DASHES = /[‐‑‒–—―−]/u;
const SPACE = /\s/u;
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;
// "Ein- und Ausfuhr": the hyphen stays when such a word follows.
const SUSPENDED = new RegExp(
  String.raw`^(?:${sourceOfAll(({ suspendedCompoundJoints }) => suspendedCompoundJoints)})(?!\p{L})`,
  'u',
);
const LINE_END_HYPHEN = /(?<=\p{L})[-\u00AD‐][ \t]*\r?\n\s*(?=\p{Ll})/uy;

/** Tags of what is struck out, raised or lowered, and `~~`; sticky. */
const MARK = /<\/?(?:del|s|strike|su[bp])(?=[\s>])[^<>]{0,200}>|(?<!~)~~(?!~)/iy;
const RAISED = /^[⁰¹²³⁴-ⁿⁱ]$/;

/**
 * Removes differences that are only typographic: compatibility characters (NFKC), invisible characters, quotation
 * marks, dashes, white space, words hyphenated at line ends, marks for emphasis, code and struck words. It keeps case, and
 * characters that NFKC would turn into digits ("½"). Powers have one form, "10^2", because they are not "102".
 */
export function normaliseText(text: string): NormalisedText {
  const forms: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let skipUntil = 0;
  let endsWithSpace = true;

  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (index < skipUntil) continue;
    const mark = markAt(text, cluster, index);
    skipUntil = mark === '' ? dividedWordEnd(text, cluster, index) : index + mark.length;
    if (skipUntil > index && !/^<sup/i.test(mark)) continue;
    const form = mark === '' ? normaliseCluster(text, cluster, index) : '^';
    if (form === '' || (form === ' ' && endsWithSpace)) continue;
    endsWithSpace = form === ' ';
    forms.push(form);
    for (let unit = 0; unit < form.length; unit++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { text: forms.join('').trimEnd(), starts, ends };
}

function markAt(text: string, cluster: string, index: number): string {
  if (cluster !== '<' && cluster !== '~') return '';
  MARK.lastIndex = index;
  return MARK.exec(text)?.[0] ?? '';
}

/** End of a hyphen and the line break after it inside a word, or 0. */
function dividedWordEnd(text: string, cluster: string, index: number): number {
  if (cluster !== '-' && cluster !== '‐' && cluster !== '\u00AD') return 0;
  LINE_END_HYPHEN.lastIndex = index;
  const match = LINE_END_HYPHEN.exec(text);
  if (match === null) return 0;
  const end = index + match[0].length;
  return SUSPENDED.test(text.slice(end, end + 8)) ? 0 : end;
}

function normaliseCluster(text: string, cluster: string, index: number): string {
  if (RAISED.test(cluster)) return plainPowers(cluster).slice(RAISED.test(text[index - 1] ?? '') ? 1 : 0);
  if (cluster === '*') return isEmphasis(text, index) ? '' : cluster;
  const visible = isPlain(cluster) ? cluster : withoutInvisibleCharacters(cluster);
  // Backticks mark code in Markdown.
  if (visible === '' || visible === '`') return '';
  if (SPACE.test(visible)) return ' ';
  if (QUOTATION_MARKS.test(visible)) return '"';
  if (APOSTROPHES.test(visible)) return "'";
  if (DASHES.test(visible)) return '-';
  const form = visible.normalize('NFKC');
  if (/^[₀-₉]$/.test(visible)) return form;
  return /\p{Nd}/u.test(form) && !/\p{Nd}/u.test(visible) ? visible : form.replace(/\s+/gu, ' ');
}

/** Fast path for most characters. */
function isPlain(cluster: string): boolean {
  return cluster.length === 1 && cluster >= ' ' && cluster <= '~';
}

/** An asterisk between two digits or standing alone is multiplication. */
function isEmphasis(text: string, index: number): boolean {
  const before = text[index - 1] ?? ' ';
  const after = text[index + 1] ?? ' ';
  return !(/\d/.test(before) && /\d/.test(after)) && !(SPACE.test(before) && SPACE.test(after));
}

/**
 * The text as a reader sees it. Two kinds of invisible characters stay if they affect the display: a joiner right after
 * a letter of a script that needs it or inside an emoji, and the first variation selector after a character. Longer
 * runs only carry hidden messages.
 */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(HIDDEN, '');
}

/** The text without any invisible characters, for comparisons. */
export function withoutInvisibleCharacters(text: string): string {
  return text.replace(EVERY_INVISIBLE, '');
}

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
