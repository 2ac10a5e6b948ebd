import { attributeOf, childOf, descendantsOf, elementsOf, type XmlElement } from '../text/xml-elements.ts';
import type { NumberedPlace } from './docx-styles.ts';

/** What stands in front of a paragraph: "2.1", "(a)", "-". */
export interface NumberLabel {
  readonly label: string;
  /** From 0. */
  readonly level: number;
  readonly isBullet: boolean;
}

/** Counts the paragraphs of a document, which it is given in order. */
export type Numbering = (place: NumberedPlace) => NumberLabel | null;

interface Level {
  readonly start: number;
  readonly format: string;
  /** "%1.%2" */
  readonly pattern: string;
  readonly isLegal: boolean;
  /** Number of the level, from 1, whose next paragraph starts this one again; 0: none does. */
  readonly restartsAt: number;
}

interface List {
  /** Lists of one kind count on together. */
  readonly kind: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

const ROMAN = [1_000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1].map(
  (worth, at) => [worth, 'm cm d cd c xc l xl x ix v iv i'.split(' ')[at] ?? ''] as const,
);

/** @param root of `word/numbering.xml` */
export function createNumbering(root: XmlElement | undefined): Numbering {
  const lists = readLists(root);
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();

  return ({ list: id, level }) => {
    const list = lists.get(id);
    const own = list?.levels.get(level);
    if (list === undefined || own === undefined) return null;
    const counted = counts.get(list.kind) ?? [];
    counts.set(list.kind, counted);
    const restart = list.starts.get(level);
    if (restart !== undefined && !begun.has(`${id} ${level}`)) counted[level] = undefined;
    begun.add(`${id} ${level}`);
    const previous = counted[level];
    counted[level] = previous === undefined ? (restart ?? own.start) : previous + 1;
    for (let deeper = level + 1; deeper < counted.length; deeper++) {
      const restartsAt = list.levels.get(deeper)?.restartsAt ?? deeper;
      if (restartsAt > level) counted[deeper] = undefined;
    }
    return labelOf(own, level, list, counted);
  };
}

function labelOf(own: Level, level: number, list: List, counted: readonly (number | undefined)[]): NumberLabel {
  if (own.format === 'bullet') return { label: '-', level, isBullet: true };
  const label = own.pattern.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const other = list.levels.get(index);
    return formatNumber(counted[index] ?? other?.start ?? 1, own.isLegal ? 'decimal' : (other?.format ?? 'decimal'));
  });
  return { label: label.trim(), level, isBullet: false };
}

/** By their names in Word ([ECMA-376] 17.18.59). */
const FORMATS = new Map<string, (value: number) => string>([
  ['none', () => ''],
  ['bullet', () => ''],
  ['lowerLetter', lettersOf],
  ['upperLetter', (value) => lettersOf(value).toUpperCase()],
  ['lowerRoman', romanOf],
  ['upperRoman', (value) => romanOf(value).toUpperCase()],
  ['decimalZero', (value) => String(value).padStart(2, '0')],
]);

/** @param format unknown ones become digits */
export function formatNumber(value: number, format: string): string {
  return (FORMATS.get(format) ?? String)(value);
}

/** a to z, then aa to zz, as Word counts on. */
function lettersOf(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
}

function romanOf(value: number): string {
  if (value < 1 || value > 4_999) return String(value);
  let rest = value;
  let letters = '';
  for (const [worth, sign] of ROMAN) for (; rest >= worth; rest -= worth) letters += sign;
  return letters;
}

function readLists(root: XmlElement | undefined): ReadonlyMap<string, List> {
  if (root === undefined) return new Map();
  const kinds = new Map(
    descendantsOf(root, 'w:abstractNum').map((kind) => [attributeOf(kind, 'w:abstractNumId') ?? '', kind]),
  );
  const styled = new Map([...kinds].map(([id, kind]) => [attributeOf(childOf(kind, 'w:styleLink'), 'w:val'), id]));
  return new Map(
    descendantsOf(root, 'w:num').map((list) => {
      const named = attributeOf(childOf(list, 'w:abstractNumId'), 'w:val') ?? '';
      const link = attributeOf(childOf(kinds.get(named), 'w:numStyleLink'), 'w:val');
      const kind = (link === undefined ? undefined : styled.get(link)) ?? named;
      return [attributeOf(list, 'w:numId') ?? '', readList(list, kind, kinds.get(kind))];
    }),
  );
}

function readList(list: XmlElement, kind: string, definition: XmlElement | undefined): List {
  const overrides = elementsOf(list).filter(({ name }) => name === 'w:lvlOverride');
  const own = overrides.flatMap((override) => childOf(override, 'w:lvl') ?? []);
  const levels = [...elementsOf(definition).filter(({ name }) => name === 'w:lvl'), ...own];
  const starts = overrides.flatMap((override) => {
    const start = attributeOf(childOf(override, 'w:startOverride'), 'w:val');
    return start === undefined ? [] : [[Number(attributeOf(override, 'w:ilvl') ?? 0), Number(start)] as const];
  });
  return {
    kind,
    levels: new Map(levels.map((level) => [Number(attributeOf(level, 'w:ilvl') ?? 0), readLevel(level)])),
    starts: new Map(starts),
  };
}

function readLevel(level: XmlElement): Level {
  const valueOf = (name: string): string | undefined => attributeOf(childOf(level, name), 'w:val');
  return {
    start: Number(valueOf('w:start') ?? 0),
    format: valueOf('w:numFmt') ?? 'decimal',
    pattern: valueOf('w:lvlText') ?? '',
    isLegal: childOf(level, 'w:isLgl') !== undefined,
    restartsAt: Number(valueOf('w:lvlRestart') ?? attributeOf(level, 'w:ilvl') ?? 0),
  };
}
