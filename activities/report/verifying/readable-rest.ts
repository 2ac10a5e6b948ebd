import type { Claim } from '@plumbline/contracts/evidence/claim';
import { lacksSubject } from '@plumbline/offline/needs';

/** What stands in the place of a statement: itself, what it was mended to, or nothing. */
export interface Replaced {
  readonly written: Claim;
  readonly kept: readonly Claim[];
  /** Its end is gone: what it was mended to is kept in part. */
  readonly isCut?: boolean;
}

export interface ReadableRest {
  readonly claims: readonly Claim[];
  /** Kept statements that make no sense without one that was left out. */
  readonly orphans: readonly Claim[];
}

/**
 * What is left of a part once refused statements are gone, as a text that can be read: a sentence that leans on one of them goes with
 * it, in an entry of a list as in a paragraph, and so does a lead-in whose list is empty.
 */
export function readableRest(replaced: readonly Replaced[]): ReadableRest {
  const orphans = new Set<Claim>();
  let gone: Claim | null = null;
  for (const { written, kept, isCut } of replaced) {
    const leans: boolean = gone !== null && goesOn(gone, written) && kept.every(({ text }) => lacksSubject(text));
    if (leans) for (const claim of kept) orphans.add(claim);
    gone = kept.length === 0 || isCut === true || leans ? written : null;
  }
  for (const [index, { written, kept }] of replaced.entries()) {
    const isLeadIn = written.text.trimEnd().endsWith(':') && isSentence(written);
    const next = replaced[index + 1];
    if (!isLeadIn || next === undefined) continue;
    const led = replaced.slice(index + 1).filter((other) => blockOf(other.written) === blockOf(next.written));
    const isEmpty = led.every((other) => other.kept.every((claim) => orphans.has(claim)));
    if (isEmpty) for (const claim of kept) orphans.add(claim);
  }
  const claims = replaced.flatMap(({ kept }) => kept).filter((claim) => !orphans.has(claim));
  return { claims, orphans: [...orphans] };
}

/** Whether a sentence follows another one in the text, not in a table or in the next entry of a list. */
function goesOn(before: Claim, claim: Claim): boolean {
  const [one, other] = [before.placement, claim.placement];
  if (one?.form !== 'list' || other?.form !== 'list') return isSentence(before) && isSentence(claim);
  return one.item !== undefined && one.item === other.item && one.block === other.block;
}

function isSentence({ placement }: Claim): boolean {
  return placement === undefined || placement.form === 'paragraph';
}

function blockOf({ placement }: Claim): string {
  return placement === undefined ? '' : `${placement.form} ${placement.block}`;
}
