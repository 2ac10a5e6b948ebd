import type { BriefingClaim, ClaimMark } from '../../../workflows/contracts/briefing-items.ts';
import { escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { list } from '../../report/answer-part.ts';
import type { BriefingWriting } from './briefing-writing.ts';
import { shortened } from './shortened.ts';

/** Stands before every claim that another one of the same output disagrees with. */
export const CONFLICT_LABEL = '**[CONFLICT]**';

/** What changed comes first. */
const MARK_ORDER: readonly ClaimMark[] = ['new', 'strengthened', 'contradicted', 'withdrawn', 'kept'];

const LONGEST_KEPT = 160;
const LONGEST_NAME = 100;

/** The claims of a theme below a heading for each mark; those that nothing was said about come last and short. */
export function renderClaims(claims: readonly BriefingClaim[], writing: BriefingWriting): string[] {
  return MARK_ORDER.flatMap((mark) => {
    const marked = claims.filter((claim) => claim.mark === mark);
    if (marked.length === 0) return [];
    return [`### ${writing.phrases.mark[mark]}`, list(marked.map((claim) => renderClaim(claim, writing)))];
  });
}

/** Its labels, its text with citations, its note, and below it the claims it conflicts with. */
export function renderClaim(claim: BriefingClaim, { phrases, citations, claimOf }: BriefingWriting): string {
  const text = claim.mark === 'kept' ? shortened(claim.text, LONGEST_KEPT) : claim.text;
  const words = citations.claim({ text, citations: claim.citations });
  const note = claim.note === '' ? '' : ` — ${escapeMarkdown(claim.note)}`;
  const labels = [
    ...(claim.conflictsWith.length > 0 ? [CONFLICT_LABEL] : []),
    ...(claim.status === 'reported' ? [`*${phrases.reported}:*`] : []),
  ];
  const others = claim.conflictsWith.map((claimId) => {
    const other = claimOf(claimId);
    const name =
      other === undefined
        ? phrases.unshownClaim
        : citations.claim({ text: shortened(other.text, LONGEST_NAME), citations: other.citations });
    return `- ${phrases.conflictsWith}: ${name}`;
  });
  return [`${[...labels, words].join(' ')}${note}`, ...others].join('\n');
}
