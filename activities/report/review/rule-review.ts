import type { AlignmentIssue } from '../../../workflows/contracts/evidence/alignment.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { type Finding, placeOf, type Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../../workflows/contracts/evidence/query-anchor.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { areAmong, figuresIn } from '../../language/text/figures.ts';
import { mapWithPauses } from '../../language/text/pauses.ts';
import { contentTerms } from '../../language/text/terms.ts';
import { type ClaimEvidence, type ClaimVerifier, languageOf } from '../../verification/claims/claim-verdict.ts';
import { namesIn } from '../../verification/claims/names.ts';
import { createPageComparison, type PageComparison } from '../../verification/claims/page-comparison.ts';
import { decideSupport } from '../../verification/claims/page-support.ts';
import { createCoverageIndex, statingText, wordCoverage } from '../../verification/claims/word-coverage.ts';

/** A passage that is suggested as a source holds this share of the claim's words in sentences next to each other. */
const SUGGESTED_FROM = 0.75;

/** A claim with fewer content words states something only by a figure or a name. */
const FEWEST_WORDS = 4;
const FEWEST_BESIDE_FIGURE = 2;
/** A claim that is the user's words to this share repeats them. */
const REPEATED_FROM = 0.9;

/** Claims, and all findings that were registered, cited or not. */
export interface RuleReviewInput extends ClaimEvidence {
  readonly claims: readonly Claim[];
}

/** Reviews claims by rule: those without a citation that a source says, and those whose citation does not say them. */
export async function reviewByRules(
  { claims, findings, texts, anchor }: RuleReviewInput,
  { verify }: ClaimVerifier,
): Promise<AlignmentIssue[]> {
  const passages = await readPassages(findings, texts);
  const passagesWith = createCoverageIndex(passages.map(({ text }) => text));
  const around = passagesByQuote(passages);
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote] as const)));
  const review = async (claim: Claim): Promise<AlignmentIssue[]> => {
    const language = languageOf(claim, anchor.language);
    const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
    const saying = passagesWith(claim.text, language, SUGGESTED_FROM).flatMap((index) => passages[index] ?? []);
    const search = { claim, language, saying };
    const invented = claim.citations.filter((key) => !quotes.has(key));
    if (invented.length > 0) return invented.map((ref) => wrongCitation(ref, search));
    if (cited.length === 0) return isSignificant(claim.text, language, anchor) ? missingCitation(search) : [];
    const { status } = await verify(claim, cited);
    // What the rules could not compare is marked in the text.
    return status !== 'unsupported' || isSaidAround(cited, claim, around) ? [] : [notSaid(claim, search)];
  };
  return (await mapWithPauses(claims, review)).flat();
}

interface SourceSearch {
  readonly claim: Claim;
  readonly language: string;
  /** Passages that may hold enough of its words to be suggested. */
  readonly saying: readonly RegisteredPassage[];
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

/** Whether a claim states something that a source can be asked for, and does not only repeat what the user said. */
function isSignificant(
  claim: string,
  language: string,
  { originalQuestion, refinements }: Pick<QueryAnchor, 'originalQuestion' | 'refinements'>,
): boolean {
  const said = statingText(claim).trim();
  if (said.endsWith('?')) return false;
  const words = contentTerms(said, language).length;
  const isTelling = figuresIn(said).size > 0 || namesIn(said, language).length > 0;
  if (words < (isTelling ? FEWEST_BESIDE_FIGURE : FEWEST_WORDS)) return false;
  const user = [originalQuestion, ...refinements].join('\n');
  const isRepeated =
    wordCoverage(said, language, user).share >= REPEATED_FROM && areAmong(figuresIn(said), figuresIn(user));
  return !isRepeated;
}

/** The passage of a finding, to be compared with claims. */
interface RegisteredPassage {
  readonly quotes: readonly Quote[];
  readonly text: string;
  /** Its words address a program: it is evidence only where it is cited. */
  readonly isUntrusted: boolean;
  /** Reads the passage on first use. */
  readonly compare: (claim: string) => PageComparison;
}

/** Reads the passages of the findings from the stored texts; one whose text is missing consists of its quotes. */
async function readPassages(findings: readonly Finding[], texts: StoredTexts): Promise<RegisteredPassage[]> {
  return Promise.all(
    findings.map(async (finding) => {
      const { passageSpan, quotes } = finding;
      const { text: stored } = await texts.read(passageSpan.textHash);
      const passage = stored?.slice(passageSpan.start, passageSpan.end) ?? '';
      const words = passage.trim() === '' ? quotes.map((quote) => quote.text).join('\n\n') : passage;
      const text = `# ${placeOf(finding).replaceAll('\n', ' · ')}\n\n${words}`;
      let compare: RegisteredPassage['compare'] | undefined;
      return {
        quotes,
        text,
        isUntrusted: isUntrusted(finding),
        compare: (claim: string) => {
          compare ??= createPageComparison(text);
          return compare(claim);
        },
      };
    }),
  );
}

/** Whether the passage says so, and nothing in it speaks against it. */
function says(passage: RegisteredPassage, claim: string): boolean {
  const comparison = passage.compare(claim);
  return comparison.reasons.length === 0 && decideSupport(comparison).isSupported;
}

/** The quote of the passage that says most of the claim; null if the passage does not clearly say it. */
function suggestedQuote(passage: RegisteredPassage, claim: string, language: string): string | null {
  // Comparing words alone is fast, and leaves out most passages.
  if (passage.isUntrusted || wordCoverage(claim, language, passage.text).share < SUGGESTED_FROM) return null;
  const { isComparable, reasons, features } = passage.compare(claim);
  if (!isComparable || reasons.length > 0 || features.coveredAtOnce < SUGGESTED_FROM) return null;
  const ranked = passage.quotes
    .map(({ key, text }) => ({ key, share: wordCoverage(claim, language, text).share }))
    .sort((a, b) => b.share - a.share);
  return ranked[0]?.key ?? null;
}
