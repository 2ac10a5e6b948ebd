import { COVERED_FROM } from '@plumbline/contracts/evidence/claim';
import type { QualityScores } from '@plumbline/contracts/report/report';

/** Query adherence or citation support below this, in percent, is said before the answer. */
const LOW_BELOW = 70;

/** One claim of the answer, and how far the passages that it cites support it. */
export interface ScoredClaim {
  readonly text: string;
  /** Final relevance (0..1) of the best finding that it cites; null when it cites none, or when unknown. */
  readonly relevance: number | null;
  /** What the cited quotes contradict or do not support. */
  readonly reasons: readonly string[];
  /** Share of its content words that the cited quotes and their headings have, 0..1. */
  readonly coverage: number;
  /** It answers, and rests on a passage that addresses a program. */
  readonly isUntrusted?: boolean;
}

/** What the scores are computed from. */
export interface ScoredReport {
  /** All claims that need a citation, in the order in which the report shows them. */
  readonly claims: readonly ScoredClaim[];
  /** Claims of the draft that verification took out, and those that it repaired. */
  readonly removed: number;
  readonly repaired: number;
  /** How well the first one addresses the question, 0..1. */
  readonly addressed: number;
  /** Key entities and sub-questions, and whether a cited claim covers each. */
  readonly wanted: readonly { readonly name: string; readonly isCovered: boolean }[];
  /** Cited quotes, and quotations in the prose. */
  readonly quotations: { readonly checked: number; readonly exact: number };
  /** In characters. */
  readonly prose: { readonly characters: number; readonly foreignCharacters: number };
}

/** Findings below this final relevance are off the question. */
export const RELEVANT_FROM = 0.5;
/** All scores of a report; null when it states nothing. */
export function scoreReport(report: ScoredReport): QualityScores | null {
  if (report.claims.length === 0) return null;
  return {
    queryAdherence: queryAdherence(report),
    completeness: completeness(report.wanted),
    citationSupport: citationSupport(report),
    quoteExactness: percent(report.quotations.exact, report.quotations.checked),
    languagePurity: percent(report.prose.characters - report.prose.foreignCharacters, report.prose.characters),
  };
}

/** Σ length of the claims whose relevance is 0.5 or more ÷ Σ length of all, times `addressed`. */
export function queryAdherence({ claims, addressed }: Pick<ScoredReport, 'claims' | 'addressed'>): number {
  const lengthOf = (scored: readonly ScoredClaim[]): number => scored.reduce((sum, { text }) => sum + text.length, 0);
  return percent(lengthOf(claims.filter(isRelevant)) * addressed, lengthOf(claims));
}

/** Covered ÷ wanted key entities and sub-questions. */
export function completeness(wanted: ScoredReport['wanted']): number {
  return percent(wanted.filter(({ isCovered }) => isCovered).length, wanted.length);
}

/**
 * The share of the claims, as originally written, that have no fault, whose quotes contain half of their content words
 * and address no program: claims that verification removed or repaired count as wrong.
 */
export function citationSupport({
  claims,
  removed,
  repaired,
}: Pick<ScoredReport, 'claims' | 'removed' | 'repaired'>): number {
  const supported = claims.filter(isSupported).length - repaired;
  return percent(Math.max(0, supported), claims.length + removed);
}

function isRelevant({ relevance }: ScoredClaim): boolean {
  return relevance !== null && relevance >= RELEVANT_FROM;
}

function isSupported({ reasons, coverage, isUntrusted }: ScoredClaim): boolean {
  return isUntrusted !== true && reasons.length === 0 && coverage >= COVERED_FROM;
}

/** 100 of nothing. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((100 * part) / whole);
}

export function isLow({ queryAdherence, citationSupport }: QualityScores): boolean {
  return queryAdherence < LOW_BELOW || citationSupport < LOW_BELOW;
}
