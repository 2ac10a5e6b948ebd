import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { Statement } from '../../workflows/contracts/statement.ts';
import type { StoredTexts } from '../evidence/stored-quotes.ts';
import { detectLanguage } from '../text/language.ts';
import { quotationsIn } from './prose-quotations.ts';
import { checkQuotedWords, findVerbatimFault } from './statement-checks.ts';
import { type StatementSupport, type SupportingQuote, supportOf } from './statement-support.ts';

/** What the quotes of a statement have to do with it. */
export interface Judgement extends StatementSupport {
  /** With the source's spelling in its quotations. */
  readonly text: string;
}

/**
 * Judges a statement by the quotes that it cites and their stored texts. The words of a cited quote are always carried;
 * everything else is compared with the quotes.
 */
export type StatementJudge = (statement: Statement, quotes: readonly Quote[]) => Promise<Judgement>;

export function createStatementJudge(
  { originalQuestion, refinements, language }: QueryAnchor,
  findings: readonly Finding[],
  texts: StoredTexts,
): StatementJudge {
  const owners = new Map(findings.flatMap((finding) => finding.quotes.map(({ key }) => [key, finding] as const)));
  const question = [originalQuestion, ...refinements].join('\n');
  return async (statement, quotes) => {
    if (findVerbatimFault(statement, quotes) === null) return { text: statement.text, ...VERBATIM };
    const sourceTexts = await storedTextsOf(quotes, texts);
    const { text, fault } = checkQuotedWords(statement.text, [...sourceTexts, question]);
    const supporting = quotes.map((quote) => toSupport(quote, owners.get(quote.key)));
    const setting = { language: statement.quotedLanguage ?? language, question };
    if (text === null) {
      const support = supportOf(statement.text, supporting, setting);
      return { ...support, text: statement.text, faults: [fault, ...support.faults] };
    }
    // What it quotes from the cited source is the source's word, wherever it stands there.
    const quoted = quotationsIn(text).map((quotation) => ({ ...quotation, place: '', language: detectLanguage(text) }));
    return { text, ...supportOf(text, [...supporting, ...quoted], setting) };
  };
}

const VERBATIM: StatementSupport = { faults: [], carriedWords: 1, isJudged: true };

function toSupport({ text }: Quote, finding: Finding | undefined): SupportingQuote {
  const place = finding === undefined ? '' : [finding.title, ...finding.headingPath].join('\n');
  return { text, place, language: detectLanguage(text) };
}

async function storedTextsOf(quotes: readonly Quote[], texts: StoredTexts): Promise<string[]> {
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  return (await Promise.all(hashes.map((hash) => texts.read(hash)))).flatMap(({ text }) => text ?? []);
}
