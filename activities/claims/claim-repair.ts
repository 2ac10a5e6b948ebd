import type { Statement } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import { detectLanguage, isForeign } from '../text/language.ts';
import type { Judgement, StatementJudge } from './claim-judge.ts';

/** A quote that carries so much of a statement's words is about the same. */
const SAME_SUBJECT = 0.4;
/** Longer quotes are no statement. */
const LONGEST_STATEMENT = 700;

/** What can be said instead of a statement that its quotes do not carry. */
export interface Repair {
  readonly statement: Statement;
  readonly note: string;
}

/**
 * Mends a statement by rule: it cites the quote that does carry it, or it becomes the words of the quote that it cites where
 * that is about the same; null when neither is possible.
 */
export async function repairStatement(
  statement: Statement,
  {
    judgement,
    quotes,
    findings,
  }: { readonly judgement: Judgement; readonly quotes: readonly Quote[]; readonly findings: readonly Finding[] },
  { judge, read }: StatementJudge,
  language: string,
): Promise<Repair | null> {
  const cause = judgement.faults.join('; ');
  // A false figure may stand in another quote: only a statement whose quote is about something else looks for one.
  const isMiscited = judgement.carriedWords < SAME_SUBJECT;
  const carrier = isMiscited ? await findCarrier(statement, quotes, findings, judge) : null;
  if (carrier !== null) {
    return {
      statement: { ...statement, citations: [carrier.key] },
      note: `A statement now cites the quote that carries it, ${carrier.key}: ${cause}.`,
    };
  }
  const judged = await Promise.all(
    quotes.map(async (quote) => ({ quote, share: (await judge(statement, [quote])).carriedWords })),
  );
  const [nearest] = judged.sort((a, b) => b.share - a.share);
  if (nearest === undefined || nearest.share < SAME_SUBJECT || isMiscited) return null;
  const text = await read(nearest.quote);
  if (text.length > LONGEST_STATEMENT) return null;
  const quotedLanguage = isForeign(text, language) ? { quotedLanguage: detectLanguage(text) } : {};
  return {
    statement: { text, citations: [nearest.quote.key], ...quotedLanguage },
    note: `A statement was replaced by the words of quote ${nearest.quote.key}: ${cause}.`,
  };
}

/** A quote that holds every word of the statement. */
async function findCarrier(
  statement: Statement,
  cited: readonly Quote[],
  findings: readonly Finding[],
  judge: StatementJudge['judge'],
): Promise<Quote | null> {
  const others = findings.flatMap(({ quotes }) => quotes).filter((quote) => !cited.includes(quote));
  const judged = await Promise.all(others.map(async (quote) => ({ quote, ...(await judge(statement, [quote])) })));
  return judged.find(({ faults, carriedWords }) => faults.length === 0 && carriedWords === 1)?.quote ?? null;
}
