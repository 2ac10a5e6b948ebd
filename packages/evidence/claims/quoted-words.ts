import { MIN_QUOTE_LENGTH, type Quote } from '@plumbline/contracts/evidence/finding';
import { withoutModelRead } from '@plumbline/contracts/evidence/model-read';
import { areAmong, figuresIn } from '@plumbline/language/figures';
import { languageOf } from '@plumbline/language/languages';
import { locateQuote, type ProseQuotation, quotationsIn, replaceSpans } from '@plumbline/quotes/quotes';
import { readPowers } from '@plumbline/text/powers';
import { readableText } from '@plumbline/text/readable-text';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';

/** Addresses that become links or ask to be opened, without trailing punctuation. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]{0,30}:\/\/|(?<![\p{L}\p{N}])(?:www\.|mailto:|data:|javascript:))[^\s<>"“”„«»`]*[^\s<>"“”„«»`.,;:!?)\]}'’]/giu;

const OPENING = /^[„“”«»"]/u;
const IN_MARKS = /^[„“»«"][\s\S]*[“”«»"]$/u;

/** The accepted text, or why it is refused. */
export type VerifiedText =
  | { readonly text: string; readonly reason: null }
  | { readonly text: null; readonly reason: string };

/**
 * Verifies what a text quotes and links: the sources must contain every quotation, which gets the source's spelling, and
 * every address. What a model read in a picture is no wording of a source.
 */
export function verifyQuotedWords(text: string, sourceTexts: readonly string[]): VerifiedText {
  const quotations = verifyQuotations(text, sourceTexts);
  if (quotations.text === null) return quotations;
  const address = (text.match(ADDRESS) ?? []).find((found) => !sourceTexts.some((source) => source.includes(found)));
  return address === undefined ? quotations : refused('an address is not in the cited sources');
}

/** Gives every quotation in a text the spelling of its source; a quotation that no source contains is refused. */
function verifyQuotations(text: string, sourceTexts: readonly string[]): VerifiedText {
  const words = new Map<ProseQuotation, string>();
  const quotations = quotationsIn(text);
  const plain = (source: string): string =>
    withoutUnsaid(withoutModelRead(source)).replaceAll(LINK, '$1$2').replaceAll(SETTING, '');
  const sources = quotations.length === 0 ? [] : sourceTexts.map(plain);
  for (const quotation of quotations) {
    const located = sources.map((said) => sourceWords(quotation.text, said)).find((found) => found !== null);
    if (located === undefined || located === null) return refused('a quotation is not in the cited sources');
    words.set(quotation, located);
  }
  return { text: replaceSpans(text, quotations, (quotation) => words.get(quotation) ?? ''), reason: null };
}

/** What a writer leaves out of a quotation, and a letter changed to fit the sentence: “[…]”, “…”, “[j]ede”. */
const LEFT_OUT = /\[(?:…|\.{3})\]|\((?:…|\.{3})\)|…|\.{3}/u;
const CHANGED_LETTER = /\[(\p{L})\]/gu;
/** Marks of a quoted block, and of emphasis: how words are set, not what they are. */
const SETTING = /^[ \t]*(?:>[ \t]?)+|(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])/gmu;
/** Also one to an address that is given elsewhere, "[`Client`][]", but no place in a list of lists. */
const LINK = /\[([^\][]+)\]\([^()\n]*\)|(?<![\p{L}\p{N}\]])\[(?=[^\][]*\p{L})([^\][]+)\]\[[^\][\n]*\]/gu;
const STRAY_START = /^[.,;:!?)\]\s]+/u;

/** The source's words for a quotation, in one line; of one with omissions every part, in its order. */
function sourceWords(quotation: string, said: string): string | null {
  const parts = quotation.replaceAll(CHANGED_LETTER, '$1').split(LEFT_OUT).filter(Boolean);
  let from = 0;
  const words = parts.map((part) => {
    const located = wordsAt(part, said.slice(from));
    from += located?.end ?? 0;
    return located?.words ?? null;
  });
  if (words.length === 0 || words.includes(null)) return null;
  return words.length === 1 && !LEFT_OUT.test(quotation) ? (words[0] ?? null) : quotation;
}

/** A different number word is a different fact, however similar. */
function wordsAt(quotation: string, said: string): { readonly words: string; readonly end: number } | null {
  // The quotation marks may enclose the full stop of the sentence around them.
  const located = locateQuote(quotation, said) ?? locateQuote(quotation.replace(/[.,;]\s*$/u, ''), said);
  if (located === null) return null;
  const words = readPowers(said.slice(located.start, located.end)).replace(/\s+/g, ' ').replace(STRAY_START, '').trim();
  const [figures, others] = [figuresIn(quotation), figuresIn(words)];
  return figures.size === others.size && areAmong(figures, others) ? { words, end: located.end } : null;
}

function refused(reason: string): VerifiedText {
  return { text: null, reason };
}

/**
 * A claim that consists only of words of a quote, put in quotation marks; null if it contains other words. A model may
 * say nothing else from a passage that addresses a program.
 */
export function quotationOf(text: string, quotes: readonly Pick<Quote, 'text'>[], language: string): string | null {
  const words = bare(enclosedIn(text.trim()));
  const isTaken = quotes.some((quote) => bare(readableText(withoutModelRead(quote.text))).includes(words));
  if (words.length < MIN_QUOTE_LENGTH || !isTaken) return null;
  const trimmed = text.trim();
  if (IN_MARKS.test(trimmed)) return trimmed;
  const [opening, closing] = languageOf(language).quotationMarks ?? ['“', '”'];
  return `${opening}${trimmed}${closing}`;
}

/** What is between quotation marks; a text that does not begin with one as it is. */
function enclosedIn(text: string): string {
  if (!OPENING.test(text)) return text;
  return text
    .slice(1)
    .replace(/[.,;]$/u, '')
    .replace(/[“”«»"]$/u, '')
    .trim();
}

/** Whether a text is a quotation of one of these quotes. */
export function isQuotationOf(text: string, quotes: readonly Pick<Quote, 'text'>[]): boolean {
  return quotationOf(text, quotes, 'en') === text;
}

/** The words in one line, without the sentence's full stop. */
function bare(words: string): string {
  return words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.,;]$/u, '');
}
