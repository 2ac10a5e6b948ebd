import { type InjectionSignal, injectionSignalSchema } from '@plumbline/contracts/evidence/source';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { splitSentences } from '@plumbline/language/sentences';
import { contentTerms } from '@plumbline/language/terms';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import type { StoredTexts } from './stored-quotes.ts';

/** Finds the injection signals around passages; scans each document once. */
export function createPassageSignals(
  texts: StoredTexts,
): (stored: StoredPassage) => Promise<readonly InjectionSignal[]> {
  const documents = new Map<string, Promise<DocumentSignals>>();
  return async (stored) => {
    const { source, passage, text } = stored;
    const signals = documents.get(source.sourceId) ?? readSignals(stored, texts);
    documents.set(source.sourceId, signals);
    const { places, beside } = await signals;
    const { start, end } = passage;
    const headings = [source.title, ...passage.headingPath];
    const reaching = signalsReaching({ start, end, text, headings, language: source.language }, places);
    return [...new Set([...reaching, ...beside])];
  };
}

interface DocumentSignals {
  readonly places: readonly UntrustedPlace[];
  readonly beside: readonly InjectionSignal[];
}

/** If the document's text is missing, only its passages are scanned. */
async function readSignals({ source }: StoredPassage, texts: StoredTexts): Promise<DocumentSignals> {
  const { text } = await texts.read(source.text.sha256);
  return { places: text === null ? [] : untrustedPlacesIn(text), beside: source.untrustedBeside };
}

/** Offsets of UTF-16 code units, `end` exclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a text with signals. */
interface UntrustedPlace extends TextRange {
  readonly words: string;
  readonly signals: readonly InjectionSignal[];
  /** The order is quoted or in code, among other words: shown as an example, as in a manual, not given. */
  readonly isMention: boolean;
}

/**
 * How far an order reaches to both sides, in characters: the maximum length of a passage, because a model that reads
 * the order also reads the text around it. A manual with an example in one section stays usable in the others.
 */
const REACH = 2_400;
/** Longer text without an empty line is searched in overlapping parts. */
const OVERLAP = 300;
/** Fewer words around a quotation do not discuss it. */
const FEWEST_WORDS_AROUND = 4;
/** Fewer content words do not make a statement that could be repeated. */
const FEWEST_WORDS_TOLD = 3;

const QUOTED =
  /(?<![=\w])(?<!\]\([^)\s]{0,200}\s)(?:"[^"\n]{1,400}"|“[^“”\n]{1,400}”|„[^„“”"\n]{1,400}["“”]|«[^«»\n]{1,400}»|»[^«»\n]{1,400}«|`[^`\n]{1,400}`)/g;

/** The parts of a text with signals; empty for most texts. */
function untrustedPlacesIn(text: string): UntrustedPlace[] {
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
  // A signal spread over more text than that applies to all of it.
  return places.length > 0 ? places : [{ start: 0, end: text.length, words: text, signals, isMention: false }];
}

/** Signals that apply to a passage: its own, its headings', and those from orders within reach. */
function signalsReaching(
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

/** Blocks between empty lines; the longest in overlapping parts. */
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
 * Finds statements whose every word is in an order: an attacker may state elsewhere in the document, as a fact, what
 * the order tells a program to say.
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
