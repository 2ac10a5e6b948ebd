import { readdir, readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import type { ListedSource } from './source-list.ts';

const EXCERPT_MARGIN = 500;
/** A shorter piece of a quotation with gaps proves nothing. */
const SHORTEST_PIECE = 3;
const LINK_TARGET = /\]\([^)\s]*\)/gu;

/** Looks for quotations in the documents of a folder. */
export interface CorpusQuotes {
  /** Path of the one document that is meant, also where only its end is named; the place itself where there is no such one. */
  pathOf(place: string): Promise<string>;
  /** Whether the words stand in the document; null: there are none, or it cannot be read as text. */
  isFound(source: Pick<ListedSource, 'place' | 'quote'>): Promise<boolean | null>;
  /** The document's words around the quotation; null: it is not found. */
  excerptAround(source: Pick<ListedSource, 'place' | 'quote'>): Promise<string | null>;
}

export function createCorpusQuotes(folder: string): CorpusQuotes {
  const documents = new Map<string, Promise<string | null>>();
  const paths = readdir(folder, { recursive: true }).then((names) => names.map((name) => name.replaceAll(sep, '/')));
  const pathOf = async (place: string): Promise<string> => {
    const known = await paths;
    const meant = known.includes(place) ? [place] : known.filter((path) => path.endsWith(`/${place}`));
    return (meant.length === 1 ? meant[0] : undefined) ?? place;
  };
  const read = async (place: string): Promise<string | null> => {
    const path = await pathOf(place);
    let text = documents.get(path);
    if (text === undefined) documents.set(path, (text = readDocument(folder, path)));
    return text;
  };
  return {
    pathOf,
    async isFound({ place, quote }) {
      const text = place === null || quote === null ? null : await read(place);
      return text === null || quote === null ? null : placesOf(plain(text).text, quote) !== null;
    },
    async excerptAround({ place, quote }) {
      const text = place === null || quote === null ? null : await read(place);
      if (text === null || quote === null) return null;
      const { text: compared, offsets } = plain(text);
      const span = placesOf(compared, quote);
      if (span === null) return null;
      const [start = 0, end = 0] = [offsets[span.start], offsets[span.end - 1]];
      return text.slice(Math.max(0, start - EXCERPT_MARGIN), end + 1 + EXCERPT_MARGIN);
    },
  };
}

async function readDocument(folder: string, place: string): Promise<string | null> {
  const path = normalize(place);
  if (path.startsWith('..') || /^https?:/u.test(place)) return null;
  return readFile(join(folder, path), 'utf8').catch(() => null);
}

/** First to last character of a quotation, all of whose pieces follow each other; null: it is not in the text. */
function placesOf(compared: string, quote: string): { readonly start: number; readonly end: number } | null {
  const pieces = quote
    .split(/\s*(?:\[?…\]?|\[?\.{3}\]?)\s*/u)
    .map((piece) => plain(piece).text)
    .filter((piece) => piece.length >= SHORTEST_PIECE);
  let start = -1;
  let end = 0;
  for (const piece of pieces) {
    const place = compared.indexOf(piece, end);
    if (place === -1) return null;
    if (start === -1) start = place;
    end = place + piece.length;
  }
  return start === -1 ? null : { start, end };
}

/** Letters and digits alone, in lower case, each with its place: marks of layout and targets of links are not the author's words. */
function plain(source: string): { readonly text: string; readonly offsets: readonly number[] } {
  const text = source.replaceAll(LINK_TARGET, (target) => ' '.repeat(target.length));
  const kept: string[] = [];
  const offsets: number[] = [];
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    for (const unit of character.toLowerCase()) {
      kept.push(unit);
      for (let at = 0; at < unit.length; at += 1) offsets.push(index);
    }
  }
  return { text: kept.join(''), offsets };
}
