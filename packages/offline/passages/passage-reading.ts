import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { isForeign, NO_LANGUAGE } from '@plumbline/language/detection';
import { coverage, matchedWords, matchTerms, type WeightedTerm } from '@plumbline/language/term-matching';
import { citableUnits } from '@plumbline/quotes/passages';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { createMemo } from '@plumbline/text/text-memo';
import { entriesOf, type Span } from './passage-entries.ts';
import { tableRowsOf } from './table-rows.ts';

/** A passage whose words are compared with a question. */
export interface ReadablePassage {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** The words that are looked for, weighted, in the order of the question. */
export interface InformationNeed {
  readonly terms: readonly WeightedTerm[];
}

/** How much a text has of the words that are looked for; says nothing of what it means. */
export interface WordMatch {
  /** Share of their weight, 0..1. */
  readonly share: number;
  readonly matchedWords: readonly string[];
}

/** The best sentence, entry, row or line of a passage. Offsets of the passage, `end` exclusive. */
interface MatchingUnit extends Span, Pick<WordMatch, 'share'> {}

/** Of a longer entry the sentences count, in characters. */
const LONGEST_ENTRY = 700;

/** The hits of some tasks: each is scored, ranked and read. */
const remember = createMemo<MatchingUnit | null>(400_000);

export function readableOf({ passage, source, text }: StoredPassage): ReadablePassage {
  return { title: source.title, headingPath: passage.headingPath, text, language: source.language };
}

/** The words that a passage has, with its title and headings. */
export function matchPassage({ terms }: InformationNeed, passage: ReadablePassage): WordMatch {
  const { title, headingPath, text, language } = passage;
  const matches = matchTerms(terms, [title, ...headingPath, text].join('\n'), language);
  return { share: coverage(terms, matches), matchedWords: matchedWords(terms, matches) };
}

/** The unit with most of the words; null where nothing can be cited. */
export function bestUnit({ terms }: InformationNeed, { text, language }: ReadablePassage): MatchingUnit | null {
  return remember(JSON.stringify([terms, language, text]), () => {
    const units = unitsOf(text, language).map(({ start, end, header }) => {
      const words = [...header, text.slice(start, end)].join('\n');
      return { start, end, share: coverage(terms, matchTerms(terms, words, language)) };
    });
    return units.toSorted((a, b) => b.share - a.share)[0] ?? null;
  });
}

/** Sentences, rows with their header, and lines of code; an entry of a list, which explains what it names, is one. */
function unitsOf(text: string, language: string): readonly (Span & { readonly header: readonly string[] })[] {
  const units = citableUnits(text, language);
  const blocks = language === NO_LANGUAGE ? [] : splitBlocks(text);
  const entries = entriesOf(text, blocks).filter((e) => e.isListItem && e.end - e.start <= LONGEST_ENTRY);
  const rows = tableRowsOf(text, blocks);
  const partOf = (spans: readonly Span[], unit: Span) => spans.find((s) => s.start <= unit.start && unit.end <= s.end);
  const headers = blocks.filter((block) => rows.length > 0 && block.kind === 'table' && !partOf(rows, block));
  const cited = new Set(units.filter((unit) => !partOf(headers, unit)).map((unit) => partOf(entries, unit) ?? unit));
  return [...cited].map((unit) => ({ ...unit, header: rows.find((r) => r.start === unit.start)?.header ?? [] }));
}

/** Why the words of such a passage say nothing of it, for people. */
export const BEYOND_WORDS = 'found by its meaning, in another language than the question';

/** Whether a passage was found by meaning and is in another language than the question, so that shared words are chance. */
export function isBeyondWords({ byMeaning }: Pick<SearchHit, 'byMeaning'>, text: string, language: string): boolean {
  return byMeaning === true && isForeign(text, language);
}
