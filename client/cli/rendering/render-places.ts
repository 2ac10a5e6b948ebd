import { counted } from '@plumbline/contracts/common/counted';
import { splitCode } from '@plumbline/contracts/common/markdown-text';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import type { FoundPlace, FoundPlaces } from '@plumbline/contracts/report/found-place';
import type { Citation } from '@plumbline/contracts/report/report';
import type { ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';
import type { Paint } from '../terminal/output.ts';
import { toPlainLine, withoutControlCharacters } from '../terminal/plain-text.ts';
import { truncate, wrap } from '../terminal/text-layout.ts';

export interface PlacesLayout {
  readonly width: number;
  readonly paint: Paint;
  /** Each place whole, however long, instead of all on one screen. */
  readonly isFull: boolean;
  /** Of the screen; by default what a short command leaves. */
  readonly lines?: number;
}

/** Where the places are. */
export interface PlacesOrigin {
  readonly citations: readonly Citation[];
  readonly sources: readonly { readonly number: number | null; readonly detail: string }[];
}

/** Lines of a screen, without the command and what ends it. */
const SCREEN = 22;
/** Lines of text for the first places of one task, and of several. */
const WANTED = [6, 4, 4];
const WANTED_OF_TASK = [4, 2];
const FEWEST_LINES = 2;
const INDENT = '    ';

/**
 * The places of a search on one screen: where each is, in every document that has its text, and the sentences around its best match,
 * the first with most room.
 */
export function renderPlaces(
  { remarks, places, further }: FoundPlaces,
  origin: PlacesOrigin,
  layout: PlacesLayout,
): string[] {
  const { width, paint, isFull, lines = SCREEN } = layout;
  const citations = new Map(origin.citations.map((citation) => [citation.number, citation]));
  const byTask = [...Map.groupBy(places, ({ task }) => task)].map(([task, own]) => ({
    task,
    places: own,
  }));
  const ordered = byTask.flatMap((group) => group.places);
  const told = remarks.flatMap((remark) => wrap(toPlainLine(remark), width));
  const texts = new Map(ordered.map((place) => [place, textLines(place, width - INDENT.length, isFull)]));
  const behind = furtherLines(further, layout);
  const named = ordered.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const heads = told.length + behind.length + named + (byTask.length > 1 ? byTask.length : 0);
  const wishes = byTask.length > 1 ? WANTED_OF_TASK : WANTED;
  const wanted = byTask.flatMap((group) => group.places.map((_, rank) => wishes[rank] ?? FEWEST_LINES));
  const counts = isFull ? null : shareLines(lines - heads, [...texts.values()], wanted);
  const show = (place: FoundPlace): string[] => {
    const lines = texts.get(place) ?? [];
    const shown = cutTo(lines, counts?.[ordered.indexOf(place)] ?? lines.length);
    return [
      ...[place.number, ...place.others].map((number) =>
        paint('bold', truncate(headOf(number, citations.get(number), origin), width)),
      ),
      ...shown.map((line) => `${INDENT}${markWords(line, place, paint)}`),
    ];
  };
  return [
    ...told.map((line) => paint('dim', line)),
    ...byTask.flatMap(({ task, places: own }) => [
      ...(task === '' ? [] : [paint('dim', truncate(toPlainLine(task), width))]),
      ...own.flatMap(show),
    ]),
    ...behind,
  ];
}

/** How many more there are, and each of them where all is to be shown. */
function furtherLines(further: FoundPlaces['further'], { width, paint, isFull }: PlacesLayout): string[] {
  if (further === null) return [];
  const { count, isAtLeast, lines } = further;
  const told = `${isAtLeast ? 'At least ' : ''}${counted(count, 'more passage has', 'more passages have')} all of these words`;
  if (!isFull) return [paint('dim', truncate(`${told}; --full lists them.`, width))];
  return [paint('dim', `${told}:`), ...lines.map((line) => truncate(toPlainLine(line), width))];
}

/** The places of a report that no model wrote; null: it states something, or nothing was found. */
export function placesOf({ sections, citations }: ReportReading): { found: FoundPlaces; origin: PlacesOrigin } | null {
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
  return { found: { remarks: found.remarks, places, further: null }, origin: { citations, sources } };
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

/** The text from the excerpt on, or all of it, without the marks of code and of Markdown. */
function textLines({ text, excerpt }: FoundPlace, width: number, isFull: boolean): string[] {
  const start = isFull ? 0 : (excerpt?.start ?? 0);
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start)}`;
  const parts = splitCode(withoutControlCharacters(shown));
  const plain = parts.map((part) => (part.isCode ? part.text : part.text.replaceAll(ESCAPED, '$1')));
  return wrap(plain.join(''), width).filter((line) => line.trim() !== '');
}

/**
 * Gives every text a line, then as many as it wants, and what is left to the first that go on.
 *
 * @param wanted lines of each
 */
function shareLines(room: number, texts: readonly (readonly string[])[], wanted: readonly number[]): number[] {
  let left = Math.max(room, texts.length);
  const counts = texts.map((lines, index) => {
    const behind = texts.length - index - 1;
    const count = Math.max(1, Math.min(wanted[index] ?? 1, lines.length, left - behind));
    left -= count;
    return count;
  });
  return counts.map((count, index) => {
    const more = Math.min(left, (texts[index]?.length ?? 0) - count);
    left -= more;
    return count + more;
  });
}

function cutTo(lines: readonly string[], count: number): string[] {
  const shown = lines.slice(0, count);
  const last = shown.at(-1);
  return last === undefined || lines.length <= count ? shown : [...shown.slice(0, -1), `${last} …`];
}

/** The words that were searched for, wherever a line has them. */
function markWords(line: string, { pieces }: FoundPlace, paint: Paint): string {
  const words = [...new Set(pieces.filter(({ isBold }) => isBold).map(({ text }) => RegExp.escape(text)))];
  if (words.length === 0) return line;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return line.replace(pattern, (word) => paint('yellow', word));
}
