import { type Claim, COVERED_FROM } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { VerifyReportInput } from '@plumbline/contracts/report/report-activities';
import { figuresIn } from '@plumbline/language/figures';
import { sentenceTexts } from '@plumbline/language/sentences';
import { withKeysAsCitations, withoutKeys } from '@plumbline/quotes/quotes';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { createSupportingQuoteSearch, repairClaim } from './claim-repair.ts';
import { type ClaimEvidence, type ClaimVerifier, isSupported, NOT_VERBATIM, type Verdict } from './claim-verdict.ts';
import { foreignSentences } from './language-adherence.ts';
import { type VerifiedText, verifyRemark } from './quoted-words.ts';
import { createUntrustedLimits, ONLY_UNTRUSTED, type UntrustedLimits } from './untrusted-limits.ts';

/** What a draft keeps of a claim: the claim, a repaired one, or nothing. */
export type VerifiedClaim =
  | { readonly claim: Claim; readonly reason: null }
  /** The replacement, and the reason against the original. */
  | { readonly claim: Claim; readonly reason: string; readonly repair: string }
  | { readonly claim: null; readonly reason: string };

/** Verifies the parts of a draft. */
export interface DraftVerifier {
  /** A claim that rests on evidence. */
  readonly cited: (claim: Claim) => Promise<VerifiedClaim>;
  /** What the evidence does not say: it needs no citation, but must not invent anything. */
  readonly uncited: (claim: Claim) => Promise<VerifiedClaim>;
  /** A heading or a gap; null if it must be removed. */
  readonly plain: (text: string) => Promise<string | null>;
}

/** Verifies the claims and remarks of one engine. */
interface EngineVerifier {
  readonly claim: (claim: Claim, quotes: readonly Quote[]) => Promise<VerifiedClaim>;
  readonly remark: (text: string) => Promise<VerifiedText>;
}

/** What a draft is verified against. */
export interface DraftEvidence extends ClaimEvidence, Pick<VerifyReportInput, 'engine'> {
  /** All keys, including the keys of rejected quotes. */
  readonly issuedKeys: ReadonlySet<string>;
}

/** A rule's claim must consist of the words of its quotes, a model's claim must be supported by them. */
export async function createDraftVerifier(evidence: DraftEvidence, verifier: ClaimVerifier): Promise<DraftVerifier> {
  const { findings, engine, issuedKeys } = evidence;
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  const trustedKeys = new Set(trusted.flatMap((finding) => finding.quotes.map(({ key }) => key)));
  const { claim: verifyClaim, remark } =
    engine === 'offline' ? verifierOfRule(verifier) : await verifierOfModel(evidence, trusted, verifier);

  return {
    async cited(draft) {
      const claim = withKeysAsCitations(draft);
      const unknown = claim.citations.find((key) => !issuedKeys.has(key));
      if (unknown !== undefined) return removed(`citation key ${unknown} was never issued`);
      const supportingQuotes = claim.citations.flatMap((key) => quotes.get(key) ?? []);
      if (supportingQuotes.length === 0) return removed('no quote supports the claim');
      return verifyClaim({ ...claim, citations: supportingQuotes.map(({ key }) => key) }, supportingQuotes);
    },
    async uncited(draft) {
      const claim = withKeysAsCitations(draft);
      const citations = claim.citations.filter((key) => trustedKeys.has(key));
      const { text, reason } = await remark(claim.text);
      return text === null ? removed(reason) : kept({ ...claim, citations, text });
    },
    plain: async (text) => (await remark(withoutKeys(text))).text,
  };
}

function verifierOfRule({ verify }: ClaimVerifier): EngineVerifier {
  return {
    async claim(claim, quotes) {
      const { status } = await verify(claim, quotes);
      return status === 'verbatim' ? kept(claim) : removed(NOT_VERBATIM);
    },
    // A rule composes its remarks from the question and the tasks.
    remark: async (text) => ({ text, reason: null }),
  };
}

/**
 * Keeps a model's claim, marks it as unverified if the rules cannot compare it, repairs it, or removes it.
 *
 * @param trusted findings of passages that do not address a program
 */
async function verifierOfModel(
  { anchor, findings, texts }: ClaimEvidence,
  trusted: readonly Finding[],
  verifier: ClaimVerifier,
): Promise<EngineVerifier> {
  const { language } = anchor;
  const limits = createUntrustedLimits({ anchor, findings, texts });
  const findSupporting = createSupportingQuoteSearch(trusted, verifier, language);
  const verifyOne: EngineVerifier['claim'] = async (written, cited) => {
    const limited = limits.limit(written, cited);
    if (limited.reason !== null) return removed(limited.reason);
    const { quotes } = limited;
    const claim = { ...limited.claim, citations: quotes.map(({ key }) => key) };
    const verdict = await verifier.verify(claim, quotes);
    const { status, text } = verdict;
    const unfit = status === 'verbatim' ? null : unfitToShow(claim, language);
    if (unfit !== null) return removed(unfit);
    if (isSupported(verdict)) return kept(asItsKind({ ...claim, text }, verdict));
    if (status === 'uncheckable') {
      const isOnlyUntrusted = await limits.isToldByUntrusted(text);
      return isOnlyUntrusted ? removed(ONLY_UNTRUSTED) : kept({ ...claim, text, isUnverified: true });
    }
    const { derivation, ...underived } = claim;
    // The quotes may say themselves what was computed wrongly.
    if (derivation !== undefined) return verifyOne(underived, quotes);
    const repair = await repairClaim(claim, { verdict, quotes, findSupporting }, verifier, language);
    const reason = verdict.reasons.join('; ');
    return repair === null ? removed(reason) : { claim: outOfTable(repair.claim, claim), reason, repair: repair.note };
  };
  return {
    claim: async (claim, cited) =>
      (await verifier.verify(claim, cited)).status === 'verbatim'
        ? verifyOne(claim, cited)
        : verifySentences(claim, (part) => verifyOne(part, cited), language),
    remark: await createRemarkVerifier(anchor, trusted, texts, limits),
  };
}

/** Why words of a model are no statement for a reader, whatever their quotes say; words of a source stand as they are. */
export function unfitToShow({ text, quotedLanguage, placement }: Claim, language: string): string | null {
  if (placement?.form === 'table') return null;
  if (/[?？؟]["'”“’»)\]]*$/u.test(text.trimEnd())) return 'it asks instead of stating';
  const isMixed = quotedLanguage === undefined && foreignSentences([text], language).length > 0;
  return isMixed ? 'it is not in the language of the report' : null;
}

/** What the quotes say themselves is no inference, whatever the model calls it. */
function asItsKind(claim: Claim, { coverage }: Verdict): Claim {
  const { isInference, ...cited } = claim;
  return isInference === true && coverage >= COVERED_FROM ? cited : claim;
}

/** The words of a quote are a sentence, which is no cell. */
function outOfTable(repaired: Claim, { text, placement }: Claim): Claim {
  const isReworded = repaired.text !== text;
  return isReworded && placement?.form === 'table'
    ? { ...repaired, placement: { form: 'list', block: placement.block } }
    : repaired;
}

/**
 * Remarks about what is missing may mention the question and the evidence, but must not quote or count anything else.
 */
async function createRemarkVerifier(
  { originalQuestion, refinements }: QueryAnchor,
  trusted: readonly Finding[],
  texts: StoredTexts,
  { isToldByUntrusted }: UntrustedLimits,
): Promise<EngineVerifier['remark']> {
  const asked = [originalQuestion, ...refinements];
  const quotes = trusted.flatMap((finding) => finding.quotes);
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  const stored = await Promise.all(hashes.map((hash) => texts.read(hash)));
  const sourceTexts = [...stored.flatMap(({ text }) => text ?? []), ...asked];
  const figures = figuresIn([...quotes.map(({ text }) => text), ...asked].join('\n'));
  return async (text) => {
    const verified = verifyRemark(text, { sourceTexts, figures });
    const isRefused = verified.text !== null && (await isToldByUntrusted(text));
    return isRefused ? { text: null, reason: ONLY_UNTRUSTED } : verified;
  };
}

function kept(claim: Claim): VerifiedClaim {
  return { claim, reason: null };
}

function removed(reason: string): VerifiedClaim {
  return { claim: null, reason };
}

/**
 * A claim of several sentences is kept as far as each of them is supported: the words of one may not make up for another.
 * What follows the first that is not may lean on it, so it goes as well.
 *
 * @param verify the claim, or one sentence of it, by the quotes that it cites
 * @param language ISO 639-1 code of the claim
 */
export async function verifySentences(
  claim: Claim,
  verify: (claim: Claim) => Promise<VerifiedClaim>,
  language: string,
): Promise<VerifiedClaim> {
  const whole = await verify(claim);
  const sentences = whole.reason === null ? sentencesOf(whole.claim, language) : [];
  if (whole.reason !== null || sentences.length < 2) return whole;
  const verified = await Promise.all(sentences.map((text) => verify({ ...whole.claim, text })));
  const wrong = verified.findIndex(({ reason }) => reason !== null);
  const before = wrong === -1 ? verified : verified.slice(0, wrong);
  const isUnverified = before.some((sentence) => sentence.claim?.isUnverified === true);
  const marked = isUnverified ? { ...whole.claim, isUnverified } : whole.claim;
  const first = verified[wrong];
  if (first === undefined || first.reason === null) return kept(marked);
  if (wrong === 0) return first;
  const { reason } = first;
  const text = sentences.slice(0, wrong).join(' ');
  return {
    claim: { ...marked, text },
    reason,
    repair: `A claim now ends before what its quote does not carry: ${reason}.`,
  };
}

/** One where its parts are not verified alone: a computation, a cell, a conclusion, or what a model vouched for as a whole. */
function sentencesOf({ text, derivation, placement, isInference, isEntailed }: Claim, language: string): string[] {
  const isWhole =
    derivation !== undefined || placement?.form === 'table' || isInference === true || isEntailed === true;
  return isWhole ? [text] : sentenceTexts(text, language);
}
