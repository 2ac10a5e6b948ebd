import type { Passage } from '@plumbline/contracts/evidence/source';
import { PLACE_KINDS } from '@plumbline/language/languages';
import { ofAll, rawSourceOfAll } from '@plumbline/language/word-patterns';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import type { PlaceKind } from './reference.ts';
import { romanToNumber } from './work-naming.ts';

const NUMBER = String.raw`(\d+[a-z]{0,2}(?:\.\d+[a-z]?)*|[IVXLC]+|[A-Z]\d{0,2})`;
const LABELLED = PLACE_KINDS.map((kind) => {
  const words = rawSourceOfAll(({ headingLabels }) => headingLabels?.[kind]);
  const label = inEitherCase(kind === 'section' ? `§+|${words}` : words);
  return {
    kind,
    pattern: new RegExp(String.raw`^[\s*_>#|-]*(?:${label})\s*${NUMBER}(?![\p{L}\p{N}])`, 'u'),
    // "Dritter Abschnitt", "2. Unterabschnitt"
    ordinal: new RegExp(String.raw`^[\s*_>#|-]*(\d+\.|\p{L}+)\s+(?:${label})(?!\p{L})`, 'u'),
  };
});
const BARE = /^[\s*_#]*(\d+(?:\.\d+)*)\.?\s+\p{L}/u;

const ORDINALS = ofAll(({ placeOrdinals }) =>
  placeOrdinals?.split(' ').map((word, index) => ({ word, number: String(index + 1) })),
);

/** A labelled place of a document with the passages that belong to it, in order. */
export interface PlaceGroup extends PlaceLabel {
  /** Headings from the outermost to the place's own. */
  readonly path: readonly string[];
  readonly passages: readonly Passage[];
}

// "Table 3: Lamps", "Anlage 2 (zu § 4)", "Tabelle 1": a caption, not a sentence that happens to begin with the label.
const CAPTION = new RegExp(
  String.raw`^[\s*_>|![-]*(?:${rawSourceOfAll(({ captionBeginnings }) => captionBeginnings)})\p{L}*\.?\s+[\p{L}\d.]+[*_]*(?:\s*(?:[:–—(\]]|\.\s|-\s)|\s*(?:\n|$))`,
  'iu',
);

// A section's number alone on its line, as in printed laws.
const SECTION_LINE = /^§\s*\d+[a-z]?\s*(?:\n|$)/u;
/** A longer first line is prose; in characters. */
const LONGEST_CAPTION = 200;

/** Places by the headings of the document. An outer heading includes all passages below it. */
export function placesOf(passages: readonly Passage[]): PlaceGroup[] {
  const groups = new Map<string, PlaceGroup & { readonly passages: Passage[] }>();
  for (const passage of passages) {
    for (const [index, heading] of passage.headingPath.entries()) {
      const path = passage.headingPath.slice(0, index + 1);
      const key = JSON.stringify(path);
      const label = groups.has(key) ? null : placeLabelOf(heading);
      if (label !== null) groups.set(key, { ...label, path, passages: [] });
      groups.get(key)?.passages.push(passage);
    }
  }
  return [...groups.values()];
}

/** Places by captions: the first line of a block, or any line of a document without headings (a PDF). */
export function captionsOf(text: string, passages: readonly Passage[]): PlaceGroup[] {
  const hasHeadings = passages.some(({ headingPath }) => headingPath.length > 0);
  return (hasHeadings ? blockStarts(text) : lineStarts(text)).flatMap((start) => {
    const line = text.slice(start, start + LONGEST_CAPTION);
    const isCaption = CAPTION.test(line) || (!hasHeadings && SECTION_LINE.test(line));
    const label = isCaption ? placeLabelOf(line.replace(/^!\[/u, '')) : null;
    if (label === null) return [];
    const passage = passages.find((candidate) => start >= candidate.start && start < candidate.end);
    return passage === undefined ? [] : [{ ...label, path: passage.headingPath, passages: [passage] }];
  });
}

function blockStarts(text: string): number[] {
  return splitBlocks(text).flatMap(({ kind, start }) => (kind === 'code' ? [] : [start]));
}

function lineStarts(text: string): number[] {
  return [...text.matchAll(/^(?=\S)/gmu)].map(({ index }) => index);
}

/** The label of a place in a heading; `kind` is null for a bare number ("5.4 Options"). */
interface PlaceLabel {
  readonly kind: PlaceKind | null;
  readonly number: string;
}

/** The label at the start of a heading or a line, or null. */
export function placeLabelOf(line: string): PlaceLabel | null {
  for (const { kind, pattern, ordinal } of LABELLED) {
    const number = pattern.exec(line)?.[1] ?? ordinalNumber(ordinal.exec(line)?.[1]);
    if (number !== undefined) return { kind, number: sameNumber(number) };
  }
  const bare = BARE.exec(line)?.[1];
  return bare === undefined ? null : { kind: null, number: bare };
}

/** Writes equal numbers alike: "II" as "2", "1A" as "1a". */
export function sameNumber(number: string): string {
  return /^[IVXLC]+$/u.test(number) && !/^[CL]$/u.test(number) ? String(romanToNumber(number)) : number.toLowerCase();
}

function ordinalNumber(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (/^\d+\.$/u.test(word)) return word.slice(0, -1);
  const name = word.toLowerCase().replace(/[rsnm]$/u, '');
  return ORDINALS.find((ordinal) => ordinal.word === name)?.number;
}

function inEitherCase(label: string): string {
  return label.replace(/(?<=^|\|)\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
