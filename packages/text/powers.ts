import { decodeEntities } from './html-entities.ts';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const PLAIN = '0123456789+-=()ni';
/** Either sign, in any of its spellings. */
const SIGN = '[+\\-−–]';

/** `<sup>` and `<sub>`; `^…^` and `~…~` right after a letter or a figure, as pandoc and others write them. */
const MARKS =
  /<(sup|sub)(?=[\s>])[^<>]*>([^]{0,200}?)<\/\1\s*>|(?<=[\p{L}\p{N})])(?:\^([^\s^]{1,20})\^(?![\p{L}\p{N}^({[])|(?<!~)~(\d{1,3})~(?!~))/giu;
const MAY_BE_MARKED = /<su[bp][\s>]|[\p{L}\p{N})][\^~][^\s^~]+[\^~]/iu;
const CODE_SPAN = /(`+[^`]*`+)/;

/** Units that have squares and cubes, and single letters. */
const UNIT_OR_LETTER = /(?:(?<![\p{L}'’])(?:[kcdmµμn]m|[mµμn]s|ft|yd|\p{L})|\d\s?(?:in|mi|sec))$/u;
const FIGURE = /[\p{Nd}⁰¹²³⁴-⁹]$/u;
const YEAR = /(?<!\d)(?:1[89]|20)\d\d$/;
/** "(1 + i)", but not a remark in parentheses. */
const TERM = /\([^()]{0,40}[-+−·*/=×^][^()]{0,40}\)$/u;
const NOTE = /^[[(]?(?:\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*|[a-z]|[*†‡§¶]{1,3})[\])]?$/iu;
const ENDING = /^(?:st|nd|rd|th|er|re|[èe]me|nde?|os|as|º|ª|tm|sm|™|®|©)$/iu;
/** "1e", "no": of one letter only behind a figure or a single letter. */
const SHORT_ENDING = /^[eoa]$/iu;
const CONTEXT = 48;

/**
 * Writes what is raised or lowered as characters that stay so in plain text: 10⁻³, m², H₂O; `^(…)` and `_(…)` where
 * Unicode has none. Marks of notes, which are raised behind words, are left out as `[^1]` is. Code is unchanged.
 */
export function readPowers(text: string): string {
  if (!MAY_BE_MARKED.test(text)) return text;
  return text
    .split(CODE_SPAN)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(MARKS, replaceMark)))
    .join('');
}

/** The text with spaces in place of the marks of notes, so that all offsets stay. */
export function withoutNoteMarks(text: string): string {
  if (!MAY_BE_MARKED.test(text)) return text;
  return text.replace(MARKS, (mark, ...groups: (string | number | undefined)[]) =>
    replaceMark(mark, ...groups) === '' ? ' '.repeat(mark.length) : mark,
  );
}

/** The same text for every way to write a power: "10⁻³" is "10^-3", "H₂O" is "H2O". */
export function plainPowers(text: string): string {
  return text
    .replace(/[⁰¹²³⁴-ⁿⁱ]+/g, (run) => `^${plain(run, RAISED)}`)
    .replace(/[₀-₎]+/g, (run) => plain(run, LOWERED))
    .replace(/\^[({]([^(){}]{1,20})[)}]/g, '^$1')
    .replace(/\^[−–]/g, '^-');
}

/** Raised and lowered digits as plain ones, for search: "H2O", "m2", "2 60". */
export function plainDigits(text: string): string {
  if (!/[²³¹⁰-₎]/.test(text)) return text;
  return text
    .replace(/(?<=\p{Nd})[⁰¹²³⁴-ⁿⁱ]+/gu, (run) => ` ${plain(run, RAISED)}`)
    .replace(/[²³¹⁰-₎]/g, (character) => plain(plain(character, RAISED), LOWERED));
}

function plain(run: string, characters: string): string {
  return Array.from(run, (character) => PLAIN[characters.indexOf(character)] ?? character).join('');
}

function replaceMark(mark: string, ...groups: (string | number | undefined)[]): string {
  const [name, inside, raised, lowered] = groups as (string | undefined)[];
  const [offset, whole] = groups.slice(4) as [number, string];
  const before = bare(whole.slice(Math.max(0, offset - CONTEXT), offset));
  if (lowered !== undefined) return writeLowered(lowered, before);
  if (raised !== undefined) return writeRaised(raised, before, '') || mark;
  const words = bare(inside ?? '')
    .replace(/^([*_]{1,3})(.*)\1$/, '$2')
    .trim();
  if (name?.toLowerCase() === 'sub') return writeLowered(words, before);
  return writeRaised(words, before, whole.slice(offset + mark.length, offset + mark.length + 1));
}

function bare(text: string): string {
  return decodeEntities(text.replace(/<[^<>]*>|^[^<>]*>/g, ''));
}

/**
 * A raised text as plain characters; empty for the mark of a note.
 *
 * @param before the text in front of it
 * @param after the character behind it
 */
export function writeRaised(words: string, before: string, after: string): string {
  if (words === '') return '';
  const isCharge = new RegExp(`^\\d{0,2}${SIGN}$`).test(words);
  if (isCharge || new RegExp(`^${SIGN}\\s?[\\p{L}\\d(]`, 'u').test(words)) return raise(words);
  // ⅓ as "1/3"
  if (/^\d{1,3}$/.test(words) && /^[/⁄]/.test(after)) return raise(words);
  // ¹³⁷Cs
  if (/^\d{1,3}$/.test(words) && /^\p{Lu}/u.test(after) && !/[\p{L}\p{N}.,;:!?)"”’]$/u.test(before))
    return raise(words);
  if (ENDING.test(words)) return words;
  if (isBase(before, words)) {
    const isEnding = SHORT_ENDING.test(words) || (/^\p{L}{2,}$/u.test(words) && !FIGURE.test(before));
    return isEnding ? words : raise(words);
  }
  return NOTE.test(words) || /^\[[^\]]*\]\(/.test(words) ? '' : words;
}

/** Whether a power may follow these words. The first power is never written, and a number behind a year is a note. */
function isBase(before: string, words: string): boolean {
  if (/^1$|^[*†‡§¶[]/.test(words)) return false;
  if (/^\d+$/.test(words) && YEAR.test(before)) return false;
  return FIGURE.test(before) || UNIT_OR_LETTER.test(before) || TERM.test(before);
}

/** A lowered text as plain characters. Letters behind letters (`NOx`, `PM2.5`) are written in one line everywhere. */
export function writeLowered(words: string, before: string): string {
  if (words === '') return '';
  const lowered = translate(words, LOWERED);
  if (lowered !== null) return lowered;
  return /\p{L}$/u.test(before) && /^[\p{L}\p{N}.,;+-]+$/u.test(words) ? words : `_(${words})`;
}

function raise(words: string): string {
  return translate(words, RAISED) ?? `^(${words})`;
}

function translate(words: string, characters: string): string | null {
  const written = Array.from(words.replace(/[−–]/g, '-').replace(/\s+/g, ''), (character) => {
    const at = PLAIN.indexOf(character);
    return at === -1 ? undefined : characters[at];
  });
  return written.includes(undefined) ? null : written.join('');
}
