import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { type Finding, placeOf, type Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../../workflows/contracts/evidence/query-anchor.ts';
import { quotationsIn } from '../../corpus/quotes/prose-quotations.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { detectLanguage, isForeign } from '../../language/text/language.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { withoutStruck } from '../../language/text/struck-words.ts';
import { type QuoteReading, readStatements } from '../../offline-engine/passages/quote-reading.ts';
import { checkQuotedWords, findVerbatimFault } from './claim-checks.ts';
import type { ClaimSupport, SupportingQuote } from './claim-support.ts';
import { supportByKind } from './kinds-of-claim.ts';

/** How a claim relates to its quotes. */
export interface Judgement extends ClaimSupport {
  /** The claim's text, with the source's spelling in its quotations. */
  readonly text: string;
  /** Why the claim is not simply the words of a quote; null if it is. */
  readonly verbatimFault: string | null;
}

/** Judges claims by the quotes that they cite and their stored texts. */
export interface ClaimJudge {
  /** Always supports the words of a cited quote, and compares everything else with the quotes. */
  readonly judge: (claim: Claim, quotes: readonly Quote[]) => Promise<Judgement>;
  /** Whether the claim is simply the words of a quote, or of the unit around it. */
  readonly isVerbatim: (claim: Claim, quotes: readonly Quote[]) => Promise<boolean>;
  /** What a report without a model can say in the words of a quote. */
  readonly read: (quote: Quote) => Promise<QuoteReading>;
}

export function createClaimJudge(
  { originalQuestion, refinements, language }: QueryAnchor,
  findings: readonly Finding[],
  texts: StoredTexts,
): ClaimJudge {
  const owners = new Map(findings.flatMap((finding) => finding.quotes.map(({ key }) => [key, finding] as const)));
  const question = [originalQuestion, ...refinements].join('\n');
  const read = createQuoteReader(owners, texts);
  const stating = createStatingQuotes(texts);

  async function verbatimFaultOf(claim: Claim, quotes: readonly Quote[]): Promise<string | null> {
    const readings = (await Promise.all(quotes.map(read))).flatMap(({ statement, unit }) => [statement, unit]);
    return findVerbatimFault(claim, quotes, readings);
  }

  async function judge(claim: Claim, cited: readonly Quote[]): Promise<Judgement> {
    const quotes = await Promise.all(cited.map(stating));
    const verbatimFault = await verbatimFaultOf(claim, quotes);
    if (quotes.length > 0 && quotes.every((quote) => quote.text.trim() === '')) {
      return { ...CARRIED, text: claim.text, verbatimFault, faults: [STRUCK], carriedWords: 0 };
    }
    // The words of a cell are true of its row or they are not.
    if (verbatimFault === null && claim.placement?.form !== 'table') {
      return { text: claim.text, verbatimFault, ...CARRIED };
    }
    const { text, fault } = checkQuotedWords(claim.text, [...(await storedTextsOf(quotes, texts)), question]);
    const supporting = quotes.map((quote) => toSupport(quote, owners.get(quote.key)));
    const setting = { language: languageOf(claim, language), question };
    if (text === null) {
      const support = supportByKind(claim, quotes, supporting, setting);
      return { ...support, text: claim.text, verbatimFault, faults: [fault], isDoubtful: false };
    }
    // A quotation from the cited source counts as evidence, wherever the source contains it.
    const quoted = quotationsIn(text).map((quotation) => ({ ...quotation, place: '', language: detectLanguage(text) }));
    const support = supportByKind({ ...claim, text }, quotes, [...supporting, ...quoted], setting);
    return { text, verbatimFault, ...support };
  }

  return {
    judge,
    isVerbatim: async (claim, cited) => (await verbatimFaultOf(claim, await Promise.all(cited.map(stating)))) === null,
    read,
  };
}

const STRUCK = 'the source strikes out the quotation';

/** Quotes without what their source strikes out: the marks may lie beside a quote. Reads each text once. */
function createStatingQuotes(texts: StoredTexts): (quote: Quote) => Promise<Quote> {
  const said = new Map<string, Promise<string | null>>();
  const readSaid = async (textHash: string): Promise<string | null> => {
    const { text } = await texts.read(textHash);
    return text === null ? null : withoutStruck(text);
  };
  return async (quote) => {
    const { textHash, start, end } = quote;
    const text = said.get(textHash) ?? readSaid(textHash);
    said.set(textHash, text);
    const words = (await text)?.slice(start, end);
    // Words of the wrong length are those of a damaged record, which another check reports.
    return words?.length === quote.text.length ? { ...quote, text: words } : quote;
  };
}

/** Reads each finding once. */
function createQuoteReader(owners: ReadonlyMap<string, Finding>, texts: StoredTexts): ClaimJudge['read'] {
  const readings = new Map<Finding, ReturnType<typeof readStatements>>();
  return async (quote) => {
    const owner = owners.get(quote.key);
    const own = { statement: readableText(quote.text), unit: readableText(quote.text) };
    if (owner === undefined) return own;
    const reading = readings.get(owner) ?? readStatements(owner, texts);
    readings.set(owner, reading);
    return (await reading).get(quote.key) ?? own;
  };
}

const CARRIED: ClaimSupport = { faults: [], carriedWords: 1, isJudged: true, isDoubtful: false };

/** The claim's own language: a separate check reports sentences that are not in the report's language. */
export function languageOf({ text, quotedLanguage }: Pick<Claim, 'text' | 'quotedLanguage'>, language: string): string {
  return quotedLanguage ?? (isForeign(text, language) ? detectLanguage(text) : language);
}

function toSupport({ text }: Quote, finding: Finding | undefined): SupportingQuote {
  const place = finding === undefined ? '' : placeOf(finding);
  return { text, place, language: detectLanguage(text) };
}

async function storedTextsOf(quotes: readonly Quote[], texts: StoredTexts): Promise<string[]> {
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  return (await Promise.all(hashes.map((hash) => texts.read(hash)))).flatMap(({ text }) => text ?? []);
}
