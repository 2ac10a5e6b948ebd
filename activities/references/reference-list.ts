import { bareWords } from '../../workflows/domain/bare-words.ts';
import { ARXIV, DOI, TRAILING_MARKS } from './reference-patterns.ts';

/** An entry of a document's list of references. */
export interface ListEntry {
  /** DOIs and arXiv ids of the entry. */
  readonly identifiers: readonly string[];
  /** Whether the entry contains the title of a document. */
  describes(title: string): boolean;
}

const LIST_HEADING =
  /^#{0,6}[ \t]*(?:[\d.]+[ \t]+)?(?:references|bibliography|literature|works cited|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|einzelnachweise)[ \t]*(?::[ \t]*)?$/imu;
/** Any entry may contain the words of a shorter title. */
const SHORTEST_TITLE = 12;

/** Finds the entry with a number: "[12] …" on a line of its own, or "12. …" below the heading of the list. */
export function findListEntry(text: string, number: string): ListEntry | null {
  const bracketed = entryAt(text, String.raw`\[${number}\]:?`);
  const heading = LIST_HEADING.exec(text);
  const entry =
    bracketed ??
    (heading === null ? null : entryAt(text.slice(heading.index + heading[0].length), String.raw`${number}\.`));
  if (entry === null) return null;
  const words = wordsOf(entry);
  return {
    identifiers: [...entry.matchAll(DOI), ...entry.matchAll(ARXIV)].map(([, id = '']) =>
      id.replace(TRAILING_MARKS, ''),
    ),
    describes: (title) => title.length >= SHORTEST_TITLE && words.includes(wordsOf(title)),
  };
}

/** From the marker to the next entry or empty line. */
function entryAt(text: string, marker: string): string | null {
  const start = new RegExp(String.raw`^[ \t]*(?:[-*] )?${marker}[ \t]+(?=\S)`, 'mu').exec(text);
  if (start === null) return null;
  const rest = text.slice(start.index + start[0].length);
  return rest.slice(0, /\n\s*\n|\n[ \t]*(?:[-*] )?(?:\[\d+\]|\d+\.\s)/u.exec(rest)?.index ?? rest.length);
}

function wordsOf(text: string): string {
  return ` ${bareWords(text)} `;
}
