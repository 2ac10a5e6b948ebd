import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import { detectLanguage, isForeign } from '../text/language.ts';
import type { ClaimJudge, Judgement } from './claim-judge.ts';

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
    judgement,
    quotes,
    findings,
  }: { readonly judgement: Judgement; readonly quotes: readonly Quote[]; readonly findings: readonly Finding[] },
  { judge, read }: ClaimJudge,
  language: string,
): Promise<Repair | null> {
  const cause = judgement.faults.join('; ');
  // Another quote may happen to contain a wrong figure, so only a claim whose quote is about something else looks
  // further.
  const isMiscited = judgement.carriedWords < SAME_SUBJECT;
  const carrier = isMiscited ? await findSupportingQuote(claim, quotes, findings, judge) : null;
  if (carrier !== null) {
    return {
      claim: { ...claim, citations: [carrier.key] },
      note: `A claim now cites the quote that carries it, ${carrier.key}: ${cause}.`,
    };
  }
  const judged = await Promise.all(
    quotes.map(async (quote) => ({ quote, share: (await judge(claim, [quote])).carriedWords })),
  );
  const [nearest] = judged.sort((a, b) => b.share - a.share);
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

/** Finds a quote that contains every word of the claim. */
async function findSupportingQuote(
  claim: Claim,
  cited: readonly Quote[],
  findings: readonly Finding[],
  judge: ClaimJudge['judge'],
): Promise<Quote | null> {
  const others = findings.flatMap(({ quotes }) => quotes).filter((quote) => !cited.includes(quote));
  const judged = await Promise.all(others.map(async (quote) => ({ quote, ...(await judge(claim, [quote])) })));
  return judged.find(({ faults, carriedWords }) => faults.length === 0 && carriedWords === 1)?.quote ?? null;
}
