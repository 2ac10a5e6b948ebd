import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { Statement } from '../../workflows/contracts/statement.ts';
import { readableText } from '../reading/readable-text.ts';
import { detectLanguage, isForeign } from '../text/language.ts';
import type { Judgement, StatementJudge } from './statement-judge.ts';

/** A quote that carries so much of a statement's words is about the same. */
const SAME_SUBJECT = 0.4;
/** Another quote has to carry the statement nearly whole to take the place of the one that it cites. */
const CARRIED_ELSEWHERE = 0.75;
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
  judge: StatementJudge,
  language: string,
): Promise<Repair | null> {
  const cause = judgement.faults.join('; ');
  const carrier = await findCarrier(statement, quotes, findings, judge);
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
  if (nearest === undefined || nearest.share < SAME_SUBJECT || judgement.carriedWords < SAME_SUBJECT) return null;
  const text = readableText(nearest.quote.text);
  if (text.length > LONGEST_STATEMENT) return null;
  const quotedLanguage = isForeign(text, language) ? { quotedLanguage: detectLanguage(text) } : {};
  return {
    statement: { text, citations: [nearest.quote.key], ...quotedLanguage },
    note: `A statement was replaced by the words of quote ${nearest.quote.key}: ${cause}.`,
  };
}

async function findCarrier(
  statement: Statement,
  cited: readonly Quote[],
  findings: readonly Finding[],
  judge: StatementJudge,
): Promise<Quote | null> {
  const others = findings.flatMap(({ quotes }) => quotes).filter((quote) => !cited.includes(quote));
  const judged = await Promise.all(others.map(async (quote) => ({ quote, ...(await judge(statement, [quote])) })));
  const carrying = judged
    .filter(
      ({ faults, isJudged, carriedWords }) => faults.length === 0 && isJudged && carriedWords >= CARRIED_ELSEWHERE,
    )
    .sort((a, b) => b.carriedWords - a.carriedWords);
  return carrying[0]?.quote ?? null;
}
