import { splitCode } from '@plumbline/contracts/common/markdown-text';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import type { FoundPlace, FoundPlaces, FurtherPlaces } from '@plumbline/contracts/report/found-place';
import type { Citation } from '@plumbline/contracts/report/report';
import type { ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';
import type { Paint } from '../terminal/output.ts';
import { toPlainLine, withoutControlCharacters, truncate, wrap } from '../terminal/text-layout.ts';

export interface PlacesLayout {
  readonly width: number;
  readonly paint: Paint;
  /** Each place whole, however long, instead of all on one screen. */
  readonly isFull: boolean;
  /** Of the screen. */
  readonly lines: number;
}

/** Where the places are. */
export interface PlacesOrigin {
  /** Of the answer, ISO 639-1. */
  readonly language: string;
  readonly citations: readonly Citation[];
  readonly sources: readonly { readonly number: number | null; readonly detail: string }[];
}

/** Lines of text for the first place of one task, and of several. */
const MOST = 8;
const MOST_OF_TASK = 4;
const INDENT = '    ';

/**
 * The places of a search on one screen: where each is, in every document that has its text, and its sentences with most of the
 * searched words, the first with most room.
 */
export function renderPlaces(
  { remarks, places, further }: FoundPlaces,
  origin: PlacesOrigin,
  layout: PlacesLayout,
): string[] {
  const { width, paint, isFull, lines } = layout;
  const citations = new Map(origin.citations.map((citation) => [citation.number, citation]));
  const byTask = [...Map.groupBy(places, ({ task }) => task)].map(([task, own]) => ({ task, places: own }));
  const ordered = byTask.flatMap((group) => group.places);
  const dim = (line: string): string => paint('dim', line);
  const more = further === null ? [] : [`${describeMore(further, origin.language)}: --full`];
  const told = wrap(toPlainLine([...remarks, ...more].join(' ')), width)
    .filter(Boolean)
    .map(dim);
  const textWidth = width - INDENT.length;
  const lengths = ordered.map(({ text }) => plainLines(text, textWidth).length);
  const named = ordered.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const heads = told.length + named + (byTask.length > 1 ? byTask.length : 0);
  const firsts = new Set(ordered.keys().filter((at) => ordered[at]?.task !== ordered[at - 1]?.task));
  const counts = isFull ? lengths : shareLines(lines - heads, lengths, firsts, byTask.length > 1 ? MOST_OF_TASK : MOST);
  const weightOf = weighWords(places);
  const show = (place: FoundPlace): string[] => [
    ...[place.number, ...place.others].map((number) =>
      paint('bold', truncate(headOf(number, citations.get(number), origin), width)),
    ),
    ...bestLines(place, counts[ordered.indexOf(place)] ?? 1, textWidth, weightOf).map(
      (line) => `${INDENT}${line.replace(searchedWords(place), (word) => paint('yellow', word))}`,
    ),
  ];
  return [
    ...(further === null ? told : []),
    ...byTask.flatMap(({ task, places: own }) => [
      ...(task === '' ? [] : [dim(truncate(toPlainLine(task), width))]),
      ...own.flatMap(show),
    ]),
    ...(further === null ? [] : told),
    ...(isFull ? (further?.lines ?? []) : []).map((line) => truncate(toPlainLine(line), width)),
  ];
}

function describeMore({ count, isAtLeast }: FurtherPlaces, language: string): string {
  if (language === 'de') return `${isAtLeast ? 'Mindestens ' : ''}${count} weitere mit allen Wörtern`;
  return `${isAtLeast ? 'At least ' : ''}${count} more with all words`;
}

/** The places of a report that no model wrote; null: it states something, or nothing was found. */
export function placesOf({
  sections,
  citations,
  language,
}: ReportReading): { found: FoundPlaces; origin: PlacesOrigin } | null {
  const found = sections.find(({ name }) => name === 'passages');
  if (found === undefined || sections.some(({ name }) => name === 'answer')) return null;
  const places = found.groups.flatMap(({ heading, blocks }) =>
    blocks.flatMap((block) =>
      block.form === 'list' ? block.items.flatMap(({ claims }) => claims.map((claim) => placeOf(claim, heading))) : [],
    ),
  );
  const sources = citations.map(({ number, locator, lines }) => ({
    number,
    detail: lines === null ? locator : `${locator}:${lines}`,
  }));
  return { found: { remarks: found.remarks, places, further: null }, origin: { language, citations, sources } };
}

function placeOf({ citations: [number = 0, ...others], text, pieces, excerpt }: ReadClaim, task: string): FoundPlace {
  return { number, others, task, text, pieces, excerpt };
}

/** `[1] rules/lamp.md:3-5 · 2025-05-01 · page 2 · Harbour lamp › Oil` */
function headOf(number: number, citation: Citation | undefined, { sources }: PlacesOrigin): string {
  const detail = sources.find((source) => source.number === number)?.detail ?? '';
  const { title = '', locator = '', publishedAt = '', page = null, headingPath = [], quote } = citation ?? {};
  const headings = headingPath[0] === title || title === locator ? headingPath : [title, ...headingPath];
  const pages = page === null ? '' : shownPage(page, quote?.recognised);
  const where = [detail || locator, publishedAt.slice(0, 10), pages, headings.join(' › ')];
  return `[${number}] ${where.filter(Boolean).map(toPlainLine).join(' · ')}`;
}

/** A mark that Markdown would else read (CommonMark 2.4): `\\[`. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Without the marks of code and of Markdown. */
function plainLines(text: string, width: number): string[] {
  const parts = splitCode(withoutControlCharacters(text));
  const plain = parts.map((part) => (part.isCode ? part.text : part.text.replaceAll(ESCAPED, '$1')));
  return wrap(plain.join(''), width).filter((line) => line.trim() !== '');
}

/** So many lines of the sentences, rows and entries of which most is searched words (a first sentence has one more); "…" for the rest. */
function bestLines(
  place: FoundPlace,
  count: number,
  width: number,
  weightOf: (word: string) => number,
): readonly string[] {
  const whole = plainLines(place.text, width);
  if (whole.length <= count) return whole;
  const sentences = sentencesOf(place).map(({ text, joint, words }, at) => {
    const weight = words.reduce((sum, word) => sum + weightOf(word), at === 0 && !/^[•`]/.test(text) ? 1 : 0);
    return { text, joint, share: weight / Math.max(1, text.length) };
  });
  const linesOf = (kept: ReadonlySet<number>): string[] => {
    const parts = sentences.map(({ text, joint }, at) =>
      kept.has(at) ? `${joint}${at === 0 || kept.has(at - 1) ? '' : '… '}${text}` : '',
    );
    return plainLines(`${parts.join('').trim()}${kept.has(sentences.length - 1) ? '' : ' …'}`, width);
  };
  let kept: ReadonlySet<number> = new Set();
  const order = [...sentences.entries()].sort(([, a], [, b]) => b.share - a.share);
  for (const [at, { share }] of order) {
    if (kept.size > 0 && share === 0 && !kept.has(at - 1) && !kept.has(at + 1)) continue;
    const more = new Set([...kept, at]);
    if (kept.size === 0 || linesOf(more).length <= count) kept = more;
  }
  const shown = linesOf(kept);
  return shown.length <= count ? shown : [...shown.slice(0, count - 1), truncate(`${shown[count - 1]} …`, width)];
}

const SENTENCE_END = /(?<=[\p{L}\p{N}`)\]”"]{2}[.!?]["”)]?) +(?=[\p{Lu}"„“(`•])|(?<=[。！？])/u;

/** A short entry of a list is one. With the words of each that were searched for, each word once. */
function sentencesOf(place: FoundPlace): { text: string; joint: string; words: readonly string[] }[] {
  const searched = searchedWords(place);
  return place.text.split('\n').flatMap((line) =>
    (/^\s*•.{0,200}$/.test(line) ? [line] : line.split(SENTENCE_END)).map((text, index) => {
      const words = new Set(text.match(searched)?.map((word) => word.toLowerCase().slice(0, 6)));
      return { text, joint: index === 0 ? '\n' : ' ', words: [...words] };
    }),
  );
}

/** How much a word tells: the fewer sentences of the places have it, the more. */
function weighWords(places: readonly FoundPlace[]): (word: string) => number {
  const sentences = places.flatMap(sentencesOf);
  const counts = Map.groupBy(
    sentences.flatMap(({ words }) => words),
    (word) => word,
  );
  return (word) => Math.log(1 + sentences.length / (counts.get(word)?.length ?? 1));
}

/** Gives the first place of each task the most lines, and the others as many as each other of what is left. */
function shareLines(room: number, lengths: readonly number[], firsts: ReadonlySet<number>, most: number): number[] {
  const counts = lengths.map(() => 1);
  const order = [...lengths.keys()].sort((a, b) => Number(firsts.has(b)) - Number(firsts.has(a)));
  let left = Math.max(room, lengths.length);
  for (const [at, index] of order.entries()) {
    const share = firsts.has(index)
      ? Math.min(most, Math.ceil((left - lengths.length + firsts.size) / (firsts.size - at)))
      : Math.ceil(left / (lengths.length - at));
    counts[index] = Math.max(1, Math.min(lengths[index] ?? 1, share));
    left -= counts[index] ?? 1;
  }
  return counts;
}

/** The words that were searched for, as the place writes them. */
function searchedWords({ pieces }: FoundPlace): RegExp {
  const words = [...new Set(pieces.filter(({ isBold }) => isBold).map(({ text }) => RegExp.escape(text)))];
  return words.length === 0 ? /(?!)/g : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}
