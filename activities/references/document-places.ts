import type { Passage } from '../../workflows/contracts/evidence.ts';
import { splitBlocks } from '../text/markdown-blocks.ts';
import { type PlaceLabel, placeLabelOf } from './place-labels.ts';

/** A labelled place of a document with the passages that belong to it, in order. */
export interface PlaceGroup extends PlaceLabel {
  /** Headings from the outermost to the place's own. */
  readonly path: readonly string[];
  readonly passages: readonly Passage[];
}

// "Table 3: Lamps", "Anlage 2 (zu § 4)", "Tabelle 1": a caption, not a sentence that happens to begin with the label.
const CAPTION =
  /^[\s*_>|![-]*(?:Tab|Abb|Fig|Anl|Anh|Ann|App)\p{L}*\.?\s+[\p{L}\d.]+[*_]*(?:\s*(?:[:–—(\]]|\.\s|-\s)|\s*(?:\n|$))/iu;

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
