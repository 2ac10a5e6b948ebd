import { withoutFigures } from '@plumbline/language/figures';
import { analyzeTerms, derivation, isAmongStems, stemsIn, type Term } from '@plumbline/language/terms';
import { readPowers } from '@plumbline/text/powers';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';

/** A line break inside a paragraph: no blank line, list marker, heading, quotation or table row follows. */
const WRAPPED_LINE = /(?<=\S)[ \t]*\r?\n(?!\s*(?:\n|[-*+•|#>:]|\d{1,3}[.)]\s|\(?[\da-z]{1,2}\)\s|$))[ \t]*/gu;

/**
 * How many of a text's content words another text contains: by stem, as part of a compound, and by derivation ("retry" and
 * "retries", "inhibit" and "inhibitor"). An identifier is one word: with its parts, `RetryHandler` would weigh as much as three.
 *
 * @returns the share, 0..1, which is 1 for a text without content words unless the other is empty; and what is missing, as written
 */
export function wordCoverage(text: string, language: string, other: string) {
  const stems = stemsIn(other, language);
  const words = wholeWords(withoutFigures(text), language);
  if (words.length === 0) return { share: stems.size === 0 ? 0 : 1, missing: [] };
  const isMissing = ({ stem, parts }: WholeWord): boolean =>
    !isCovered(stem, stems, language) &&
    (parts.length === 0 || parts.some((part) => !isCovered(part.stem, stems, language)));
  const missing = words.filter(isMissing);
  return { share: 1 - missing.length / words.length, missing: missing.map(({ surface }) => surface) };
}

interface WholeWord extends Term {
  /** Of an identifier. */
  readonly parts: readonly Term[];
}

/** The distinct content words of a text, in order of first use. */
function wholeWords(text: string, language: string): WholeWord[] {
  const terms = analyzeTerms(text, language);
  const distinct = new Map<string, WholeWord>();
  let end = 0;
  for (const term of terms) {
    if (term.start < end) continue;
    end = term.end;
    if (term.isStopWord || distinct.has(term.stem)) continue;
    const parts = terms.filter((part) => part !== term && part.start >= term.start && part.end <= term.end);
    distinct.set(term.stem, { ...term, parts });
  }
  return [...distinct.values()];
}

/** Whether stems contain a word: whole, in a compound, or derived. */
export function isCovered(stem: string, stems: ReadonlySet<string>, language: string): boolean {
  if (isAmongStems(stem, stems, language)) return true;
  for (const other of stems) if (derivation(stem, other) > 0) return true;
  return false;
}

/**
 * The words of a quote that state something: without comments, struck or hidden words, tags, link targets, addresses, anchors, note marks,
 * issue numbers and numeric identifiers, whose figures state nothing.
 */
export function statingText(sourceText: string): string {
  return readPowers(withoutUnsaid(sourceText))
    .replace(WRAPPED_LINE, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/!\[[^\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, ' ')
    .replace(/\[([^\]]{0,1000})\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/giu, ' ')
    .replace(/\{[#.:][^{}]*\}/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]{0,40}:\/\/\S+/giu, ' ')
    .replace(/(?<=[\p{L}.,;:)])\[\^?\d{1,3}\]/gu, ' ')
    .replace(/(?<![\p{L}\p{N}&])#\d+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])(?=[\d-]{0,100}[a-f])(?=[a-f-]{0,100}\d)[\da-f-]{7,100}(?![\p{L}\p{N}])/giu, ' ')
    .replace(/^[ \t]*(?:>[ \t]*)*(?:\d{1,3}[.)][ \t]+|\(\d{1,2}[a-z]?\)[ \t]+)/gmu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .replace(/[*`]+/g, '');
}
