import type { Finding, Quote } from '../../../workflows/contracts/evidence.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { detectLanguage } from '../../text/language.ts';
import { isNearDuplicate } from '../../text/near-duplicate.ts';
import { readableText } from '../../text/readable-text.ts';
import { createStatementScorer, type InformationNeed, type StatementScore } from '../passages/passage-reading.ts';

/** A quote, and what a report without a model states of it. */
export interface ReadableQuote extends Pick<Quote, 'key' | 'text'> {
  readonly statement: string;
}

/** A finding as reasoning steps see it: without locators, so that no model can write one. */
export interface ReadableFinding {
  readonly findingId: string;
  readonly taskId: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly information: string;
  readonly quotes: readonly ReadableQuote[];
  readonly contextTier: 1 | 2 | 3;
  readonly weight: number;
  /** Final relevance where it is known, else the first one. */
  readonly relevance: number | null;
  /** What search or gate gave the passage, 0..1; null where it was exempt. */
  readonly hitScore: number | null;
  /** ISO 639-1 code of the quotes, or `und`. */
  readonly language: string;
  /** It is in another language than the question and was not judged. */
  readonly unjudged?: boolean;
  /** Its passage stands among words that are addressed to a program. */
  readonly isUntrusted: boolean;
}

/** A quote and how well it answers. */
export interface EvidenceScore extends StatementScore {
  readonly key: string;
  readonly findingId: string;
  /** Document and section: two tasks may have read the same passage. */
  readonly place: string;
  readonly text: string;
  readonly statement: string;
  readonly taskId: string;
  readonly language: string;
}

/**
 * What the passage's hit score decides of a quote's worth. Search and statement judge by different means (how rare the words
 * of the whole passage are, whether they stand together in the form of an answer): both together choose better than either.
 */
const HIT_SHARE = 0.7;
/** Of a passage that no search scored. */
const UNKNOWN_HIT = 0.5;
/** What the tier adds to a quote's own score: evidence of the first tier wins over equal words elsewhere. */
const WEIGHT_SHARE = 0.15;
/** Extraction read the quotes in their whole passage and gave the best one first. */
const LATER_QUOTE_PENALTY = 0.04;

/** Where a finding stands, one line each: the title of its document and the headings above its passage. */
export function placeOf({ title, headingPath }: Pick<ReadableFinding, 'title' | 'headingPath'>): string {
  return [title, ...headingPath].join('\n');
}

/** A finding as steps see it. @param statements by the key of the quote; else the quote's words, without its surroundings */
export function toReadableFinding(
  finding: Finding,
  statements: ReadonlyMap<string, string> = new Map(),
): ReadableFinding {
  const { findingId, taskId, title, headingPath, extractedInfo, quotes, contextTier, weight } = finding;
  return {
    findingId,
    taskId,
    title,
    headingPath,
    information: extractedInfo,
    quotes: quotes.map(({ key, text }) => ({ key, text, statement: statements.get(key) ?? readableText(text) })),
    contextTier,
    weight,
    relevance: finding.finalRelevance ?? finding.relevance,
    hitScore: finding.hitScore,
    language: detectLanguage(quotes.map(({ text }) => text).join('\n')),
    unjudged: finding.unjudged === true && finding.finalRelevance === null,
    isUntrusted: isUntrusted(finding),
  };
}

/** The findings that may answer: those of passages that address a program only where there are no others. */
export function trustedFirst<Read extends Pick<ReadableFinding, 'isUntrusted' | 'quotes'>>(
  findings: readonly Read[],
): readonly Read[] {
  const trusted = findings.filter((finding) => !finding.isUntrusted);
  return trusted.some(({ quotes }) => quotes.length > 0) ? trusted : findings;
}

/** All quotes of the findings, the best answer first; ties keep the order of the findings. */
export function rankEvidence(need: InformationNeed, findings: readonly ReadableFinding[]): EvidenceScore[] {
  return findings
    .flatMap((finding) => {
      const { findingId, title, headingPath, information, language, taskId, weight } = finding;
      const found = 1 - HIT_SHARE * (1 - (finding.hitScore ?? UNKNOWN_HIT));
      const score = createStatementScorer(need, { title, headingPath, text: information, language });
      const place = placeOf(finding);
      return finding.quotes.map(({ key, text, statement }, index) => {
        const scored = score({ text: statement, introduction: information });
        const standing = (1 - WEIGHT_SHARE * (1 - weight)) * (1 - LATER_QUOTE_PENALTY * index);
        return {
          key,
          findingId,
          place,
          text,
          statement,
          taskId,
          language,
          ...scored,
          score: scored.score * standing * found,
        };
      });
    })
    .sort((a, b) => b.score - a.score);
}

/** The first of each group that says the same in nearly the same words. */
export function withoutNearDuplicates(evidence: readonly EvidenceScore[]): EvidenceScore[] {
  const kept: EvidenceScore[] = [];
  for (const entry of evidence) {
    if (!kept.some(({ text }) => isNearDuplicate(text, entry.text, entry.language))) kept.push(entry);
  }
  return kept;
}
