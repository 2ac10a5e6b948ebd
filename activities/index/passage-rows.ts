import { createHash } from 'node:crypto';
import type { Passage } from '../../workflows/contracts/evidence.ts';
import type { ReadDocument } from '../documents/document-reading.ts';
import type { PassageRange } from '../documents/passage-splitting.ts';
import { isStopWord } from '../text/stop-words.ts';
import { identifierParts, tokensOf, writesCompounds } from '../text/terms.ts';
import { memoisedByWord } from '../text/word-memo.ts';
import { wordParts } from './passage-query.ts';
import type { IndexedPassage, PassageRow } from './passage-tables.ts';

/** Id of the source at a locator; the same for every version of its content. */
export function sourceIdOf(locator: string): string {
  return createHash('sha256').update(locator).digest('hex').slice(0, 16);
}

/** Common prefix of the ids of all passages of one version of a document. */
export function passagePrefixOf(sourceId: string, contentHash: string): string {
  return `${sourceId}-${contentHash.slice(0, 8)}-`;
}

/** Id of the source of a passage. */
export function sourceOfPassage(passageId: string): string {
  return passageId.slice(0, passageId.indexOf('-'));
}

/** Rows for the passages of one document. Ids change with the content, so an old id never names new words. */
export function toPassageRows(
  sourceId: string,
  contentHash: string,
  document: ReadDocument,
  passages: readonly PassageRange[],
): IndexedPassage[] {
  return passages.map(({ start, end, headingPath, page }, index) => {
    const text = document.text.slice(start, end);
    // The title always accompanies the path, so a first heading that repeats it adds nothing.
    const path = headingPath[0] === document.title ? headingPath.slice(1) : headingPath;
    const context = [document.title, ...path, identifierWords(text), ''].join('\n');
    const headings = [document.title, ...path, ...path.slice(-1)].join('\n');
    return {
      passageId: `${passagePrefixOf(sourceId, contentHash)}${index}`,
      sourceId,
      page: page ?? 0,
      headingPath: JSON.stringify(path),
      start,
      end,
      words: context + text,
      textOffset: context.length,
      wordParts: partsOf([document.title, ...path, text].join('\n'), document.language),
      headingParts: partsOf(headings, document.language),
    };
  });
}

/** The parts of all content words of a text, with repetitions. */
export function partsOf(text: string, language: string): string[] {
  if (!writesCompounds(language)) return [];
  const parts: string[] = [];
  for (const token of tokensOf(text)) for (const part of partsOfToken(token, language)) parts.push(part);
  return parts;
}

/** Parts are taken from unstemmed words: stemming all words took longer than the rest of the work on a file. */
const partsOfToken = memoisedByWord((token, language): readonly string[] => {
  const words = [token, ...identifierParts(token).map(({ text }) => text)];
  return words.filter((word) => !isStopWord(word.toLowerCase(), language)).flatMap((word) => wordParts(word, language));
});

/** The parts of all distinct identifiers, so that "keep alive timeout" finds `keepAliveTimeout`. */
function identifierWords(text: string): string {
  const words = new Set(text.match(/[\p{L}\p{N}_]+/gu));
  return [...words].flatMap((word) => identifierParts(word).map((part) => part.text)).join(' ');
}

export function toPassage(row: PassageRow): Passage {
  const headingPath: unknown = JSON.parse(row.headingPath);
  return {
    passageId: row.passageId,
    sourceId: row.sourceId,
    page: row.page === 0 ? null : row.page,
    headingPath: Array.isArray(headingPath) ? headingPath.map(String) : [],
    start: row.start,
    end: row.end,
  };
}
