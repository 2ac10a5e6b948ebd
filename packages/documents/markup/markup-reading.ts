import { posix } from 'node:path';
import { unescape } from 'node:querystring';
import type { ShownPictures, ShownText } from '../figures/picture-words.ts';
import type { CheckedZip } from '../files/bounded-files.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import type { ReadText } from '../text/file-format.ts';
import { type FileLine, lineMark } from '../text/file-lines.ts';
import { filesBeside, type FilesBeside, pathBeside, type ReadBeside, withIncluded } from './included-files.ts';
import { type Entries, FENCE_LINE, linesOf } from './markup-lines.ts';

/** Files that a document may show: drawings, whose words are read, and pictures, whose words are recognised. */
export const FIGURE_FILE = /\.(?:svg|drawio|dio|png|jpe?g|gif|webp)\b/i;
const DRAWING = /\.(?:svg|drawio|dio)$/i;
const MOST_PICTURE_BYTES = 5_000_000;
/** Code, which shows such names as they are; paragraphs of pictures without words; other pictures. */
const CODE_OR_IMAGE = /`[^`\n]*`|^(?:!\[\]\([^()\s]{1,1000}\) ?)+(?:\n\n|$)|!\[([^\]]{0,1000})\]\([^()\s]{1,1000}\)/gm;
const SHOWN =
  /!\[(?<words>[^\]]{0,1000})\]\(<?(?<file>[^()\s?#<>]{1,1000})(?:[?#>\s][^()]{0,1000})?\)|<img\s(?:[^<>]{0,1000}\s)?src=["'](?<source>[^"'?#]{1,1000})/gi;

/**
 * A text as Markdown that has its lines, with the files that it includes and the words of the figures that it shows. What
 * comes from another file is marked; see `linesAt`.
 */
export async function readMarkup(
  text: string,
  format: string,
  locator: string,
  pictures: ShownPictures,
  read?: ReadBeside,
): Promise<ShownText & Pick<ReadText, 'leftOut' | 'dependsOn'>> {
  const beside = filesBeside(read);
  // Loaded on demand, as all parsers are.
  const write = await (format === 'rst'
    ? import('./rst-reading.ts').then(({ writeRst }) => writeRst)
    : format === 'asciidoc'
      ? import('./asciidoc-reading.ts').then(({ writeAsciidoc }) => writeAsciidoc)
      : undefined);
  const lines = write === undefined ? text.split('\n') : linesOf(text);
  const source = await withIncluded(lines, format, { locator, beside, start: { file: null, line: 1 } });
  const { entries, leftOut } = (await write?.(source.lines)) ?? { entries: source.lines, leftOut: [] };
  const places = [...source.places];
  await showFigures(entries, places, locator, beside, pictures);
  return {
    leftOut,
    ...pictures.shown(joinEntries(entries, places), ...beside.problems),
    ...(beside.named.size > 0 && { dependsOn: [...beside.named] }),
  };
}

/** The text of a packed document that names its pictures as Markdown does, with their words. @param part of the text */
export async function withPictures(text: string, part: string, zip: CheckedZip, pictures: ShownPictures) {
  const entries = text.split('\n');
  const beside = filesBeside(async (path) => {
    const bytes = await zip.read(path, MOST_PICTURE_BYTES);
    if (bytes.length === 0) throw new UnreadableFileError('missing, damaged or too large');
    return bytes;
  });
  await showFigures(entries, [], part, beside, pictures, /^/);
  for (const problem of beside.problems) pictures.leaveOut(problem);
  const written = (whole: string, words = '') => (whole.startsWith('!') ? words && `[picture: ${words}]` : whole);
  const proseAndFences = entries.join('\n').split(/^(?=```|~~~)/m);
  const shown = proseAndFences.map((part, at) => (at % 2 === 1 ? part : part.replace(CODE_OR_IMAGE, written)));
  return shown.join('').trim();
}

/** Puts the words of the figures below the paragraph that shows them. */
async function showFigures(
  entries: Entries,
  places: FileLine[],
  locator: string,
  beside: FilesBeside,
  pictures: ShownPictures,
  shown = FIGURE_FILE,
): Promise<void> {
  // Pictures of the web are not fetched.
  if (/^https?:/i.test(locator)) return;
  let isCode = false;
  const seen = new Set<string>();
  let found: { path: string; text: string }[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? '';
    if (entry.split('\n').filter((line) => FENCE_LINE.test(line)).length % 2 === 1) isCode = !isCode;
    for (const { groups: { words = '', file = '', source = file } = {} } of isCode ? [] : entry.matchAll(SHOWN)) {
      if (!shown.test(posix.extname(source)) || /^(?:[a-z]+:|\/\/)/i.test(source)) continue;
      const path = pathBeside(unescape(source), places[at]?.file ?? locator);
      if (seen.size === seen.add(path).size) continue;
      const text = DRAWING.test(path)
        ? await drawingOf(path, beside, pictures)
        : await pictures.figure(path, words, () => beside.load(path));
      if (text !== null) found.push({ path, text });
    }
    const next = entries[at + 1] ?? '';
    if (found.length === 0 || isCode || (next !== '' && !FENCE_LINE.test(next))) continue;
    const added = found.flatMap(({ text }) => ['', text]);
    entries.splice(at + 1, 0, ...added);
    places.splice(at + 1, 0, ...found.flatMap(({ path }) => [0, 1].map((line) => ({ file: path, line }))));
    at += added.length;
    found = [];
  }
}

async function drawingOf(path: string, beside: FilesBeside, pictures: ShownPictures): Promise<string | null> {
  const { figureText } = await import('../figures/figure-reading.ts');
  const found = await beside.read([path], figureText);
  if (found === null || found.content === '') return null;
  return `Figure ${pictures.next()} (${posix.basename(path)}):\n${found.content}`;
}

/** One text of all entries. Where the next line of it is not the next line of the file, a mark says which one it is. */
function joinEntries(entries: Entries, places: readonly FileLine[]): string {
  const lines: string[] = [];
  let next: FileLine = { file: null, line: 1 };
  let fence: string | null = null;
  for (const [index, entry] of entries.entries()) {
    const place = places[index] ?? next;
    const isAhead = place.file === next.file && next.line > place.line;
    const isSpare = entry === '' && fence === null && (FENCE_LINE.test(lines.at(-1) ?? '') || lines.at(-1) === '');
    if (isAhead && isSpare) continue;
    const written = entry.split('\n');
    const following = places[index + 1];
    const opens = fence === null && written.length === 1 && FENCE_LINE.test(entry) && following !== undefined;
    const real = opens ? { ...following, line: following.line - 1 } : place;
    if (fence === null && entry !== '' && (real.file !== next.file || real.line !== next.line)) {
      lines.push(...(lines.at(-1) === '' || lines.length === 0 ? [] : ['']), lineMark(real));
      next = real;
    }
    for (const line of written) {
      const mark = FENCE_LINE.exec(line)?.[1];
      if (fence === null) fence = mark ?? null;
      else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    }
    lines.push(...written);
    next = { file: next.file, line: next.line + written.length };
  }
  return lines.join('\n');
}
