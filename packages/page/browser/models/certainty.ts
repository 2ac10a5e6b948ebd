import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';

/** What the words of an answer are: what the documents state, what was not all confirmed, places that a search found, or nothing. */
export type Certainty = 'stated' | 'doubtful' | 'found' | 'missing';

/** Null: there is nothing to be certain of, as in a question, a list of items, or what a model knows by itself. */
export function certaintyOf(answer: AnswerResult): Certainty | null {
  const { citations, cards, engine, needsClarification, researchId, isUngrounded } = answer;
  if (needsClarification || researchId !== null || cards.length > 0) return null;
  // A change of the memory looks nothing up.
  if (answer.debug.grounding === null) return null;
  if (citations.length === 0) return isUngrounded && engine === 'model' ? null : 'missing';
  // What a model wrote is stated where a judge confirmed all of it, however good its search was.
  return engine !== 'model' ? 'found' : isProven(answer) ? 'stated' : 'doubtful';
}

function isProven({ verification, debug }: AnswerResult): boolean {
  return verification !== null && verification.claims > 0 && debug.alignment?.outcome === 'passed';
}

export function certaintyOfReport({ sections }: Pick<ReportReading, 'sections'>): Certainty {
  const has = (name: string): boolean => sections.some((section) => section.name === name && section.groups.length > 0);
  if (has('passages')) return 'found';
  return has('answer') ? 'stated' : 'missing';
}

/** Documents that passages were read from: sources name their lines as well. */
export function documentsRead({ sources }: Pick<AnswerResult, 'sources'>): number {
  return new Set(sources.map(({ detail }) => detail.replace(/:\d+(?:[-–]\d+)?$/u, ''))).size;
}

type Pieces = readonly { readonly text: string; readonly isBold: boolean }[];

/** The part of a passage to show at first, with what is left out at its ends; null: all of it. */
export function excerptOf(pieces: Pieces, excerpt: ReadClaim['excerpt']): Pieces | null {
  if (excerpt === null) return null;
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  let at = 0;
  const inside = pieces.flatMap(({ text, isBold }) => {
    const [start, end] = [Math.max(0, excerpt.start - at), Math.max(0, excerpt.end - at)];
    at += text.length;
    const part = text.slice(start, end);
    return part === '' ? [] : [{ text: part, isBold }];
  });
  const cut = { text: '…', isBold: false };
  return [
    ...(excerpt.start > 0 ? [{ ...cut, text: '… ' }] : []),
    ...inside,
    ...(excerpt.end < length ? [{ ...cut, text: ' …' }] : []),
  ];
}
