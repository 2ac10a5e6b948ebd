import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import { isUntrusted } from '../../workflows/domain/untrusted-findings.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { carriedWords } from '../claims/carried-words.ts';
import { createPageComparison, type PageComparison } from '../claims/page-comparison.ts';
import { decideSupport } from '../claims/page-support.ts';
import { placeOf } from '../extractive/answers/evidence-reading.ts';

/** The passage of a finding, to be compared with claims. */
export interface RegisteredPassage {
  readonly quotes: readonly Quote[];
  readonly text: string;
  /** Its words address a program: it is evidence only where it is cited. */
  readonly isUntrusted: boolean;
  /** Reads the passage on first use. */
  readonly compare: (claim: string) => PageComparison;
}

/** Reads the passages of the findings from the stored texts; one whose text is missing consists of its quotes. */
export async function readPassages(findings: readonly Finding[], texts: StoredTexts): Promise<RegisteredPassage[]> {
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

/** Whether the passage says so, without any fault. */
export function says(passage: RegisteredPassage, claim: string): boolean {
  const comparison = passage.compare(claim);
  return comparison.faults.length === 0 && decideSupport(comparison).isSupported;
}

/** A passage that is suggested as a source holds this share of the claim's words in sentences next to each other. */
export const SUGGESTED_FROM = 0.75;

/** The quote of the passage that says most of the claim; null if the passage does not clearly say it. */
export function suggestedQuote(passage: RegisteredPassage, claim: string, language: string): string | null {
  // Comparing words alone is fast, and leaves out most passages.
  if (passage.isUntrusted || carriedWords(claim, language, passage.text).share < SUGGESTED_FROM) return null;
  const { isComparable, faults, features } = passage.compare(claim);
  if (!isComparable || faults.length > 0 || features.coveredAtOnce < SUGGESTED_FROM) return null;
  const ranked = passage.quotes
    .map(({ key, text }) => ({ key, share: carriedWords(claim, language, text).share }))
    .sort((a, b) => b.share - a.share);
  return ranked[0]?.key ?? null;
}
