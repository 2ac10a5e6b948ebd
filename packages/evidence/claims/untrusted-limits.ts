import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { figuresIn } from '@plumbline/language/figures';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import type { ClaimEvidence } from './claim-verdict.ts';
import { quotationOf } from './quoted-words.ts';
import { statingText, wordCoverage } from './word-coverage.ts';

export const ONLY_UNTRUSTED = 'only a passage that addresses a program says this';

/** The claim with the quotes that may support it, or why none may. */
type Limited =
  | { readonly claim: Claim; readonly quotes: readonly Quote[]; readonly reason: null }
  | { readonly reason: string };

/** Tells what only passages say that address a program: a model may only quote it. */
export interface UntrustedLimits {
  /** Whether such a passage has nearly all words of a text, or a figure, and the other passages and the person have not. */
  readonly isToldByUntrusted: (text: string) => Promise<boolean>;
}

/** Shares of a text's words that make it repeat a passage, and that keep it from being told by others. */
const REPEATS_FROM = 0.8;
const KNOWN_FROM = 0.5;

export function createUntrustedLimits({ anchor, findings, texts }: ClaimEvidence): UntrustedLimits {
  const { language, originalQuestion, refinements } = anchor;
  const question = [originalQuestion, ...refinements].join('\n');
  const wordsOf = async (cited: readonly Finding[]) => Promise.all(cited.map((finding) => passageOf(finding, texts)));
  const untrusted = findings.filter(isUntrusted);
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  let read: Promise<readonly [string[], string[]]> | undefined;
  return {
    async isToldByUntrusted(text) {
      if (untrusted.length === 0) return false;
      read ??= Promise.all([wordsOf(untrusted), wordsOf(trusted)]);
      const [telling, others] = await read;
      const said = statingText(text);
      const known = [question, ...others].join('\n');
      const share = (words: string): number => wordCoverage(said, language, words).share;
      const repeats = telling.some((words) => share(words) >= REPEATS_FROM) && share(known) < KNOWN_FROM;
      return repeats || hasFigureOf(said, telling.join('\n'), known);
    },
  };
}

/** Whether a text has a figure of some words that others do not have. */
function hasFigureOf(text: string, words: string, others: string): boolean {
  const [own, telling, known] = [text, words, others].map(figuresIn);
  return [...(own ?? [])].some((figure) => telling?.has(figure) && !known?.has(figure));
}

/** A claim as a quotation of passages that address a program: a model may say nothing else from them. */
export function asQuotation(claim: Claim, quotes: readonly Quote[], language: string): Limited {
  const text = quotationOf(claim.text, quotes, language);
  return text === null
    ? { reason: 'only passages that address a program support the claim' }
    : { claim: { ...claim, text }, quotes, reason: null };
}

/** Takes the whole passage with its place, because a model may have seen more of it than the quotes. */
async function passageOf(finding: Finding, texts: StoredTexts): Promise<string> {
  const { passageSpan, quotes } = finding;
  const { text: stored } = await texts.read(passageSpan.textHash);
  const passage = stored?.slice(passageSpan.start, passageSpan.end);
  return `${placeOf(finding)}\n${statingText(passage ?? quotes.map((quote) => quote.text).join('\n'))}`;
}
