import type { Quote } from '../../../workflows/contracts/evidence/evidence.ts';

/** A quotation and its place in a stored text. */
export interface PlacedQuotation extends Pick<Quote, 'textHash' | 'start' | 'end'> {
  /** Without differences of typography. */
  readonly wording: string;
}

/** Quotes that share less of the shorter one only touch: the end of one sentence is the beginning of another quote. */
const LEAST_SHARED = 0.5;

/** The largest share of a quotation that both sides have, 0..1; 0 where they rest on different words. */
export function sharedEvidence(first: readonly PlacedQuotation[], second: readonly PlacedQuotation[]): number {
  return Math.max(0, ...first.flatMap((own) => second.map((other) => sharedWords(own, other))));
}

function sharedWords(first: PlacedQuotation, second: PlacedQuotation): number {
  if (first.wording === second.wording) return 1;
  if (first.textHash !== second.textHash) return 0;
  const overlap = Math.min(first.end, second.end) - Math.max(first.start, second.start);
  const share = overlap / Math.max(1, Math.min(first.end - first.start, second.end - second.start));
  return share >= LEAST_SHARED ? share : 0;
}
