import { isCovered } from '../claims/word-coverage.ts';
import type { ReadStatement } from './statement-reading.ts';

/** Least share of the subject of the shorter statement, and of the longer one, that the other has, too. */
const SAME_MATTER = 0.6;
const SAME_MATTER_OF_LONGER = 0.34;
const SAME_COMMON_WORDS = 0.5;
/** Fewer words show one matter only where neither statement has any other. */
export const FEWEST_SHARED = 2;
/** Share of the words of the shorter main clause that two opposite ones have in common. */
const SAME_OBJECT = 0.85;
/** What is about a matter and is not the matter. */
const CONCERNING =
  /(?<!\p{L})(?:amendments?|motions?|appeals?|complaints?|requests?|challenges?|petitions?|bids?|parts? of|(?:eil|änderungs)?anträge?n?|(?:eil|änderungs)?antrags?|klagen?|beschwerden?|einspr[uü]ch\p{L}*|teile? (?:der|des))(?!\p{L})/iu;

/** What two statements of one language are about in common; shares are 0..1. */
export interface Overlap {
  readonly count: number;
  readonly ofShorter: number;
  readonly ofLonger: number;
  /** Of the words that are no names; 1 where one has only names. */
  readonly ofCommonWords: number;
  /** Each names what the other does not. */
  readonly differInNames: boolean;
}

export function overlapOf(first: ReadStatement, second: ReadStatement): Overlap {
  const covered = [coveredOf(first, second), coveredOf(second, first)];
  const count = Math.min(...covered.map(({ size }) => size));
  const sizes = [first.subject.size, second.subject.size];
  const [own, other] = [first, second].map((statement, index) => shares(statement, covered[index] ?? new Set()));
  return {
    count,
    ofShorter: count / Math.max(1, Math.min(...sizes)),
    ofLonger: count / Math.max(1, ...sizes),
    ofCommonWords: Math.max(own?.ofCommonWords ?? 0, other?.ofCommonWords ?? 0),
    differInNames: own?.hasOwnName === true && other?.hasOwnName === true,
  };
}

function coveredOf({ subject, language }: ReadStatement, other: ReadStatement): Set<string> {
  return new Set([...subject].filter((stem) => isCovered(stem, other.subject, language)));
}

function shares({ subject, names }: ReadStatement, covered: ReadonlySet<string>) {
  const common = [...subject].filter((stem) => !names.has(stem));
  return {
    ofCommonWords: common.length === 0 ? 1 : common.filter((stem) => covered.has(stem)).length / common.length,
    hasOwnName: [...names].some((name) => !covered.has(name)),
  };
}

export function isSameMatter({ count, ofShorter, ofLonger, ofCommonWords }: Overlap): boolean {
  if (ofLonger === 1) return true;
  const isNear = ofShorter >= SAME_MATTER && ofLonger >= SAME_MATTER_OF_LONGER;
  return count >= FEWEST_SHARED && isNear && ofCommonWords >= SAME_COMMON_WORDS;
}

/** Whether the main clauses are about the same thing: of a part of it, or of a request for it, the opposite may hold. */
export function haveSameObject(first: ReadStatement, second: ReadStatement): boolean {
  const shared = [...first.core].filter((stem) => isCovered(stem, second.core, first.language)).length;
  const [shorter, longer] = [Math.min(first.core.size, second.core.size), Math.max(first.core.size, second.core.size)];
  const isShared = shared > 0 && (shared >= FEWEST_SHARED ? shared >= SAME_OBJECT * shorter : shared === longer);
  return isShared && concernTheSame(first, second);
}

export function concernTheSame(first: ReadStatement, second: ReadStatement): boolean {
  return CONCERNING.test(first.text) === CONCERNING.test(second.text);
}

export function isSameAgent(first: ReadStatement, second: ReadStatement): boolean {
  if (first.agent.size === 0 || second.agent.size === 0) return true;
  const isNamed = (own: ReadStatement, other: ReadStatement): boolean => {
    const named = [...own.agent].filter((stem) => isCovered(stem, other.core, own.language));
    return named.length / own.agent.size > 0.5;
  };
  return isNamed(first, second) || isNamed(second, first);
}

/** Each tells of deeds, and none of one is a deed of the other: "produced", "delivered". */
export function differInDeeds(first: ReadStatement, second: ReadStatement): boolean {
  if (first.deeds.size === 0 || second.deeds.size === 0) return false;
  return [...first.deeds].every((deed) => !second.deeds.has(deed));
}

/** Share of the stems of both that stand in both. */
export function shareInCommon(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const shared = [...first].filter((stem) => second.has(stem)).length;
  return shared / Math.max(1, first.size + second.size - shared);
}
