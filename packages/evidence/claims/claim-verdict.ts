import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { detectLanguage, isForeign } from '@plumbline/language/detection';
import { type QuoteReading, readStatements } from '@plumbline/offline/statements';
import { quotationsIn } from '@plumbline/quotes/quotes';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { withoutUnticked } from '@plumbline/text/boxes';
import { readableText } from '@plumbline/text/readable-text';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import { asEntailed, type ClaimSupport, type SupportingQuote, supportOfClaim } from './claim-support.ts';
import { verifyQuotedWords } from './quoted-words.ts';

/** How a claim relates to the quotes that it cites; all that is decided of a claim is decided from this. */
export interface Verdict extends Omit<ClaimSupport, 'status'> {
  /** `verbatim`: it is the words of a quote or of the unit around it, so that nothing has to be compared. */
  readonly status: 'verbatim' | ClaimSupport['status'];
  /** The claim's text, with the source's spelling in its quotations. */
  readonly text: string;
}

/** Why a report without a model does not keep a claim. */
export const NOT_VERBATIM = 'the claim does not repeat the words of its quote';
const UNSAID = 'the source strikes out or hides the quotation';
const UNTICKED = 'the source leaves the box of the quotation open';
const REPEATED = { status: 'verbatim', reasons: [], coverage: 1, dependsOnMeaning: false } as const;
const REFUTED = { status: 'unsupported', dependsOnMeaning: false } as const;

export function isSupported({ status }: Pick<Verdict, 'status'>): boolean {
  return status === 'verbatim' || status === 'supported' || status === 'inferred';
}

/** What claims are verified against. */
export interface ClaimEvidence {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  readonly texts: StoredTexts;
}

/** Gives verdicts on claims by the quotes that they cite and their stored texts. */
export interface ClaimVerifier {
  /** Compares a claim with the same quotes once, however often it is asked. */
  readonly verify: (claim: Claim, cited: readonly Quote[]) => Promise<Verdict>;
  /** What a report without a model can say in the words of a quote. */
  readonly read: (quote: Quote) => Promise<QuoteReading>;
}

/** An activity creates one and hands it to all that decide about claims. */
export function createClaimVerifier({ anchor, findings, texts }: ClaimEvidence): ClaimVerifier {
  const owners = new Map(findings.flatMap((finding) => finding.quotes.map(({ key }) => [key, finding] as const)));
  const question = [anchor.originalQuestion, ...anchor.refinements].join('\n');
  const read = createQuoteReader(owners, texts);
  const stating = createStatingQuotes(texts, withoutUnsaid);
  const chosen = createStatingQuotes(texts, (text) => withoutUnticked(withoutUnsaid(text)));
  const verdicts = new Map<string, Promise<Verdict>>();

  async function compare(claim: Claim, cited: readonly Quote[]): Promise<Verdict> {
    const stated = await Promise.all(cited.map(stating));
    if (areEmpty(stated)) return { ...REFUTED, text: claim.text, reasons: [UNSAID], coverage: 0 };
    // The words of a cell are true of its row or they are not.
    if (claim.placement?.form !== 'table' && repeatsQuote(claim.text, stated, await Promise.all(stated.map(read)))) {
      return { ...REPEATED, text: claim.text };
    }
    // Only the words of a quote, repeated with their box, may be ones that were not chosen.
    const quotes = await Promise.all(cited.map(chosen));
    if (areEmpty(quotes)) return { ...REFUTED, text: claim.text, reasons: [UNTICKED], coverage: 0 };
    const { text, reason } = verifyQuotedWords(claim.text, [...(await storedTextsOf(quotes, texts)), question]);
    const supporting = quotes.map((quote) => toSupporting(quote, owners.get(quote.key)));
    const setting = { language: languageOf(claim, anchor.language), question };
    if (text === null) {
      const { coverage } = supportOfClaim(claim, { cited: quotes, supporting }, setting);
      return { ...REFUTED, text: claim.text, reasons: [reason], coverage };
    }
    // A quotation from the cited source counts as evidence, wherever the source contains it. It may be of what was not chosen.
    const isChosen = quotes.every((quote, index) => quote.text === stated[index]?.text);
    const quotations = isChosen ? quotationsIn(text) : [];
    const quoted = quotations.map((quotation) => ({ ...quotation, place: '', language: detectLanguage(text) }));
    const evidence = { cited: quotes, supporting: [...supporting, ...quoted] };
    return { text, ...supportOfClaim({ ...claim, text }, evidence, setting) };
  }

  return {
    async verify(claim, cited) {
      const key = comparisonKey(claim, cited);
      const verdict = verdicts.get(key) ?? compare(claim, cited);
      verdicts.set(key, verdict);
      return asEntailed(await verdict, claim);
    },
    read,
  };
}

/** All that a comparison depends on: what a model found of a claim changes its verdict, but not what its quotes say. */
function comparisonKey(claim: Claim, cited: readonly Quote[]): string {
  const { text, placement, derivation, isInference, quotedLanguage } = claim;
  const form = placement?.form === 'table' ? 'cell' : 'sentence';
  return JSON.stringify([text, form, statementOf(claim), derivation, isInference, quotedLanguage, cited]);
}

/** Whether a text is the words of a quote, alone or with the subject that the passage gives them, or the words of its unit. */
export function repeatsQuote(
  text: string,
  quotes: readonly Pick<Quote, 'text'>[],
  readings: readonly QuoteReading[],
): boolean {
  return (
    readings.some(({ statement, unit }) => statement === text || unit === text) ||
    quotes.some((quote) => readableText(quote.text) === text)
  );
}

function areEmpty(quotes: readonly Quote[]): boolean {
  return quotes.length > 0 && quotes.every((quote) => quote.text.trim() === '');
}

/** Quotes without what their source does not state, such as struck or hidden words: the marks may lie beside a quote. Reads each text once. */
function createStatingQuotes(
  texts: StoredTexts,
  withoutUnstated: (text: string) => string,
): (quote: Quote) => Promise<Quote> {
  const said = new Map<string, Promise<string | null>>();
  const readSaid = async (textHash: string): Promise<string | null> => {
    const { text } = await texts.read(textHash);
    return text === null ? null : withoutUnstated(text);
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

/** The claim's own language: sentences that are not in the report's language are reported elsewhere. */
export function languageOf({ text, quotedLanguage }: Pick<Claim, 'text' | 'quotedLanguage'>, language: string): string {
  return quotedLanguage ?? (isForeign(text, language) ? detectLanguage(text) : language);
}

function toSupporting({ text }: Quote, finding: Finding | undefined): SupportingQuote {
  const place = finding === undefined ? '' : placeOf(finding);
  return { text, place, language: detectLanguage(text) };
}

async function storedTextsOf(quotes: readonly Quote[], texts: StoredTexts): Promise<string[]> {
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  return (await Promise.all(hashes.map((hash) => texts.read(hash)))).flatMap(({ text }) => text ?? []);
}
