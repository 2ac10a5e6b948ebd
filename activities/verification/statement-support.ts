import { analyzeTerms, contentTerms, isAmongStems } from '../text/terms.ts';
import { figuresIn, withoutFigures } from './figures.ts';

/** A cited passage as support for a statement. */
export interface SupportingPassage {
  readonly text: string;
  /** Document title and headings: a statement may name where something stands. */
  readonly place: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

export interface StatementSupport {
  /** Figures and names of the statement that no passage carries. */
  readonly missing: readonly string[];
  /** Share of its content words that the passages carry, 0..1. */
  readonly carriedWords: number;
}

const ACRONYM = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*\p{Lu}[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*/gu;
// At the beginning of a sentence every word has a capital letter.
const CAPITALISED = /(?<=[\p{Ll}\p{N},;]\s+)\p{Lu}\p{Ll}[\p{L}\p{N}-]*/gu;
/** Languages in which every noun has a capital letter, so that it marks no name. */
const NOUNS_ARE_CAPITALISED: ReadonlySet<string> = new Set(['de', 'lb']);

/**
 * How far passages carry a statement: its figures, its names, and its content words by stem or as part of a compound.
 *
 * Of a passage in another language only figures and acronyms can be compared.
 */
export function supportOf(text: string, language: string, passages: readonly SupportingPassage[]): StatementSupport {
  const isComparable = passages.some((passage) => [language, 'und'].includes(passage.language));
  const carried = passages.map((passage) => `${passage.place}\n${passage.text}`).join('\n');
  const stems = new Set(analyzeTerms(carried, language).map(({ stem }) => stem));
  const figures = figuresIn(carried);
  const names = namesIn(text, isComparable ? language : null);
  return {
    missing: [
      ...[...figuresIn(text)].filter((figure) => !figures.has(figure)),
      ...names.filter((name) => !contentTerms(name, language).every(({ stem }) => isAmongStems(stem, stems, language))),
    ],
    carriedWords: isComparable || passages.length === 0 ? carriedShare(text, language, stems) : 1,
  };
}

/** @param language null where only acronyms can be compared */
function namesIn(text: string, language: string | null): string[] {
  const acronyms = text.match(ACRONYM) ?? [];
  const capitalised = language === null || NOUNS_ARE_CAPITALISED.has(language) ? [] : (text.match(CAPITALISED) ?? []);
  return [...new Set([...acronyms, ...capitalised])];
}

function carriedShare(text: string, language: string, stems: ReadonlySet<string>): number {
  const words = contentTerms(withoutFigures(text), language);
  if (words.length === 0) return stems.size === 0 ? 0 : 1;
  return words.filter(({ stem }) => isAmongStems(stem, stems, language)).length / words.length;
}
