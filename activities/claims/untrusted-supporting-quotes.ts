import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import { CARRIED_FROM } from '../../workflows/domain/report-quality.ts';
import { isUntrusted } from '../../workflows/domain/untrusted-findings.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { placeOf } from '../extractive/answers/evidence-reading.ts';
import { detectLanguage } from '../text/language.ts';
import { createCarrierIndex } from './carried-words.ts';
import { type SupportingQuote, supportOf } from './claim-support.ts';
import { statingText } from './stating-text.ts';
import { quotationOf } from './untrusted-quotation.ts';

/** The claim with the quotes that may support it, or why none may. */
export type Carried =
  | { readonly claim: Claim; readonly supportingQuotes: readonly Quote[]; readonly fault: null }
  | { readonly fault: string };

/** Limits a model to quotations from passages that address a program. */
export interface SupportingQuoteChecks {
  /** Selects the quotes that may support a claim: with other passages cited, only their quotes. */
  readonly carry: (claim: Claim, supportingQuotes: readonly Quote[]) => Carried;
  /** Whether only such a passage says it, not the other passages or the person. */
  readonly isToldByUntrusted: (text: string) => Promise<boolean>;
}

export function createSupportingQuoteChecks(
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
