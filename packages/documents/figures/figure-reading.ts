import { inflateRawSync } from 'node:zlib';
import { decodeXML } from 'entities';
import { oneLine } from '../tables/table-text.ts';
import {
  attributeOf,
  childOf,
  descendantsOf,
  elementsOf,
  parseXml,
  textOf,
  type XmlElement,
} from '../text/xml-elements.ts';

/** Words at a place; what is written in a box are its words. The place of an arrow has both ends. */
type Box = Readonly<{ place: readonly number[] }> & { words: string };

type Drawing = Readonly<Record<'boxes' | 'texts' | 'arrows', Box[]>>;

/** How far the end of an arrow may be from its box, and a word from its arrow. */
const NEAR = 30;
const SAME_ROW = 4;
const MOST_UNPACKED = 20_000_000;
const NUMBER = /-?\d*\.?\d+(?:e-?\d+)?/gi;
const UNSEEN = /^(?:defs|symbol|style|script|title|desc|metadata)$/;

/** The words of an SVG or draw.io file with what they belong to: boxes, arrows as "A → B: label", rows. */
export function figureText(xml: string): string {
  const root = parseXml(xml);
  const drawn = attributeOf(root, 'content') ?? '';
  if (drawn.startsWith('<mxfile')) return figureText(drawn);
  if (!/^(?:svg:)?svg$/.test(root.name)) return drawioLines(root).join('\n');
  const drawing: Drawing = { boxes: [], texts: [], arrows: [] };
  collect(root, [0, 0], drawing);
  const named = ['title', 'desc'].map((name) => oneLine(textOf(childOf(root, name))));
  return [...new Set([...named, ...linesOf(drawing)])].filter((line) => line !== '').join('\n');
}

function collect(element: XmlElement, [left = 0, top = 0]: readonly number[], drawing: Drawing): void {
  if (UNSEEN.test(element.name)) return;
  const stated = (name: string, of: XmlElement | undefined = element): number =>
    Number.parseFloat(attributeOf(of, name) ?? '') || 0;
  const [, kind, moved = ''] = /(translate|matrix)\(([^)]*)\)/.exec(attributeOf(element, 'transform') ?? '') ?? [];
  const [right = 0, down = 0] = numbersIn(moved).slice(kind === 'matrix' ? 4 : 0);
  const [x, y] = [left + right, top + down];
  if (element.name === 'text' || element.name === 'foreignObject') {
    const lines = descendantsOf(element, 'tspan', 'p', 'div').filter((one) => elementsOf(one).length === 0);
    const words = oneLine(lines.length > 0 ? lines.map(textOf).join(' ') : textOf(element));
    const at = (name: string): number => stated(name) || stated(name, childOf(element, 'tspan'));
    if (words !== '')
      drawing.texts.push({
        place: [x + at('x') + stated('width') / 2, y + at('y') + stated('height') / 2 - 1, 0, 0],
        words,
      });
    return;
  }
  const { boxes, arrows } = drawing;
  const [shape, ends] = [shapeOf(element, stated), endsOf(element, stated)];
  if (shape !== null) boxes.push({ place: [x + (shape[0] ?? 0), y + (shape[1] ?? 0), ...shape.slice(2)], words: '' });
  if (ends.length > 3) arrows.push({ place: ends.map((one, index) => one + (index % 2 === 0 ? x : y)), words: '' });
  for (const child of elementsOf(element)) collect(child, [x, y], drawing);
}

/** Left, top, width and height. */
function shapeOf(element: XmlElement, stated: (name: string) => number): number[] | null {
  if (element.name === 'rect') return ['x', 'y', 'width', 'height'].map((name) => stated(name));
  const [across, down] = [stated('r') || stated('rx'), stated('r') || stated('ry')];
  if (/^(?:circle|ellipse)$/.test(element.name))
    return [stated('cx') - across, stated('cy') - down, 2 * across, 2 * down];
  if (element.name !== 'polygon') return null;
  const points = numbersIn(attributeOf(element, 'points') ?? '').slice(0, 1_000);
  const [xs, ys] = [0, 1].map((odd) => points.filter((_, index) => index % 2 === odd));
  const [x, y] = [Math.min(...(xs ?? [])), Math.min(...(ys ?? []))];
  return [x, y, Math.max(...(xs ?? [])) - x, Math.max(...(ys ?? [])) - y];
}

function endsOf(element: XmlElement, stated: (name: string) => number): number[] {
  if (!/marker-(?:end|start)/.test(element.attributes)) return [];
  if (element.name === 'line') return ['x1', 'y1', 'x2', 'y2'].map((name) => stated(name));
  const points = numbersIn(attributeOf(element, element.name === 'path' ? 'd' : 'points') ?? '');
  return points.length < 4 ? [] : [...points.slice(0, 2), ...points.slice(-2)];
}

/** Words stand in the smallest box around them, unless it has other boxes or rows of words in it, or at the nearest arrow. */
function linesOf({ boxes, texts, arrows }: Drawing): string[] {
  const bySize = boxes.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const within = Map.groupBy(texts, ({ place }) => bySize.find((one) => distance(one, place) === 0));
  const ofTable = new Set([...within.values()].filter(isTable).flat());
  const loose = texts.filter((text) => {
    const { place, words } = text;
    const box = bySize.find((one) => distance(one, place) === 0);
    if (box === undefined || bySize.some((one) => sizeOf(one) < sizeOf(box) && distance(box, one.place) === 0))
      return true;
    if (ofTable.has(text)) return true;
    box.words = oneLine(`${box.words} ${words}`);
    return false;
  });
  const left = loose.filter(({ place, words }) => {
    const [arrow] = arrows.toSorted((one, other) => fromMiddle(one, place) - fromMiddle(other, place));
    const [x = 0, y = 0, toX = 0, toY = 0] = arrow?.place ?? [];
    if (arrow === undefined || fromMiddle(arrow, place) > NEAR + Math.hypot(x - toX, y - toY) / 3) return true;
    arrow.words = oneLine(`${arrow.words} ${words}`);
    return false;
  });
  const named = boxes.filter(({ words }) => words !== '');
  const nearest = (place: readonly number[]): string => {
    const [first] = named.toSorted((one, other) => distance(one, place) - distance(other, place));
    return first !== undefined && distance(first, place) <= NEAR ? first.words : '';
  };
  const told = arrows.map(({ place, words }) => arrowLine(nearest(place.slice(0, 2)), nearest(place.slice(2)), words));
  const rows = Map.groupBy([...named, ...left], ({ place: [, y = 0, , height = 0] }) =>
    Math.round((y + height / 2) / SAME_ROW),
  );
  const sorted = [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row.toSorted((one, other) => (one.place[0] ?? 0) - (other.place[0] ?? 0)));
  return [...sorted.map((row) => `- ${row.map(({ words }) => words).join(' | ')}`), ...told];
}

/** Whether several rows have several words each. */
function isTable(texts: readonly Box[]): boolean {
  const rows = Map.groupBy(texts, ({ place: [, y = 0] }) => Math.round(y / SAME_ROW));
  return [...rows.values()].filter((row) => row.length > 1).length > 1;
}

function arrowLine(from: string, to: string, words: string): string {
  const ends = from !== '' && to !== '' ? `${from} → ${to}` : '';
  return ends === '' && words === '' ? '' : `- ${[ends, words].filter((part) => part !== '').join(': ')}`;
}

function sizeOf({ place: [, , width = 0, height = 0] }: Box): number {
  return width * height;
}

function distance(
  { place: [x = 0, y = 0, width = 0, height = 0] }: Box,
  [left = 0, top = 0]: readonly number[],
): number {
  return Math.hypot(Math.max(x - left, 0, left - x - width), Math.max(y - top, 0, top - y - height));
}

function fromMiddle({ place: [x = 0, y = 0, toX = 0, toY = 0] }: Box, [left = 0, top = 0]: readonly number[]): number {
  return Math.hypot((x + toX) / 2 - left, (y + toY) / 2 - top);
}

function drawioLines(root: XmlElement): string[] {
  const packed = descendantsOf(root, 'diagram').filter((page) => elementsOf(page).length === 0);
  const pages = [root, ...packed.map((page) => parseXml(unpacked(textOf(page))))];
  return pages
    .flatMap((page) => {
      const cells = descendantsOf(page, 'mxCell', 'object', 'UserObject').map((cell) => {
        const own = cell.name === 'mxCell' ? cell : childOf(cell, 'mxCell');
        const [id = '', ...of] = [
          attributeOf(cell, 'id'),
          ...['source', 'target', 'parent', 'edge'].map((name) => attributeOf(own, name) ?? ''),
        ];
        return { id, of, words: plain(attributeOf(cell, 'value') ?? attributeOf(cell, 'label') ?? '') };
      });
      const words = new Map(cells.map((cell) => [cell.id, cell.words]));
      const edges = new Set(cells.filter(({ of: [, , , edge] }) => edge === '1').map(({ id }) => id));
      return cells.map(({ id, words: own, of: [source = '', target = '', parent = ''] }) => {
        const labels = cells.filter((cell) => cell.of[2] === id).map((cell) => cell.words);
        if (edges.has(id))
          return arrowLine(words.get(source) ?? '', words.get(target) ?? '', oneLine([own, ...labels].join(' ')));
        const inside = [words.get(parent) ?? '', own].filter((part) => part !== '').join(' › ');
        return own === '' || edges.has(parent) ? '' : `- ${inside}`;
      });
    })
    .filter((line) => line !== '');
}

function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? []).map(Number);
}

function unpacked(packed: string): string {
  const bytes = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_UNPACKED });
  return decodeURIComponent(bytes.toString('utf8'));
}

function plain(html: string): string {
  return oneLine(decodeXML(html.replaceAll(/<[^<>]*>/g, ' ')));
}
