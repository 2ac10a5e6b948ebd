import { analyzeTerms } from '@plumbline/language/terms';
import { NAMELESS_WORK } from './reference-patterns.ts';

/** What identifies a document as a work, without reading its text. */
export interface NamedDocument {
  readonly title: string;
  /** Path with forward slashes; the file name without its ending is a name too ("strlschg_2017.md"). */
  readonly locator: string;
}

// After it, a title says what the work is about or who made it: "Verordnung zur Durchführung des …gesetzes".
const TITLE_TAIL =
  /\s(?:[-–—:|]\s|(?:über|zur|zum|zu|des|der|von|vom|für|gegen|mit|vor|betreffend|on|for|of)\s)[\s\S]*$/u;
// The head of a long name, and the ending of its short form ("…gesetz": G).
const HEADS: readonly (readonly [RegExp, RegExp])[] = [
  [/gesetzbuch(?:e?s|e)?$/u, /GB$/u],
  [/gesetz(?:es|e)?$/u, /G$/u],
  [/verordnung$/u, /VO?$/u],
  [/ordnung$/u, /O$/u],
  [/richtlinie$/u, /RL$/u],
];
// The state that made a work says nothing about its subject.
const STATE = /^(?:bundes|landes|reichs)/u;
/** Consecutive letters that name and title must share before a short form counts as the name. */
const SHARED_LETTERS = 5;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/**
 * The only document that a work's name can mean; undefined for none or several. Never guesses.
 *
 * A name is a short form or a number ("StrlSchG", "HGB VII", "2016/679"), a title in any inflection, or the long form
 * of the document's short form ("Strahlenschutzgesetz" for `strlschg.md`).
 */
export function documentNamed<Document extends NamedDocument>(
  name: string,
  documents: readonly Document[],
): Document | undefined {
  if (NAMELESS_WORK.test(name)) return undefined;
  for (const matches of [hasDesignation, hasTitle, hasLongForm]) {
    const found = documents.filter((document) => matches(name, document));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** Whether a work's name may mean the document. */
export function isWork(name: string, document: NamedDocument): boolean {
  return hasDesignation(name, document) || hasTitle(name, document) || hasLongForm(name, document);
}

/** Looks for the same tokens in a row: "HGB VII" in "… (HGB 7)" or `hgb_7.md`, or 2016/679 in `2016-679.md`. */
function hasDesignation(name: string, { title, locator }: NamedDocument): boolean {
  const number = /(?<!\d)\d+\/\d+/u.exec(name)?.[0];
  const wanted = tokensOf(number ?? name);
  const isShortForm = number !== undefined || /\p{Lu}\p{L}*\p{Lu}|\d/u.test(name);
  if (!isShortForm || wanted.length === 0) return false;
  return [tokensOf(title), tokensOf(fileNameOf(locator))].some((tokens) => {
    const line = ` ${tokens.join(' ')} `;
    // "12. KaiSchV" is also called "KaiSchV 12".
    return [wanted, [...wanted].reverse()].some((order) => line.includes(` ${order.join(' ')} `));
  });
}

/**
 * Whether the title begins with the words of the name, in any inflection and order: "Vierten Buches Hafengesetzbuch".
 */
function hasTitle(name: string, { title, locator }: NamedDocument): boolean {
  const lead = new Set(stemsOf(leadOf(title)));
  const whole = new Set(stemsOf(title));
  const wanted = stemsOf(leadOf(name));
  const isTitle = wanted.every((stem) => lead.has(stem)) && stemsOf(name).every((stem) => whole.has(stem));
  return (
    wanted.length > 0 && (isTitle || squash(stemsOf(name).join('')) === squash(stemsOf(fileNameOf(locator)).join('')))
  );
}

/**
 * Whether the long name spells out the document's short form, and name and title share more than the kind of work. A
 * title that explains its short form is itself the long form, so no other one matches.
 */
function hasLongForm(name: string, { title, locator }: NamedDocument): boolean {
  const long = squash(leadOf(name));
  const head = HEADS.find(([words]) => words.test(long));
  if (head === undefined) return false;
  const subject = long.replace(head[0], '');
  if (longestShared(subject.replace(STATE, ''), squash(title)) < SHARED_LETTERS) return false;
  const lead = squash(leadOf(title));
  return shortFormsOf(title, locator).some(
    (form) => head[1].test(form) && patternOf(form).test(long) && !patternOf(form).test(lead),
  );
}

/** "StrlSchG" of "… (StrlSchG 2017)", or the letters of the file name if the title has no short form. */
function shortFormsOf(title: string, locator: string): string[] {
  const inTitle = [...title.matchAll(/\((\p{Lu}(?:[\p{Ll}\p{Lo}-]*\p{Lu})+[\p{Ll}\p{Lo}]*)(?: [\d IVX]+)?\)/gu)].map(
    ([, form = '']) => form,
  );
  const shortForms = inTitle.filter((form) => !/^[IVX]+$/u.test(form));
  const inFileName = /^\p{L}{2,}/u.exec(fileNameOf(locator))?.[0];
  return shortForms.length > 0 || inFileName === undefined ? shortForms : [inFileName.toUpperCase()];
}

/** "StrlSchG" as strl…sch…g…; two consonants are two beginnings ("Tz" of "Teilzeit"). */
function patternOf(shortForm: string): RegExp {
  const pieces = (shortForm.match(/\p{Lu}\p{Ll}*/gu) ?? []).flatMap((piece) =>
    piece.length === 2 && !/[aeiouäöüy]/iu.test(piece) ? piece.split('') : [piece],
  );
  return new RegExp(`^${pieces.map((piece) => piece.toLowerCase()).join('\\p{L}*')}`, 'u');
}

function longestShared(first: string, second: string): number {
  let longest = 0;
  for (let start = 0; start + longest < first.length; start += 1) {
    while (start + longest < first.length && second.includes(first.slice(start, start + longest + 1))) longest += 1;
  }
  return longest;
}

function leadOf(title: string): string {
  return ` ${title.replace(/\([^()]*\)/gu, ' ').trim()}`.replace(TITLE_TAIL, '').trim();
}

function fileNameOf(locator: string): string {
  return locator.replace(/^.*\//u, '').replace(/\.[^.]+$/u, '');
}

/** Lower-case words and numbers; Roman numerals after a name become digits. */
function tokensOf(text: string): string[] {
  return (text.match(/\p{L}+|\p{N}+/gu) ?? []).map((token, index) =>
    index > 0 && /^[IVXLC]+$/u.test(token) ? String(romanToNumber(token)) : token.toLowerCase(),
  );
}

/** Value of a Roman numeral, in either case. */
export function romanToNumber(roman: string): number {
  const digits = roman
    .toLowerCase()
    .split('')
    .map((digit) => ROMAN_DIGITS[digit] ?? 0);
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0);
}

/** German stems, which unite the inflections of titles and do no harm to English names. */
function stemsOf(text: string): string[] {
  const joined = text.replace(/(\p{L})-(?=\p{L})/gu, '$1').toLowerCase();
  return analyzeTerms(joined, 'de')
    .filter(({ isStopWord, surface }) => !isStopWord && !/^(?:the|of|and)$/u.test(surface))
    .map(({ stem }) => stem);
}

function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
