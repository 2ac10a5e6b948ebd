import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { detectLanguage } from '@plumbline/language/detection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { isUnticked } from '@plumbline/text/boxes';
import { mapWithPauses } from '@plumbline/text/pauses';
import { readableText } from '@plumbline/text/readable-text';
import { rememberedForBoth } from '@plumbline/text/text-memo';
import { createStatementScorer, type InformationNeed, type StatementScore } from '../passages/passage-reading.ts';
import { type QuoteReading, readStatements } from '../passages/quote-reading.ts';

/** A quote, and what a report without a model states of it. */
export interface ReadableQuote extends Pick<Quote, 'key' | 'text'>, QuoteReading {}

/** A finding for reasoning steps: without locators, so that a model cannot repeat them. */
export interface ReadableFinding {
  readonly findingId: string;
  readonly taskId: string;
  /** Other tasks that read the same passage. */
  readonly alsoServes?: readonly string[] | undefined;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly information: string;
  /** The whole passage of its quotes. */
  readonly surroundings: string;
  readonly quotes: readonly ReadableQuote[];
  readonly contextTier: 1 | 2 | 3;
  readonly weight: number;
  /** Final relevance if known, else the initial one. */
  readonly relevance: number | null;
  /** Score that search or gate gave the passage, 0..1; null if it was exempt. */
  readonly hitScore: number | null;
  /** ISO 639-1 code of the quotes, or `und`. */
  readonly language: string;
  /** It is in another language than the question and was not judged. */
  readonly unjudged?: boolean;
  /** Rank of its passage among the first of the search, from 1. */
  readonly searchRank?: number | undefined;
  /** Its passage contains or is near words that address a program. */
  readonly isUntrusted: boolean;
}

/** A finding with its source, so that statements of different sources can be told apart. */
export interface SourcedFinding extends ReadableFinding {
  readonly sourceId: string;
}

/** A quote and how well it answers. */
export interface EvidenceScore extends StatementScore {
  readonly key: string;
  readonly findingId: string;
  /** Document and section, because two tasks may read the same passage. */
  readonly place: string;
  readonly text: string;
  readonly statement: string;
  readonly unit: string;
  readonly taskId: string;
  readonly language: string;
}

/** An entry that was not ticked answers only where no ticked one does. */
const UNTICKED_SHARE = 0.5;

/**
 * Converts a finding for reasoning steps.
 *
 * @param readings by quote key; the default is the quote's own words
 * @param surroundings the whole passage; the default is what was extracted
 */
export function toReadableFinding(
  finding: Finding,
  readings: ReadonlyMap<string, QuoteReading> = new Map(),
  surroundings: string = finding.extractedInfo,
): ReadableFinding {
  const { findingId, taskId, title, headingPath, extractedInfo, quotes, contextTier, weight } = finding;
  return {
    findingId,
    taskId,
    ...(finding.alsoServes !== undefined && { alsoServes: finding.alsoServes }),
    title,
    headingPath,
    information: extractedInfo,
    surroundings,
    quotes: quotes.map(({ key, text }) => {
      const { statement, unit } = readings.get(key) ?? { statement: readableText(text), unit: readableText(text) };
      return { key, text, statement, unit };
    }),
    contextTier,
    weight,
    relevance: finding.finalRelevance ?? finding.relevance,
    hitScore: finding.hitScore,
    language: detectLanguage(quotes.map(({ text }) => text).join('\n')),
    unjudged: finding.unjudged === true && finding.finalRelevance === null,
    searchRank: finding.searchRank,
    isUntrusted: isUntrusted(finding),
  };
}

/** Converts findings for reasoning steps, with the statements that a report would make of their quotes. */
export async function withStatements(findings: readonly Finding[], texts: StoredTexts): Promise<SourcedFinding[]> {
  // Stored texts are read side by side, and then one finding after the other.
  await Promise.all(findings.map(({ passageSpan }) => texts.read(passageSpan.textHash)));
  return mapWithPauses(findings, async (finding) => {
    const { sourceId, passageSpan } = finding;
    const { text } = await texts.read(passageSpan.textHash);
    const surroundings = text?.slice(passageSpan.start, passageSpan.end);
    return { ...toReadableFinding(finding, await readStatements(finding, texts), surroundings), sourceId };
  });
}

/** All quotes of the findings, the best answer first; ties keep the order of the findings. */
export function rankEvidence(need: InformationNeed, findings: readonly ReadableFinding[]): EvidenceScore[] {
  return findings.flatMap((finding) => scoreQuotes(need, finding)).sort((a, b) => b.score - a.score);
}

/** The quotes of a finding in its order. */
export const scoreQuotes = rememberedForBoth(
  (need: InformationNeed, finding: ReadableFinding): readonly EvidenceScore[] => {
    const { findingId, title, headingPath, surroundings, language, taskId } = finding;
    const score = createStatementScorer(need, { title, headingPath, text: surroundings, language });
    const place = placeOf(finding);
    // What is struck out or hidden states nothing.
    const stating = finding.quotes.filter(({ statement }) => statement !== '');
    return stating.map(({ key, text, statement, unit }) => {
      const scored = score({ text: statement });
      const chosen = isUnticked(statement, surroundings) ? UNTICKED_SHARE : 1;
      const own = { key, findingId, place, text, statement, unit, taskId, language };
      return { ...own, ...scored, score: scored.score * chosen };
    });
  },
);
