import type { BriefingClaim, ClaimMark } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import { list } from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import { briefingPhrasesFor } from './briefing-phrases-for.ts';
import type { BriefingWriting } from './briefing-writing.ts';

/** Precedes every claim that another claim of the same output contradicts. */
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

/**
 * A claim in a few words, behind all that a reader must know of it. Later runs read these lines as state, so what addresses a program
 * is labelled here, too.
 */
export function createClaimExcerpt(
  { findings, language }: Pick<BriefingRecord, 'findings' | 'language'>,
  longest: number,
): (claim: BriefingClaim) => string {
  const isUntrusted = createUntrustedTest(findings);
  const phrases = briefingPhrasesFor(language);
  return (claim) => {
    const { mark, status, text } = claim;
    const labels = [
      ...(mark === 'new' ? [] : [phrases.mark[mark]]),
      ...(status === 'reported' ? [phrases.reported] : []),
      ...(isUntrusted(claim) ? [phrasesFor(language).untrusted] : []),
    ];
    const label = labels.length === 0 ? '' : `*${labels.join(', ')}:* `;
    return `${label}${escapeMarkdown(shortened(text, longest))}`;
  };
}

/** One line of at most `longest` characters, cut between words if possible. */
export function shortened(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`.toWellFormed();
}

/** Claims with news in an output, newest evidence first. */
export function newestChanges(claims: readonly BriefingClaim[]): BriefingClaim[] {
  return claims
    .filter(({ mark }) => mark !== 'kept')
    .sort((one, other) => Date.parse(other.evidencedAt) - Date.parse(one.evidencedAt));
}
