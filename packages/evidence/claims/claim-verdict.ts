import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { detectLanguage, isForeign } from '@plumbline/language/detection';
import { readPlaces } from '@plumbline/offline/passages';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { readableText } from '@plumbline/text/readable-text';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';

/** Why a report without a model does not keep a claim. */
export const NOT_VERBATIM = 'the claim does not repeat the words of its quote';
export const UNSAID = 'the source strikes out or hides the quotation';

/** What claims are verified against. */
export interface ClaimEvidence {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  readonly texts: StoredTexts;
}

/** Compares claims with the quotes that they cite, character by character. */
export interface ClaimVerifier {
  /** Why a claim is not the words of a quote or of the unit around it; null if it is. */
  readonly faultOf: (claim: Claim, cited: readonly Quote[]) => Promise<string | null>;
  /** The words of the unit around a quote, as a report shows them. */
  readonly read: (quote: Quote) => Promise<string>;
}

export function createClaimVerifier({ findings, texts }: Omit<ClaimEvidence, 'anchor'>): ClaimVerifier {
  const owners = new Map(findings.flatMap((finding) => finding.quotes.map(({ key }) => [key, finding] as const)));
  const read = createQuoteReader(owners, texts);
  const stating = createStatingQuotes(texts);
  return {
    async faultOf({ text, placement, isPassage }, cited) {
      const stated = await Promise.all(cited.map(stating));
      if (areEmpty(stated)) return UNSAID;
      // The words of a cell are true of its row or they are not.
      if (placement?.form === 'table') return NOT_VERBATIM;
      const units = await Promise.all(stated.map(read));
      // A place stands word for word in each document that it names.
      const repeats = stated.map((quote, index) => repeatsQuote(text, [quote], units.slice(index, index + 1)));
      return repeats.includes(true) && (isPassage !== true || !repeats.includes(false)) ? null : NOT_VERBATIM;
    },
    read,
  };
}

/** Whether a text is the words of a quote, or of the unit around it. */
export function repeatsQuote(text: string, quotes: readonly Pick<Quote, 'text'>[], units: readonly string[]): boolean {
  return units.includes(text) || quotes.some((quote) => readableText(quote.text) === text);
}

export function areEmpty(quotes: readonly Pick<Quote, 'text'>[]): boolean {
  return quotes.length > 0 && quotes.every((quote) => quote.text.trim() === '');
}

/** Quotes without what their source strikes out or hides: the marks may lie beside a quote. Reads each text once. */
function createStatingQuotes(texts: StoredTexts): (quote: Quote) => Promise<Quote> {
  const said = new Map<string, Promise<string | null>>();
  const readSaid = async (textHash: string): Promise<string | null> => {
    const { text } = await texts.read(textHash);
    return text === null ? null : withoutUnsaid(text);
  };
  return async (quote) => {
    const { textHash, start, end } = quote;
    const text = said.get(textHash) ?? readSaid(textHash);
    said.set(textHash, text);
    const words = (await text)?.slice(start, end);
    // Words of the wrong length come from a damaged record, which is reported elsewhere.
    return words?.length === quote.text.length ? { ...quote, text: words } : quote;
  };
}

/** Reads each finding once. */
function createQuoteReader(owners: ReadonlyMap<string, Finding>, texts: StoredTexts): ClaimVerifier['read'] {
  const readings = new Map<Finding, ReturnType<typeof readPlaces>>();
  return async (quote) => {
    const owner = owners.get(quote.key);
    const own = readableText(quote.text);
    if (owner === undefined) return own;
    const reading = readings.get(owner) ?? readPlaces(owner, texts);
    readings.set(owner, reading);
    return (await reading).get(quote.key) ?? own;
  };
}

/** The claim's own language: sentences that are not in the report's language are reported elsewhere. */
export function languageOf({ text, quotedLanguage }: Pick<Claim, 'text' | 'quotedLanguage'>, language: string): string {
  return quotedLanguage ?? (isForeign(text, language) ? detectLanguage(text) : language);
}
