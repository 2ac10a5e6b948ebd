import { type Claim, COVERED_FROM } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { detectLanguage } from '@plumbline/language/detection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { type SupportingQuote, supportOf } from './claim-support.ts';
import { type ClaimEvidence, isSupported } from './claim-verdict.ts';
import { quotationOf } from './quoted-words.ts';
import { createCoverageIndex, statingText } from './word-coverage.ts';

export const ONLY_UNTRUSTED = 'only a passage that addresses a program says this';

/** The claim with the quotes that may support it, or why none may. */
type Limited =
  | { readonly claim: Claim; readonly quotes: readonly Quote[]; readonly reason: null }
  | { readonly reason: string };

/** Limits a model to quotations from passages that address a program. */
export interface UntrustedLimits {
  /** Selects the quotes that may support a claim: with other passages cited, only their quotes. */
  readonly limit: (claim: Claim, cited: readonly Quote[]) => Limited;
  /** Whether only such a passage says it, not the other passages or the person. */
  readonly isToldByUntrusted: (text: string) => Promise<boolean>;
}

export function createUntrustedLimits({ anchor, findings, texts }: ClaimEvidence): UntrustedLimits {
  const { language, originalQuestion, refinements } = anchor;
  const question = [originalQuestion, ...refinements].join('\n');
  const untrusted = findings.filter(isUntrusted);
  const untrustedKeys = new Set(untrusted.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const passagesOf = (cited: readonly Finding[]) => Promise.all(cited.map((finding) => toSupporting(finding, texts)));
  const readUntrusted = async () => {
    const passages = await passagesOf(untrusted);
    return { passages, find: createCoverageIndex(passages.map(({ place, text }) => `${place}\n${statingText(text)}`)) };
  };
  let untrustedPassages: ReturnType<typeof readUntrusted> | undefined;
  let trustedPassages: ReturnType<typeof passagesOf> | undefined;
  const isSaidBy = (text: string, passages: readonly SupportingQuote[]): boolean =>
    isSupported(supportOf(text, passages, { language, question }));

  return {
    limit(claim, cited) {
      const quotes = cited.filter(({ key }) => !untrustedKeys.has(key));
      return quotes.length > 0 ? { claim, quotes, reason: null } : asQuotation(claim, cited, language);
    },
    async isToldByUntrusted(text) {
      untrustedPassages ??= readUntrusted();
      const { passages, find } = await untrustedPassages;
      // Only one that has half of its words can be found to say it.
      const telling = find(statingText(text), language, COVERED_FROM).flatMap((place) => passages[place] ?? []);
      if (!telling.some((passage) => isSaidBy(text, [passage]))) return false;
      trustedPassages ??= passagesOf(findings.filter((finding) => !isUntrusted(finding)));
      return !isSaidBy(text, [...(await trustedPassages), { text: question, place: '', language }]);
    },
  };
}

/** A claim as a quotation of passages that address a program: a model may say nothing else from them. */
export function asQuotation(claim: Claim, quotes: readonly Quote[], language: string): Limited {
  const text = quotationOf(claim.text, quotes, language);
  return text === null
    ? { reason: 'only passages that address a program support the claim' }
    : { claim: { ...claim, text }, quotes, reason: null };
}

/** Takes the whole passage, because a model may have seen more of it than the quotes. */
async function toSupporting(finding: Finding, texts: StoredTexts): Promise<SupportingQuote> {
  const { passageSpan, quotes } = finding;
  const { text: stored } = await texts.read(passageSpan.textHash);
  const passage = stored?.slice(passageSpan.start, passageSpan.end);
  const text = passage ?? quotes.map((quote) => quote.text).join('\n');
  return { text, place: placeOf(finding), language: detectLanguage(text) };
}
