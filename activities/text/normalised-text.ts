import { withoutInvisibleCharacters } from './hidden-characters.ts';
import { plainPowers } from './powers.ts';

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
const SUSPENDED = /^(?:und|oder|bzw|sowie|bis|and|or|to)(?!\p{L})/u;
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
