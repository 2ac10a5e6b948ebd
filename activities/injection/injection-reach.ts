import { type InjectionSignal, injectionSignalSchema } from '../../workflows/contracts/evidence.ts';
import { splitBlocks } from '../text/markdown-blocks.ts';
import { splitSentences } from '../text/sentences.ts';
import { contentTerms } from '../text/terms.ts';
import { injectionSignalsIn } from './injection-signals.ts';

/** Offsets of UTF-16 code units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a text that bears signals. */
export interface UntrustedPlace extends TextRange {
  readonly words: string;
  readonly signals: readonly InjectionSignal[];
  /** The order stands in quotation marks or code, among other words: it is shown, as in a manual, and not given. */
  readonly isMention: boolean;
}

/**
 * How far an order reaches, in characters to both sides: as far as a passage may be long, so that a model which is shown the
 * order is shown the words with it. A manual with an example in one section stays usable in the others.
 */
const REACH = 2_400;
/** Longer stretches without an empty line are looked through in parts that overlap. */
const OVERLAP = 300;
/** Fewer words around a quotation are no text that speaks about it. */
const FEWEST_WORDS_AROUND = 4;
/** Fewer content words are no statement that could be told again. */
const FEWEST_WORDS_TOLD = 3;

const QUOTED =
  /(?<![=\w])(?<!\]\([^)\s]{0,200}\s)(?:"[^"\n]{1,400}"|“[^“”\n]{1,400}”|„[^„“”"\n]{1,400}["“”]|«[^«»\n]{1,400}»|»[^«»\n]{1,400}«|`[^`\n]{1,400}`)/g;

/** Where a text bears signals; nowhere in most texts. */
export function untrustedPlacesIn(text: string): UntrustedPlace[] {
  const signals = injectionSignalsIn(text);
  if (signals.length === 0) return [];
  const code = splitBlocks(text).filter(({ kind }) => kind === 'code');
  const parts = partsOf(text);
  const alone = parts.flatMap((part) => placeOf(text, part, code));
  const isFound = ({ start, end }: TextRange) => alone.some((place) => place.start < end && start < place.end);
  const divided = parts.slice(1).flatMap((part, index) => {
    const before = parts[index] ?? part;
    return isFound(before) || isFound(part) ? [] : placeOf(text, { start: before.start, end: part.end }, code);
  });
  const places = [...alone, ...divided];
  // What is spread over more of the text than that speaks of all of it.
  return places.length > 0 ? places : [{ start: 0, end: text.length, words: text, signals, isMention: false }];
}

/** Signals that a passage is read with: its own, those of its headings, and those of orders that reach it. */
export function signalsReaching(
  passage: TextRange & { readonly text: string; readonly headings: readonly string[]; readonly language: string },
  places: readonly UntrustedPlace[],
): InjectionSignal[] {
  const { text, headings, language } = passage;
  const own = injectionSignalsIn(text);
  const above = headings.flatMap((heading) => (isMention(heading) ? [] : injectionSignalsIn(heading)));
  const reaching = places.filter((place) => {
    const gap = Math.max(place.start - passage.end, passage.start - place.end);
    return gap < 0 || (!place.isMention && gap < REACH);
  });
  const given = places.filter((place) => !place.isMention && !reaching.includes(place));
  const told = given.filter((place) => repeats(text, place, language));
  const found = new Set([...own, ...above, ...[...reaching, ...told].flatMap(({ signals }) => signals)]);
  return injectionSignalSchema.options.filter((signal) => found.has(signal));
}

/** Stretches between empty lines; of the longest, parts that overlap. */
function partsOf(text: string): TextRange[] {
  const borders = [...text.matchAll(/\n\s*\n/g)];
  const ends = [...borders.map(({ index }) => index), text.length];
  return ends.flatMap((end, index) => {
    const border = borders[index - 1];
    const from = border === undefined ? 0 : border.index + border[0].length;
    const count = Math.ceil((end - from) / REACH);
    const starts = Array.from({ length: count }, (_, part) => from + part * REACH);
    return starts.map((start) => ({ start, end: Math.min(start + REACH + OVERLAP, end) }));
  });
}

function placeOf(text: string, { start, end }: TextRange, code: readonly TextRange[]): UntrustedPlace[] {
  const words = text.slice(start, end);
  const signals = injectionSignalsIn(words);
  if (signals.length === 0) return [];
  const isCode = code.some((block) => block.start <= end && start <= block.end);
  return [{ start, end, words, signals, isMention: isCode || isMention(words) }];
}

/**
 * An attacker may also state as a fact, elsewhere in the document, what the order tells a program to say: every word of it
 * is in the order.
 */
function repeats(text: string, { words }: UntrustedPlace, language: string): boolean {
  const ordered = new Set(contentTerms(words, language).map(({ stem }) => stem));
  return splitSentences(text, language).some(({ start, end }) => {
    const said = contentTerms(text.slice(start, end), language);
    return said.length >= FEWEST_WORDS_TOLD && said.every(({ stem }) => ordered.has(stem));
  });
}

function isMention(words: string): boolean {
  const around = words.replace(QUOTED, ' ');
  const isAmongWords = (around.match(/\p{L}+/gu) ?? []).length >= FEWEST_WORDS_AROUND;
  return isAmongWords && injectionSignalsIn(around).length === 0;
}
