import type { AlignmentIssue } from '../../workflows/contracts/alignment.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { createCarrierIndex } from '../claims/carried-words.ts';
import { createClaimJudge } from '../claims/claim-judge.ts';
import { detectLanguage, isForeign } from '../text/language.ts';
import { mapWithPauses } from '../text/pauses.ts';
import { type RegisteredPassage, readPassages, says, SUGGESTED_FROM, suggestedQuote } from './registered-passages.ts';
import { isSignificant } from './significance.ts';

/** What a review looks at. */
export interface RuleReviewInput {
  readonly claims: readonly Claim[];
  /** All that were registered, cited or not. */
  readonly findings: readonly Finding[];
  readonly texts: StoredTexts;
  readonly anchor: QueryAnchor;
}

/** Reviews claims by rule: those without a citation that a source says, and those whose citation does not say them. */
export async function reviewByRules({ claims, findings, texts, anchor }: RuleReviewInput): Promise<AlignmentIssue[]> {
  const passages = await readPassages(findings, texts);
  const carriersOf = createCarrierIndex(passages.map(({ text }) => text));
  const around = passagesByQuote(passages);
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote] as const)));
  const { judge } = createClaimJudge(anchor, findings, texts);
  const review = async (claim: Claim): Promise<AlignmentIssue[]> => {
    const language = claim.quotedLanguage ?? languageOf(claim.text, anchor.language);
    const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
    const saying = carriersOf(claim.text, language, SUGGESTED_FROM).flatMap((index) => passages[index] ?? []);
    const search = { claim, language, saying };
    const invented = claim.citations.filter((key) => !quotes.has(key));
    if (invented.length > 0) return invented.map((ref) => wrongCitation(ref, search));
    if (cited.length === 0) return isSignificant(claim.text, language, anchor) ? missingCitation(search) : [];
    const { faults } = await judge(claim, cited);
    // What the rules could not compare is marked in the text; it is no fault.
    return faults.length === 0 || isSaidAround(cited, claim, around) ? [] : [notSaid(claim, search)];
  };
  return (await mapWithPauses(claims, review)).flat();
}

interface SourceSearch {
  readonly claim: Claim;
  readonly language: string;
  /** Passages that may hold enough of its words to be suggested. */
  readonly saying: readonly RegisteredPassage[];
}

function languageOf(text: string, language: string): string {
  return isForeign(text, language) ? detectLanguage(text) : language;
}

/** Whether the passage around a cited quote says so: a model reads more of it than the quote. */
function isSaidAround(cited: readonly Quote[], { text }: Claim, around: PassagesByQuote): boolean {
  const own = new Set(cited.flatMap((quote) => around.get(quote) ?? []));
  return [...own].some((passage) => says(passage, text));
}

type PassagesByQuote = ReadonlyMap<Quote, readonly RegisteredPassage[]>;

function passagesByQuote(passages: readonly RegisteredPassage[]): PassagesByQuote {
  const around = new Map<Quote, RegisteredPassage[]>();
  for (const passage of passages) {
    for (const quote of passage.quotes) around.set(quote, [...(around.get(quote) ?? []), passage]);
  }
  return around;
}

function missingCitation(search: SourceSearch): AlignmentIssue[] {
  const suggestedSource = findSource(search);
  return suggestedSource === null ? [] : [{ kind: 'missing_citation', claim: search.claim.text, suggestedSource }];
}

function notSaid(claim: Claim, search: SourceSearch): AlignmentIssue {
  const actual = findSource(search);
  const [ref = ''] = claim.citations;
  return actual === null
    ? { kind: 'unsupported', claim: claim.text }
    : { kind: 'wrong_citation', ref, claim: claim.text, actual };
}

function wrongCitation(ref: string, search: SourceSearch): AlignmentIssue {
  return { kind: 'wrong_citation', ref, claim: search.claim.text, actual: findSource(search) };
}

/** The key of a quote that says the claim and is not among its citations. */
function findSource({ claim, language, saying }: SourceSearch): string | null {
  for (const passage of saying) {
    const key = suggestedQuote(passage, claim.text, language);
    if (key !== null && !claim.citations.includes(key)) return key;
  }
  return null;
}
