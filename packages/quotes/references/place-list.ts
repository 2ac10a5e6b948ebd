import {
  FINER_PART,
  FURTHER_NUMBER,
  FURTHER_VALUE,
  NEXT_PLACE,
  OWN_WORK,
  PARAGRAPH_OF_PLACE,
  PLACES,
  SECTION_OF_ARTICLE,
  TAKES_LIST,
  WORK_OF_PLACE,
} from './reference-patterns.ts';
import type { PlaceKind } from './reference.ts';

/** One place of a list, or the first of a range. */
export interface ListedPlace {
  readonly kind: PlaceKind;
  readonly number: string;
  /** Last number of a range ("§§ 4 bis 12"); null for one place. */
  readonly last: string | null;
  readonly paragraph: string | null;
  readonly start: number;
  readonly end: number;
  /** The work that the place belongs to, and the position of its name. */
  readonly work: { readonly name: string | null; readonly start: number; readonly end: number } | null;
}

interface Places {
  readonly places: readonly ListedPlace[];
  readonly end: number;
}

const FAMILIES: readonly ReadonlySet<PlaceKind>[] = [
  new Set<PlaceKind>(['section', 'article', 'annex']),
  new Set<PlaceKind>(['division', 'subdivision', 'chapter', 'part', 'title']),
];

/**
 * Reads a list of places from `start`: "§ 3 Abs. 2, §§ 4 bis 12 und § 13 Abs. 3 des …gesetzes". The work at the end of
 * a list applies to the whole list; across "in Verbindung mit" only to articles and annexes.
 */
export function readPlaceList(text: string, start: number): Places {
  const open: ListedPlace[] = [];
  const closed: ListedPlace[] = [];
  let position = start;
  for (;;) {
    const group = readGroup(text, position);
    if (group === null) break;
    if (familyOf(open) !== familyOf(group.places)) closed.push(...open.splice(0));
    open.push(...group.places);
    position = group.end;
    const work = workAt(text, position);
    if (work !== null) {
      closed.push(...open.splice(0).map((place) => ({ ...place, work })));
      position = work.end;
    }
    const next = match(NEXT_PLACE, text, position);
    if (next === null || readGroup(text, position + next[0].length) === null) break;
    if (next[1] !== undefined && open.some(({ kind }) => kind === 'section')) closed.push(...open.splice(0));
    position += next[0].length;
  }
  return { places: [...closed, ...open], end: position };
}

/** Which places may share a work named at the end of their list. */
function familyOf(places: readonly ListedPlace[]): number {
  return FAMILIES.findIndex((family) => places.some(({ kind }) => family.has(kind)));
}

/** Reads a label with its number, its parts and further numbers. */
function readGroup(text: string, start: number): Places | null {
  for (const { kind, start: label, further } of PLACES) {
    const found = match(label, text, start);
    if (found?.[1] === undefined) continue;
    const numberStart = start + found[0].length - found[1].length;
    const places = [placeAt(text, kind, found[1], start, numberStart)];
    const takesList = TAKES_LIST.test(found[0]);
    for (let end = endOf(places, start); ; end = endOf(places, start)) {
      const joint = takesList ? match(FURTHER_NUMBER, text, end) : null;
      const numberAt = end + (joint?.[0].length ?? 0);
      const number = joint && match(further, text, numberAt)?.[1];
      if (!joint || !number) return { places, end };
      const place = placeAt(text, kind, number, numberAt, numberAt);
      const range = joint[1] === undefined ? undefined : places.pop();
      places.push(range === undefined ? place : { ...range, last: number, end: place.end });
    }
  }
  return null;
}

function endOf(places: readonly ListedPlace[], start: number): number {
  return places.at(-1)?.end ?? start;
}

function placeAt(text: string, kind: PlaceKind, number: string, start: number, numberStart: number): ListedPlace {
  let end = numberStart + number.length;
  let paragraph: string | null = null;
  let hasPart = false;
  for (;;) {
    const named = match(PARAGRAPH_OF_PLACE, text, end);
    const part = named ?? finerPart(text, end, kind) ?? (hasPart ? furtherValue(text, end, number) : null);
    if (part === null) break;
    if (named !== null) paragraph ??= named[1] ?? named[2] ?? null;
    hasPart = true;
    end += part[0].length;
  }
  return { kind, number, last: null, paragraph, start, end, work: null };
}

function finerPart(text: string, start: number, kind: PlaceKind): RegExpExecArray | null {
  return match(FINER_PART, text, start) ?? (kind === 'article' ? match(SECTION_OF_ARTICLE, text, start) : null);
}

/** In "§§ 4 Abs. 1 und 2, 7", a number above the place's own is the next place, not a further paragraph. */
function furtherValue(text: string, start: number, number: string): RegExpExecArray | null {
  const further = match(FURTHER_VALUE, text, start);
  if (further?.[1] === undefined || /^[a-z]/u.test(further[1])) return further;
  return Number.parseInt(further[1], 10) > Number.parseInt(number, 10) ? null : further;
}

function workAt(text: string, start: number): NonNullable<ListedPlace['work']> | null {
  const own = match(OWN_WORK, text, start);
  if (own !== null) return { name: null, start, end: start + own[0].length };
  const named = match(WORK_OF_PLACE, text, start);
  const name = named?.slice(1).find((group) => group !== undefined);
  if (named === null || name === undefined) return null;
  return { name: name.replace(/\s+/gu, ' '), start, end: start + named[0].length };
}

function match(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}
