import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { detectLanguage, isForeign } from '@plumbline/language/detection';
import { quotationsIn, replaceQuotations } from '@plumbline/quotes/quotes';
import { type ClaimVerifier, languageOf, type Verdict } from './claim-verdict.ts';
import { createCoverageIndex, statingText } from './word-coverage.ts';

/** A quote with this share of a claim's words is about the same subject. */
const SAME_SUBJECT = 0.4;
/** Longer quotes are too long for a claim. */
const LONGEST_STATEMENT = 700;

/** A supported replacement for an unsupported claim. */
export interface Repair {
  readonly claim: Claim;
  readonly note: string;
}

/**
 * Repairs a claim by rule: it cites the quote that does support it, or it becomes the words of its cited quote if that
 * is about the same subject; null if neither is possible.
 */
export async function repairClaim(
  claim: Claim,
  {
    verdict,
    quotes,
    findSupporting,
  }: {
    readonly verdict: Verdict;
    readonly quotes: readonly Quote[];
    readonly findSupporting: SupportingQuoteSearch;
  },
  { verify, read }: ClaimVerifier,
  language: string,
): Promise<Repair | null> {
  const cause = verdict.reasons.join('; ');
  // Another quote may happen to contain a wrong figure, so only a claim whose quote is about something else looks
  // further.
  const isMiscited = verdict.coverage < SAME_SUBJECT;
  const supporting = isMiscited ? await findSupporting(claim, quotes) : null;
  if (supporting !== null) {
    return {
      claim: { ...claim, citations: [supporting.key] },
      note: `A claim now cites the quote that carries it, ${supporting.key}: ${cause}.`,
    };
  }
  const compared = await Promise.all(
    quotes.map(async (quote) => ({ quote, share: (await verify(claim, [quote])).coverage })),
  );
  const [nearest] = compared.sort((a, b) => b.share - a.share);
  if (nearest === undefined || nearest.share < SAME_SUBJECT || isMiscited) return null;
  const { statement: text } = await read(nearest.quote);
  if (text.length > LONGEST_STATEMENT) return null;
  const quotedLanguage = isForeign(text, language) ? { quotedLanguage: detectLanguage(text) } : {};
  return {
    claim: { text, citations: [nearest.quote.key], ...placementOf(claim), ...quotedLanguage },
    note: `A claim was replaced by the words of quote ${nearest.quote.key}: ${cause}.`,
  };
}

function placementOf({ placement }: Claim): Pick<Claim, 'placement'> {
  return placement === undefined ? {} : { placement };
}

/** Finds a quote that contains every word of a claim, beside those that it cites. */
export type SupportingQuoteSearch = (claim: Claim, cited: readonly Quote[]) => Promise<Quote | null>;

/** Compares a claim only with quotes that have its words. */
export function createSupportingQuoteSearch(
  findings: readonly Finding[],
  { verify, read }: ClaimVerifier,
  language: string,
): SupportingQuoteSearch {
  const placed = findings.flatMap((finding) => finding.quotes.map((quote) => ({ quote, place: placeOf(finding) })));
  let index: Promise<ReturnType<typeof createCoverageIndex>> | undefined;
  const indexQuotes = async () => {
    const said = placed.map(async ({ quote, place }) => {
      const { statement, unit } = await read(quote);
      return [place, statingText(quote.text), statement, unit].join('\n');
    });
    return createCoverageIndex(await Promise.all(said));
  };
  return async (claim, cited) => {
    index ??= indexQuotes();
    const said = statementOf(claim);
    // What it quotes is compared with the stored text.
    const words = replaceQuotations(said, quotationsIn(said), () => ' ');
    for (const position of (await index)(statingText(words), languageOf(claim, language), 1)) {
      const quote = placed[position]?.quote;
      if (quote === undefined || cited.includes(quote)) continue;
      const { reasons, coverage } = await verify(claim, [quote]);
      if (reasons.length === 0 && coverage === 1) return quote;
    }
    return null;
  };
}
