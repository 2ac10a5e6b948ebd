import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { type Finding, placeOf, type Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../../workflows/contracts/evidence/query-anchor.ts';
import type { VerifyReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import { CARRIED_FROM } from '../../../workflows/domain/report-quality.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { withKeysAsCitations, withoutKeys } from '../../corpus/quotes/citation-keys.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { figuresIn } from '../../language/text/figures.ts';
import { detectLanguage } from '../../language/text/language.ts';
import { sentenceTexts } from '../../language/text/sentences.ts';
import { createCarrierIndex, statingText } from './carried-words.ts';
import { type CheckedText, checkRemark } from './claim-checks.ts';
import { type ClaimJudge, createClaimJudge, type Judgement } from './claim-judge.ts';
import { createSupportingQuoteSearch, repairClaim } from './claim-repair.ts';
import { type SupportingQuote, supportOf } from './claim-support.ts';
import type { DraftChecks, Verdict } from './draft-verification.ts';
import { foreignSentences } from './language-adherence.ts';
import { quotationOf } from './untrusted-quotation.ts';

/** The checks for the claims and remarks of one engine. */
interface WordChecks {
  readonly claim: (claim: Claim, quotes: readonly Quote[]) => Promise<Verdict>;
  readonly remark: (text: string) => Promise<CheckedText>;
}

/**
 * Creates the checks of a draft: a rule's claim must consist of the words of its quotes, a model's claim must be
 * supported by them.
 *
 * @param issuedKeys all keys, including those of rejected quotes
 */
export async function createDraftChecks(
  { findings, engine, anchor }: Pick<VerifyReportInput, 'findings' | 'engine' | 'anchor'>,
  issuedKeys: ReadonlySet<string>,
  texts: StoredTexts,
): Promise<DraftChecks> {
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  const trustedKeys = new Set(trusted.flatMap((finding) => finding.quotes.map(({ key }) => key)));
  const statementJudge = createClaimJudge(anchor, findings, texts);
  const checks =
    engine === 'offline'
      ? checksOfRule(statementJudge)
      : await checksOfModel(statementJudge, { anchor, findings, trusted }, texts);

  return {
    async cited(draft) {
      const claim = withKeysAsCitations(draft);
      const unknown = claim.citations.find((key) => !issuedKeys.has(key));
      if (unknown !== undefined) return removed(`citation key ${unknown} was never issued`);
      const supportingQuotes = claim.citations.flatMap((key) => quotes.get(key) ?? []);
      if (supportingQuotes.length === 0) return removed('no quote supports the claim');
      return checks.claim({ ...claim, citations: supportingQuotes.map(({ key }) => key) }, supportingQuotes);
    },
    async uncited(draft) {
      const claim = withKeysAsCitations(draft);
      const citations = claim.citations.filter((key) => trustedKeys.has(key));
      const { text, fault } = await checks.remark(claim.text);
      return text === null ? removed(fault) : kept({ ...claim, citations, text });
    },
    plain: async (text) => (await checks.remark(withoutKeys(text))).text,
  };
}

function checksOfRule({ judge }: ClaimJudge): WordChecks {
  return {
    async claim(claim, quotes) {
      const { verbatimFault } = await judge(claim, quotes);
      return verbatimFault === null ? kept(claim) : removed(verbatimFault);
    },
    // A rule composes its remarks from the question and the tasks.
    remark: async (text) => ({ text, fault: null }),
  };
}

interface ModelEvidence {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  /** Findings of passages that do not address a program. */
  readonly trusted: readonly Finding[];
}

/** Keeps a model's claim, marks it as unverified if the rules cannot compare it, repairs it, or removes it. */
async function checksOfModel(
  statementJudge: ClaimJudge,
  { anchor, findings, trusted }: ModelEvidence,
  texts: StoredTexts,
): Promise<WordChecks> {
  const supportingQuoteChecks = createSupportingQuoteChecks(findings, texts, anchor);
  const findSupporting = createSupportingQuoteSearch(trusted, statementJudge, anchor.language);
  const checkOne: WordChecks['claim'] = async (written, cited) => {
    const carried = supportingQuoteChecks.carry(written, cited);
    if (carried.fault !== null) return removed(carried.fault);
    const { supportingQuotes } = carried;
    const claim = { ...carried.claim, citations: supportingQuotes.map(({ key }) => key) };
    const judgement = await statementJudge.judge(claim, supportingQuotes);
    const { faults, isJudged, text, verbatimFault } = judgement;
    const unfit = verbatimFault === null ? null : unfitToShow(claim, anchor.language);
    if (unfit !== null) return removed(unfit);
    if (faults.length === 0 && isJudged) return kept(asItsKind({ ...claim, text }, judgement));
    if (faults.length === 0) {
      const isOnlyUntrusted = await supportingQuoteChecks.isToldByUntrusted(text);
      return isOnlyUntrusted ? removed(ONLY_UNTRUSTED) : kept({ ...claim, text, isUnverified: true });
    }
    const { derivation, ...underived } = claim;
    // The quotes may say themselves what was computed wrongly.
    if (derivation !== undefined) return checkOne(underived, supportingQuotes);
    const evidence = { judgement, quotes: supportingQuotes, findSupporting };
    const repair = await repairClaim(claim, evidence, statementJudge, anchor.language);
    const fault = faults.join('; ');
    return repair === null ? removed(fault) : { claim: outOfTable(repair.claim, claim), fault, repair: repair.note };
  };
  const check: WordChecks['claim'] = async (claim, cited) =>
    (await statementJudge.isVerbatim(claim, cited))
      ? checkOne(claim, cited)
      : checkSentences(claim, (part) => checkOne(part, cited), anchor.language);
  return { claim: check, remark: await createRemarkCheck(anchor, trusted, texts, supportingQuoteChecks) };
}

/** Why words of a model are no statement for a reader, whatever their quotes say; words of a source stand as they are. */
function unfitToShow({ text, quotedLanguage, placement }: Claim, language: string): string | null {
  if (placement?.form === 'table') return null;
  if (/[?？؟]["'”“’»)\]]*$/u.test(text.trimEnd())) return 'it asks instead of stating';
  const isMixed = quotedLanguage === undefined && foreignSentences([text], language).length > 0;
  return isMixed ? 'it is not in the language of the report' : null;
}

/** What the quotes say themselves is no inference, whatever the model calls it. */
function asItsKind(claim: Claim, { carriedWords }: Judgement): Claim {
  const { isInference, ...cited } = claim;
  return isInference === true && carriedWords >= CARRIED_FROM ? cited : claim;
}

/** The words of a quote are a sentence, which is no cell. */
function outOfTable(repaired: Claim, { text, placement }: Claim): Claim {
  const isReworded = repaired.text !== text;
  return isReworded && placement?.form === 'table'
    ? { ...repaired, placement: { form: 'list', block: placement.block } }
    : repaired;
}

const ONLY_UNTRUSTED = 'only a passage that addresses a program says this';

/**
 * Remarks about what is missing may mention the question and the evidence, but must not quote or count anything else.
 */
async function createRemarkCheck(
  { originalQuestion, refinements }: QueryAnchor,
  trusted: readonly Finding[],
  texts: StoredTexts,
  { isToldByUntrusted }: SupportingQuoteChecks,
): Promise<WordChecks['remark']> {
  const asked = [originalQuestion, ...refinements];
  const quotes = trusted.flatMap((finding) => finding.quotes);
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  const stored = await Promise.all(hashes.map((hash) => texts.read(hash)));
  const sourceTexts = [...stored.flatMap(({ text }) => text ?? []), ...asked];
  const figures = figuresIn([...quotes.map(({ text }) => text), ...asked].join('\n'));
  return async (text) => {
    const checked = checkRemark(text, { sourceTexts, figures });
    return checked.text !== null && (await isToldByUntrusted(text)) ? { text: null, fault: ONLY_UNTRUSTED } : checked;
  };
}

function kept(claim: Claim): Verdict {
  return { claim, fault: null };
}

function removed(fault: string): Verdict {
  return { claim: null, fault };
}

/**
 * A claim of several sentences holds as far as each of them does: the words of one may not make up for another. What stands
 * behind the first that is wrong may lean on it, so it goes as well.
 *
 * @param check judges a claim by the quotes that it cites
 * @param language ISO 639-1 code of the claim
 */
export async function checkSentences(
  claim: Claim,
  check: (claim: Claim) => Promise<Verdict>,
  language: string,
): Promise<Verdict> {
  const whole = await check(claim);
  const sentences = whole.fault === null ? sentencesOf(whole.claim, language) : [];
  if (whole.fault !== null || sentences.length < 2) return whole;
  const verdicts = await Promise.all(sentences.map((text) => check({ ...whole.claim, text })));
  const wrong = verdicts.findIndex(({ fault }) => fault !== null);
  const holding = wrong === -1 ? verdicts : verdicts.slice(0, wrong);
  const isUnverified = holding.some((verdict) => verdict.claim?.isUnverified === true);
  const marked = isUnverified ? { ...whole.claim, isUnverified } : whole.claim;
  const first = verdicts[wrong];
  if (first === undefined || first.fault === null) return { claim: marked, fault: null };
  if (wrong === 0) return first;
  const { fault } = first;
  const text = sentences.slice(0, wrong).join(' ');
  return {
    claim: { ...marked, text },
    fault,
    repair: `A claim now ends before what its quote does not carry: ${fault}.`,
  };
}

/** One where its parts are not judged alone: a computation, a cell, a conclusion, or what a model vouched for as a whole. */
function sentencesOf({ text, derivation, placement, isInference, isEntailed }: Claim, language: string): string[] {
  const isWhole =
    derivation !== undefined || placement?.form === 'table' || isInference === true || isEntailed === true;
  return isWhole ? [text] : sentenceTexts(text, language);
}

/** The claim with the quotes that may support it, or why none may. */
type Carried =
  | { readonly claim: Claim; readonly supportingQuotes: readonly Quote[]; readonly fault: null }
  | { readonly fault: string };

/** Limits a model to quotations from passages that address a program. */
interface SupportingQuoteChecks {
  /** Selects the quotes that may support a claim: with other passages cited, only their quotes. */
  readonly carry: (claim: Claim, supportingQuotes: readonly Quote[]) => Carried;
  /** Whether only such a passage says it, not the other passages or the person. */
  readonly isToldByUntrusted: (text: string) => Promise<boolean>;
}

function createSupportingQuoteChecks(
  findings: readonly Finding[],
  texts: StoredTexts,
  { language, originalQuestion, refinements }: QueryAnchor,
): SupportingQuoteChecks {
  const question = [originalQuestion, ...refinements].join('\n');
  const untrusted = findings.filter(isUntrusted);
  const untrustedKeys = new Set(untrusted.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const passagesOf = (cited: readonly Finding[]) => Promise.all(cited.map((finding) => toSupport(finding, texts)));
  const readUntrusted = async () => {
    const passages = await passagesOf(untrusted);
    return { passages, find: createCarrierIndex(passages.map(({ place, text }) => `${place}\n${statingText(text)}`)) };
  };
  let untrustedPassages: ReturnType<typeof readUntrusted> | undefined;
  let trustedPassages: ReturnType<typeof passagesOf> | undefined;
  const carries = (text: string, passages: readonly SupportingQuote[]): boolean => {
    const { faults, isJudged } = supportOf(text, passages, { language, question });
    return faults.length === 0 && isJudged;
  };

  return {
    carry(claim, supportingQuotes) {
      const trusted = supportingQuotes.filter(({ key }) => !untrustedKeys.has(key));
      return trusted.length > 0
        ? { claim, supportingQuotes: trusted, fault: null }
        : asQuotation(claim, supportingQuotes, language);
    },
    async isToldByUntrusted(text) {
      untrustedPassages ??= readUntrusted();
      const { passages, find } = await untrustedPassages;
      // Only one that holds half of its words can be judged to say it.
      const telling = find(statingText(text), language, CARRIED_FROM).flatMap((place) => passages[place] ?? []);
      if (!telling.some((passage) => carries(text, [passage]))) return false;
      trustedPassages ??= passagesOf(findings.filter((finding) => !isUntrusted(finding)));
      return !carries(text, [...(await trustedPassages), { text: question, place: '', language }]);
    },
  };
}

function asQuotation(claim: Claim, supportingQuotes: readonly Quote[], language: string): Carried {
  const text = quotationOf(claim.text, supportingQuotes, language);
  return text === null
    ? { fault: 'only passages that address a program support the claim' }
    : { claim: { ...claim, text }, supportingQuotes, fault: null };
}

/** Takes the whole passage, because a model may have seen more of it than the quotes. */
async function toSupport(finding: Finding, texts: StoredTexts): Promise<SupportingQuote> {
  const { passageSpan, quotes } = finding;
  const { text: stored } = await texts.read(passageSpan.textHash);
  const passage = stored?.slice(passageSpan.start, passageSpan.end);
  const text = passage ?? quotes.map((quote) => quote.text).join('\n');
  return { text, place: placeOf(finding), language: detectLanguage(text) };
}
