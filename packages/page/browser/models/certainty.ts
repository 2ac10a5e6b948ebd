import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';
import type { Trust } from '@plumbline/contracts/report/trust';

/** What the record of a text bears, from all of its statements to nothing that was found. */
export type Standing = 'confirmed' | 'partly' | 'poor' | 'unjudged' | 'missing';

/** Of what a model wrote; null: nothing in it was to be judged. Of places that a search found there is no such sign. */
function standingOf({ quotations, equal, confirmed, unsure, notJudged }: Trust): Standing | null {
  const stated = confirmed + unsure + notJudged;
  if (stated === 0 || quotations === 0) return null;
  if (notJudged > 0) return 'unjudged';
  if (confirmed * 2 < stated) return 'poor';
  return unsure === 0 && equal === quotations ? 'confirmed' : 'partly';
}

/** Null: there is nothing to tell, as of a question, a list of items, places, or what a model knows by itself. */
export function standingOfAnswer(answer: AnswerResult): Standing | null {
  const { citations, cards, engine, trust, needsClarification, researchId, isUngrounded } = answer;
  if (needsClarification || researchId !== null || cards.length > 0) return null;
  if (!isLookedUp(answer)) return null;
  if (citations.length === 0) return isUngrounded && engine === 'model' ? null : 'missing';
  return engine === 'model' && trust !== null ? standingOf(trust) : null;
}

/** A change of the memory looks nothing up, and neither does a greeting. */
export function isLookedUp({ debug: { grounding } }: AnswerResult): boolean {
  return grounding !== null && grounding.isCourtesy !== true;
}

export function standingOfReport({
  sections,
  engine,
  checks,
}: Pick<ReportReading, 'sections' | 'engine' | 'checks'>): Standing | null {
  const has = (name: string): boolean => sections.some((section) => section.name === name && section.groups.length > 0);
  // Where nothing of a model held, the rules show places in its stead.
  if (has('passages')) return null;
  if (!has('answer')) return 'missing';
  return engine === 'model' ? standingOf(checks.trust) : null;
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
