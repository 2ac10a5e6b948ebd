import type { MatchBasis } from '../../workflows/contracts/report-comparison.ts';
import type { ReadStatement } from '../briefings/judging/statement-reading.ts';
import { OTHER_FIGURE, relationBetween } from '../briefings/judging/statement-relation.ts';
import { findPolarityFault } from '../claims/polarity.ts';
import { differInValues } from '../claims/statement-differences.ts';
import type { ComparableClaim } from './comparable-claims.ts';
import { sharedEvidence } from './shared-evidence.ts';

/** How two claims belong together. */
export interface ClaimRelation {
  readonly basis: MatchBasis;
  /** For people; null where they do not contradict each other. */
  readonly difference: string | null;
  /** Higher is more certain: first by the kind of relation, then by what they share. */
  readonly rank: readonly [kind: number, evidence: number, words: number];
}

/** Least share of the stems of both that stand in both where no quotation shows that two claims are about one thing. */
const SAME_MATTER = 0.5;
/** The same, where one of them denies something: it is about one thing only if little else differs. */
const SAME_SUBJECT = 0.6;
const KIND = { evidenceAlone: 0, contradiction: 1, sameMeaning: 2, sameWords: 3 } as const;

/**
 * How two claims of two reports stand to each other; null where they have nothing to do with each other, or nothing
 * shows how they stand. The same in either order.
 */
export function relateClaims(first: ComparableClaim, second: ComparableClaim): ClaimRelation | null {
  const evidence = sharedEvidence(first.quotes, second.quotes);
  const words = sharedSubject(first, second);
  const isEvident = evidence > 0;
  const basis = isEvident ? 'evidence-and-words' : 'words';
  if (first.wording === second.wording) {
    return { basis, difference: null, rank: [KIND.sameWords, evidence, words] };
  }
  const meaning = compareMeanings(first, second);
  const isRepetition = meaning?.difference === null;
  if (meaning !== null && (!isRepetition || isEvident || words >= SAME_MATTER)) {
    const kind = isRepetition ? KIND.sameMeaning : KIND.contradiction;
    return { basis, difference: meaning.difference, rank: [kind, evidence, words] };
  }
  if (!isEvident || sayDifferentThings(first, second)) return null;
  return { basis: 'evidence', difference: null, rank: [KIND.evidenceAlone, evidence, words] };
}

/**
 * By the rules that judge briefings, because they name a reason for every relation. On the 152 pairs of statements they
 * are tested with, no relation that they find is false; of the comparison of memory (`claims/statement-differences.ts`)
 * 13 of 42 contradictions are, since figures of another quantity or period count as other values there, and it finds 7
 * of 38 repetitions. They know opposites of listed events alone, though: "must be sent" and "need not be sent" are the
 * same to them. So what they call the same must have no negation that the other lacks; none of those pairs has one.
 */
function compareMeanings(first: ComparableClaim, second: ComparableClaim): { difference: string | null } | null {
  const isOneLanguage = first.read.language === second.read.language;
  if (!isOneLanguage || first.isPassage || second.isPassage) return null;
  const related = relationBetween(first.read, second.read);
  if (related === null) return null;
  // What replaces an earlier value is news to a briefing; reports that tell both do not contradict each other.
  if (related.difference === OTHER_FIGURE && areOfOtherTimes(first.read, second.read)) return null;
  if (related.relation === 'contradicts') return { difference: related.difference };
  if (!isDenied(first, second)) return { difference: null };
  return sharedSubject(first, second) >= SAME_SUBJECT ? { difference: 'a negation or the opposite word' } : null;
}

/** Both name a year, a quarter, a month or a day, and none of one is one of the other. */
function areOfOtherTimes({ times: first }: ReadStatement, { times: second }: ReadStatement): boolean {
  return (['year', 'quarter', 'month', 'day'] as const).some((part) => {
    const [own, others] = [first, second].map((times) => times.flatMap((time) => time[part] ?? []));
    if (own === undefined || others === undefined || own.length === 0 || others.length === 0) return false;
    return own.every((value) => !others.includes(value));
  });
}

/** One quotation may carry several facts: claims of different figures, or of which one denies something, are not the same. */
function sayDifferentThings(first: ComparableClaim, second: ComparableClaim): boolean {
  if (first.isPassage || second.isPassage) return false;
  const isOneLanguage = first.read.language === second.read.language;
  return differInValues(first.read.text, second.read.text) || (isOneLanguage && isDenied(first, second));
}

function isDenied({ read: first }: ComparableClaim, { read: second }: ComparableClaim): boolean {
  return (
    findPolarityFault(first.text, second.text, first.language) !== null ||
    findPolarityFault(second.text, first.text, first.language) !== null
  );
}

/** Share of the stems of both that stand in both. */
function sharedSubject({ read: first }: ComparableClaim, { read: second }: ComparableClaim): number {
  const shared = [...first.subject].filter((stem) => second.subject.has(stem)).length;
  return shared / Math.max(1, first.subject.size + second.subject.size - shared);
}
