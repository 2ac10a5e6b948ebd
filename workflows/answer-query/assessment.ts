import type { RetrievalStats } from '../contracts/answers/answer.ts';
import { OTHER } from '../contracts/answers/catalogue.ts';
import { type Finding, hitIdOf } from '../contracts/evidence/evidence.ts';
import { needsFallback, statsOf } from '../domain/answers/retrieval-quality.ts';
import type { AnswerRun } from './answer-run.ts';
import {
  type AnswerSubject,
  type Evidence,
  type JudgedEvidence,
  type Passages,
  readOverview,
} from './passage-retrieval.ts';

/** Findings of an overview have ids of their own. */
const OVERVIEW = 'overview';

/** Evidence with what the rules make of it. */
export interface Assessed {
  readonly evidence: JudgedEvidence;
  readonly stats: RetrievalStats;
  /** A catalogue had too little, so the answer adds an overview of the other sources. */
  readonly hasFallenBack: boolean;
}

/** Judges what was found; where a catalogue had too little, adds an overview of the other sources. */
export async function assess(run: AnswerRun, subject: AnswerSubject, evidence: Evidence): Promise<Assessed> {
  const { scope } = run.input;
  const stats = assessEvidence(evidence, run.memory?.findings);
  const place = scope.web !== null ? 'web' : scope.corpusDirectories.length > 0 ? 'documents' : null;
  if (!needsFallback(stats) || place === null) {
    return { evidence: { ...evidence, isCatalogueEnough: stats.vertical !== OTHER }, stats, hasFallenBack: false };
  }
  run.trace.enter('searching');
  const overview = await readOverview(run, { ...subject, task: { ...subject.task, taskId: OVERVIEW } }, place, [
    subject.anchor.originalQuestion,
  ]);
  const passages = distinct(evidence.passages, overview);
  const fallback = { ...stats, vertical: OTHER, quality: 'fallback_other' as const };
  return { evidence: { ...evidence, passages, isCatalogueEnough: false }, stats: fallback, hasFallenBack: true };
}

/**
 * Judges items where a catalogue has some, else the passages and what was remembered. What the rules show only because the
 * search put it first is there to cite, but counts for nothing.
 */
export function assessEvidence({ passages, items }: Evidence, remembered: readonly Finding[] = []): RetrievalStats {
  const found = items?.items ?? [];
  const fitting = passages.hits.filter(({ selection }) => selection !== 'below' && selection !== 'leading');
  const fit = [...fitting.map(({ relevance }) => relevance.score), ...remembered.map(({ relevance }) => relevance)];
  const scores = found.length > 0 ? found.map(({ score }) => score) : fit;
  const vertical = items === null || found.length === 0 ? OTHER : items.vertical;
  const citationCount = found.length + passages.findings.length + remembered.length;
  return statsOf({ vertical, citationCount, scores });
}

/** A passage that both found is evidence once. */
function distinct(first: Passages, second: Passages): Passages {
  const hits = new Set(first.hits.map(hitIdOf));
  const passages = new Set(first.findings.map(({ passageId }) => passageId));
  return {
    hits: [...first.hits, ...second.hits.filter((hit) => !hits.has(hitIdOf(hit)))],
    findings: [...first.findings, ...second.findings.filter(({ passageId }) => !passages.has(passageId))],
  };
}
