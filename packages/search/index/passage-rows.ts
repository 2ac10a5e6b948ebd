import { createHash } from 'node:crypto';
import type { PassagePlace } from '@plumbline/contracts/evidence/search-hit';
import type { Passage, Source } from '@plumbline/contracts/evidence/source';
import type { ReadDocument } from '@plumbline/documents/reading';
import type { PassageRange } from '@plumbline/documents/splitting';
import { z } from 'zod';
import type { LanguageWords } from './language-words.ts';

export const passageRowSchema = z.object({
  passageId: z.string(),
  sourceId: z.string(),
  /** 0 for a source without pages. */
  page: z.number(),
  /** JSON array of strings. */
  headingPath: z.string(),
  start: z.number(),
  end: z.number(),
  /** The searchable text: title, headings, parts of identifiers, and last the passage's own text. */
  words: z.string(),
  /** Where the passage's own text begins in `words`. */
  textOffset: z.number(),
});
/** A passage as stored in the tables. */
export type PassageRow = z.infer<typeof passageRowSchema>;

/** A passage with its search words, as `LanguageWords` numbers them, in order and with repetitions. */
export interface IndexedPassage {
  readonly row: PassageRow;
  readonly words: {
    /** Of title and headings. */
    readonly context: readonly number[];
    /** Parts of identifiers in the text. */
    readonly identifiers: readonly number[];
    readonly text: readonly number[];
    /** It says most about the passage; empty for the beginning of a document. */
    readonly nearestHeading: readonly number[];
    /** Content words of the nearest heading, or of the title without one. */
    readonly heading: readonly number[];
  };
}

/** Id of the source at a locator; the same for every version of its content. */
export function sourceIdOf(locator: string): string {
  return createHash('sha256').update(locator).digest('hex').slice(0, 16);
}

/** Common prefix of the ids of all passages of one version of a document. */
export function passagePrefixOf(sourceId: string, contentHash: string): string {
  return `${sourceId}-${contentHash.slice(0, 8)}-`;
}

/** Rows for the passages of one document. Ids change with the content, so an old id never names new words. */
export function toPassageRows(
  sourceId: string,
  contentHash: string,
  document: ReadDocument,
  passages: readonly PassageRange[],
  words: LanguageWords,
): IndexedPassage[] {
  return passages.map(({ start, end, headingPath, page }, index) => {
    const text = document.text.slice(start, end);
    // The title always accompanies the path, so a first heading that repeats it adds nothing.
    const path = headingPath[0] === document.title ? headingPath.slice(1) : headingPath;
    const numbers = words.numbersIn(text);
    const identifiers = identifierWords(numbers, words);
    // A document's own description precedes its text, so searches for it find the first passage.
    const description = index === 0 ? (document.stated?.description ?? null) : null;
    const headings = [document.title, ...path, ...(description === null ? [] : [description])].join('\n');
    const context = `${headings}\n${identifiers}\n`;
    const row = {
      passageId: `${passagePrefixOf(sourceId, contentHash)}${index}`,
      sourceId,
      page: page ?? 0,
      headingPath: JSON.stringify(path),
      start,
      end,
      words: context + text,
      textOffset: context.length,
    };
    return {
      row,
      words: {
        context: words.numbersIn(headings),
        identifiers: words.numbersIn(identifiers),
        text: numbers,
        nearestHeading: words.numbersIn(path.at(-1) ?? ''),
        heading: words.contentNumbersIn(path.at(-1) ?? document.title),
      },
    };
  });
}

/** The parts of all distinct identifiers, so that "keep alive timeout" finds `keepAliveTimeout`. */
function identifierWords(text: readonly number[], words: LanguageWords): string {
  const identifiers = text.filter((word) => words.identifierParts(word) !== '');
  return [...new Set(identifiers)].map((word) => words.identifierParts(word)).join(' ');
}

export function toPassage(row: PassageRow, { recognisedPages }: Pick<Source, 'recognisedPages'> = {}): Passage {
  const headingPath: unknown = JSON.parse(row.headingPath);
  const recognised = recognisedPages?.find(({ page }) => page === row.page)?.confidence;
  return {
    passageId: row.passageId,
    sourceId: row.sourceId,
    page: row.page === 0 ? null : row.page,
    ...(recognised !== undefined && { recognised }),
    headingPath: Array.isArray(headingPath) ? headingPath.map(String) : [],
    start: row.start,
    end: row.end,
  };
}

export function placeInIndex({ passageId, page, recognised, headingPath, start, end }: Passage): PassagePlace {
  return { passageId, page, ...(recognised !== undefined && { recognised }), headingPath, start, end };
}
