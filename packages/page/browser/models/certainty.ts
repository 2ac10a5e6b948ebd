import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';
import { readableLines, type TextSpan } from './answer-text.ts';

/** What the words of an answer are: what the documents state, passages for the reader to judge, or nothing. */
export type Certainty = 'stated' | 'nearest' | 'missing';

/** Null: there is nothing to be certain of, as in a question, a list of items, or what a model knows by itself. */
export function certaintyOf(answer: AnswerResult): Certainty | null {
  const { citations, cards, engine, ui, needsClarification, researchId, isUngrounded } = answer;
  if (needsClarification || researchId !== null || cards.length > 0) return null;
  // A change of the memory looks nothing up.
  if (answer.debug.grounding === null) return null;
  if (citations.length === 0) return isUngrounded && engine === 'model' ? null : 'missing';
  // What a model wrote is stated where a judge confirmed all of it, however good its search was.
  if (engine === 'model') return isProven(answer) ? 'stated' : 'nearest';
  return { strong: 'stated', medium: 'nearest', weak: 'missing' }[ui.answerConfidence] as Certainty;
}

function isProven({ verification, debug }: AnswerResult): boolean {
  return verification !== null && verification.claims > 0 && debug.alignment?.outcome === 'passed';
}

export function certaintyOfReport({ sections }: Pick<ReportReading, 'sections'>): Certainty {
  const has = (name: string): boolean => sections.some((section) => section.name === name && section.groups.length > 0);
  if (has('passages')) return 'nearest';
  return has('answer') ? 'stated' : 'missing';
}

/** Documents that passages were read from: sources name their lines as well. */
export function documentsRead({ sources }: Pick<AnswerResult, 'sources'>): number {
  return new Set(sources.map(({ detail }) => detail.replace(/:\d+(?:[-–]\d+)?$/u, ''))).size;
}

/** A shorter text needs no fold. */
const LONG = 320;

/**
 * A long passage as far as it decides: where it is, its bold words or else its first line, its citations.
 *
 * @returns null where it is short, or no passage: one begins with its place
 */
export function foldedPassage(spans: readonly TextSpan[]): readonly TextSpan[] | null {
  const length = spans.reduce((sum, span) => sum + ('text' in span ? span.text.length : 0), 0);
  const [place] = spans;
  if (length < LONG || place?.kind !== 'emphasis') return null;
  const bold = spans.filter(({ kind }) => kind === 'strong');
  const deciding = bold.length > 0 ? bold : firstLine(spans.slice(1));
  const gap = { kind: 'text', text: ' ' } as const;
  return [place, gap, ...deciding, { kind: 'text', text: ' … ' }, ...spans.filter(({ kind }) => kind === 'citation')];
}

function firstLine(spans: readonly TextSpan[]): readonly TextSpan[] {
  const end = spans.findIndex((span) => 'text' in span && span.text.includes('\n'));
  const last = spans[end];
  if (last === undefined || !('text' in last)) return spans;
  return [...spans.slice(0, end), { ...last, text: last.text.slice(0, last.text.indexOf('\n')) }];
}

/** The same of a passage in a report; null where it is short. */
export function foldedPieces(pieces: ReadClaim['pieces']): ReadClaim['pieces'] | null {
  if (pieces.reduce((sum, { text }) => sum + text.length, 0) < LONG) return null;
  const [first] = pieces;
  const bold = pieces.filter(({ isBold }) => isBold);
  const [line = ''] = readableLines(first?.text ?? '');
  const deciding = bold.length > 0 ? bold : [{ text: line, isBold: false, citations: [] }];
  return [...deciding, { text: ' … ', isBold: false, citations: pieces.flatMap(({ citations }) => citations) }];
}
