import { splitSentences } from '../../language/text/sentences.ts';
import {
  createStatementScorer,
  type InformationNeed,
  type RankedStatement,
  type ReadablePassage,
  rankStatements,
} from './passage-reading.ts';

/** Marks omitted sentences. */
export const LEFT_OUT = '[…]';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** How long an excerpt may be, in characters, not counting the marks of omitted sentences. */
export interface ExcerptLength {
  readonly usual: number;
  /** The limit if no statement shares a word with the question, so that the relevant part is unknown. */
  readonly unknown: number;
}

/**
 * The part of a passage that is worth showing: the sentences of its best statements with their neighbours, in the order
 * of the text; the whole text if it is short enough.
 */
export function excerptOf(need: InformationNeed, passage: ReadablePassage, { usual, unknown }: ExcerptLength): string {
  const text = passage.text.trim();
  if (text.length <= usual) return text;
  const ranked = rankStatements(need, { ...passage, text });
  const maxLength = sharesWords(need, { ...passage, text }, ranked[0]) ? usual : unknown;
  const sentences: readonly Span[] = splitSentences(text, passage.language);
  const shown = new Set<number>();
  let length = 0;
  for (const index of inOrderOfWorth(ranked, sentences)) {
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    if (shown.has(index) || (shown.size > 0 && length + end - start > maxLength)) continue;
    shown.add(index);
    length += end - start;
  }
  return joined(text, sentences, shown).slice(0, maxLength + 2 * LEFT_OUT.length * (shown.size + 1));
}

/** Compares only the statement's own words, because the headings apply to every part of the passage. */
function sharesWords(need: InformationNeed, passage: ReadablePassage, best: RankedStatement | undefined): boolean {
  if (best === undefined) return false;
  const score = createStatementScorer(need, { ...passage, title: '', headingPath: [] });
  return score(best).matchedWords.length > 0;
}

/** Sentences of the best statement, their neighbours, then the second best, …, then all from the start. May repeat. */
function inOrderOfWorth(ranked: readonly Span[], sentences: readonly Span[]): number[] {
  const near = ranked.flatMap((statement) => {
    const own = [...sentences.keys()].filter((index) => overlaps(sentences[index], statement));
    return [...own, ...own.flatMap((index) => [index - 1, index + 1])];
  });
  return [...near.filter((index) => index >= 0 && index < sentences.length), ...sentences.keys()];
}

function overlaps(sentence: Span | undefined, statement: Span): boolean {
  return sentence !== undefined && sentence.start < statement.end && statement.start < sentence.end;
}

function joined(text: string, sentences: readonly Span[], shown: ReadonlySet<number>): string {
  const parts: string[] = [];
  let end: number | null = 0;
  for (const [index, sentence] of sentences.entries()) {
    if (!shown.has(index)) {
      end = null;
      continue;
    }
    if (end === null) parts.push(parts.length === 0 ? `${LEFT_OUT} ` : ` ${LEFT_OUT} `);
    parts.push(text.slice(end ?? sentence.start, sentence.end));
    end = sentence.end;
  }
  return `${parts.join('')}${end === null ? ` ${LEFT_OUT}` : ''}`;
}
