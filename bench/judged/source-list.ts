import { comparable } from '../answers/comparable-text.ts';

/** An entry of a report's list of sources, as far as its Markdown tells. */
export interface ListedSource {
  readonly number: number;
  /** Path or address of the document; null: none was recognised. */
  readonly place: string | null;
  /** "12–15"; null: without lines. */
  readonly lines: string | null;
  /** The words that it quotes; null: none. */
  readonly quote: string | null;
}

const ENTRY = /^\s*(?:[-*]\s+)?(?:\*\*)?\[(\d{1,4})\](?:\*\*)?:?\s+(.*)$/u;
const QUOTED = /“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|"([^"]+)"/gu;
const ADDRESS = /https?:\/\/[^\s>)`]+/u;
const CODE = /`([^`]+)`/u;
const PATH = /(?:[\w.@-]+\/)*[\w.@-]+\.[a-z]{2,4}\b/iu;
const LINES_OF_PATH = /^(.*?):(\d+(?:[-–]\d+)?)$/u;
/** Bold words, and what an escape protects. */
const MARKUP = /\*\*|\\(?=[^\w\s])/gu;
const LINES = /\b(?:lines?|zeilen?|z\.)\s*(\d+(?:\s*[-–]\s*\d+)?)/iu;

/** Reads the part of a report that lists its sources; what is no entry is left out. */
export function readSourceList(markdown: string): ListedSource[] {
  const entries: { readonly number: number; readonly lines: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const [, number, rest = ''] = ENTRY.exec(line) ?? [];
    if (number !== undefined) entries.push({ number: Number(number), lines: [rest] });
    else if (!line.startsWith('#')) entries.at(-1)?.lines.push(line);
  }
  return entries.map(({ number, lines }) => readEntry(number, lines));
}

function readEntry(number: number, lines: readonly string[]): ListedSource {
  const block = lines.filter((line) => /^\s*>/u.test(line)).map((line) => line.replace(/^\s*>\s?/u, ''));
  const text = lines.filter((line) => !/^\s*>/u.test(line)).join(' ');
  const quote = block.length > 0 ? comparable(block.join(' ').replaceAll(MARKUP, '')) : quotedIn(text);
  const place = placeIn(quote === null ? text : text.replace(quote, ''));
  const [, path = place, linesOfPath = null] = LINES_OF_PATH.exec(place ?? '') ?? [];
  return { number, place: path, lines: linesOfPath ?? LINES.exec(text)?.[1] ?? null, quote };
}

/** The longest words in quotation marks. */
function quotedIn(text: string): string | null {
  const quotes = [...text.matchAll(QUOTED)].map(([, ...inside]) => inside.find((words) => words !== undefined) ?? '');
  return quotes.sort((a, b) => b.length - a.length)[0] ?? null;
}

function placeIn(text: string): string | null {
  return CODE.exec(text)?.[1] ?? ADDRESS.exec(text)?.[0] ?? PATH.exec(text)?.[0] ?? null;
}
