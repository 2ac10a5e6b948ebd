import type { Passage } from '@plumbline/contracts/evidence/source';
import { joinedSpan } from './joined-passage.ts';

/** Offsets into a stored text, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Passages that are shown as one, in their order. */
export interface ShownSpan<Read> extends Span {
  readonly read: readonly [Read, ...Read[]];
}

/** What is known of the document. */
interface ShownDocument {
  /** All passages, in order. */
  readonly passages: readonly Passage[];
  readonly text: string;
  /** Ids of passages that a model has seen. */
  readonly shownBefore: ReadonlySet<string>;
}

/** Longest text that parts of one section are joined to, in characters: a note has to do for it. */
const MAX_JOINED = 7_200;
/** A shorter rest of what was shown before says nothing of its own, in characters. */
const SHORTEST_REST = 40;

/**
 * Where the passages of one document are shown: each grown by what was cut off from it, without what was shown before, and the
 * parts of one section that touch or overlap as one. So no sentence is shown twice.
 *
 * @param read in any order
 */
export function shownSpans<Read>(
  read: readonly Read[],
  passageOf: (read: Read) => Passage,
  { passages, text, shownBefore }: ShownDocument,
): ShownSpan<Read>[] {
  const before = passages
    .filter(({ passageId }) => shownBefore.has(passageId))
    .map((passage) => joinedSpan(passage, passages, text));
  const spans: ShownSpan<Read>[] = [];
  for (const one of read.toSorted((a, b) => passageOf(a).start - passageOf(b).start)) {
    const passage = passageOf(one);
    const last = spans.at(-1);
    const grown = without(joinedSpan(passage, passages, text), before);
    const own = { start: Math.max(grown.start, last?.end ?? 0), end: grown.end };
    if (isShown(text.slice(own.start, own.end), own.start > passage.start)) {
      // The passage before holds all of it, unless it was shown before.
      if (last !== undefined && grown.start < last.end) spans.splice(-1, 1, { ...last, read: [...last.read, one] });
    } else if (last !== undefined && placeOf(passageOf(last.read[0])) === placeOf(passage) && touch(last, own, text)) {
      spans.splice(-1, 1, { start: last.start, end: own.end, read: [...last.read, one] });
    } else {
      spans.push({ ...own, read: [one] });
    }
  }
  return spans;
}

function isShown(rest: string, isCut: boolean): boolean {
  const { length } = rest.trim();
  return length === 0 || (isCut && length < SHORTEST_REST);
}

/** Whether nothing is between them, and one note may do for both. */
function touch(first: Span, second: Span, text: string): boolean {
  return text.slice(first.end, second.start).trim() === '' && second.end - first.start <= MAX_JOINED;
}

/** What is left of a span at its ends; empty where nothing is. */
function without(span: Span, others: readonly Span[]): Span {
  let { start, end } = span;
  for (const other of others.toSorted((a, b) => a.start - b.start)) {
    if (other.start <= start) start = Math.max(start, other.end);
  }
  for (const other of others.toSorted((a, b) => b.end - a.end)) {
    if (other.end >= end) end = Math.min(end, other.start);
  }
  return { start, end: Math.max(start, end) };
}

function placeOf({ page, headingPath }: Passage): string {
  return JSON.stringify([page, headingPath]);
}
