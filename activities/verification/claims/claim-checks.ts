import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { type ProseQuotation, quotationsIn, replaceQuotations } from '../../corpus/quotes/prose-quotations.ts';
import { locateQuote } from '../../corpus/quotes/quote-collection.ts';
import { areAmong, figuresIn } from '../../language/text/figures.ts';
import { readPowers } from '../../language/text/powers.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { withoutStruck } from '../../language/text/struck-words.ts';
import { referencesIn } from './figure-faults.ts';

/** Addresses that become links or ask to be opened, without trailing punctuation. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]{0,30}:\/\/|(?<![\p{L}\p{N}])(?:www\.|mailto:|data:|javascript:))[^\s<>"“”„«»]*[^\s<>"“”„«».,;:!?)\]}'’]/giu;

/** The accepted text, or what is wrong with it. */
export type CheckedText =
  | { readonly text: string; readonly fault: null }
  | { readonly text: null; readonly fault: string };

/**
 * What is wrong with an offline claim: it must consist of the words of a cited quote, alone or with the subject that
 * the passage gives them.
 *
 * @param readings of its quotes, as `readStatements` reads them from the stored text
 */
export function findVerbatimFault(
  { text }: Claim,
  quotes: readonly Pick<Quote, 'text'>[],
  readings: readonly string[],
): string | null {
  return readings.includes(text) || quotes.some((quote) => readableText(quote.text) === text)
    ? null
    : 'the claim does not repeat the words of its quote';
}

/**
 * Checks what a text quotes and links: the sources must contain every quotation, which gets the source's spelling, and
 * every address.
 */
export function checkQuotedWords(text: string, sourceTexts: readonly string[]): CheckedText {
  const quotations = checkQuotations(text, sourceTexts);
  if (quotations.text === null) return quotations;
  const address = (text.match(ADDRESS) ?? []).find((found) => !sourceTexts.some((source) => source.includes(found)));
  return address === undefined ? quotations : refused('an address is not in the cited sources');
}

/**
 * Checks a remark about what is missing. It cites nothing, so it may only quote and link what a source or the question
 * contains, and only use figures from a quote or the question.
 */
export function checkRemark(
  text: string,
  { sourceTexts, figures }: { readonly sourceTexts: readonly string[]; readonly figures: ReadonlySet<string> },
): CheckedText {
  const checked = checkQuotedWords(text, sourceTexts);
  if (checked.text === null) return checked;
  const invented = [...figuresIn(referencesIn(text).rest)].find((figure) => !figures.has(figure));
  return invented === undefined ? checked : refused(`the figure ${invented} is not in the cited evidence`);
}

/** Gives every quotation in a text the spelling of its source; a quotation that no source contains is a fault. */
function checkQuotations(text: string, sourceTexts: readonly string[]): CheckedText {
  const words = new Map<ProseQuotation, string>();
  const quotations = quotationsIn(text);
  for (const quotation of quotations) {
    const located = sourceTexts.map((source) => sourceWords(quotation.text, source)).find((found) => found !== null);
    if (located === undefined || located === null) return refused('a quotation is not in the cited sources');
    words.set(quotation, located);
  }
  return { text: replaceQuotations(text, quotations, (quotation) => words.get(quotation) ?? ''), fault: null };
}

/** The source's words for a quotation, in one line. A different number word is a different fact, however similar. */
function sourceWords(quotation: string, source: string): string | null {
  // The quotation marks may enclose the full stop of the sentence around them.
  const said = withoutStruck(source);
  const located = locateQuote(quotation, said) ?? locateQuote(quotation.replace(/[.,;]\s*$/u, ''), said);
  if (located === null) return null;
  const words = readPowers(said.slice(located.start, located.end)).replace(/\s+/g, ' ').trim();
  const [figures, others] = [figuresIn(quotation), figuresIn(words)];
  return figures.size === others.size && areAmong(figures, others) ? words : null;
}

function refused(fault: string): CheckedText {
  return { text: null, fault };
}
