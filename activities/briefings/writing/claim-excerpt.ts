import type { BriefingClaim } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord } from '../../../workflows/contracts/briefing-record.ts';
import { escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { createUntrustedTest } from '../../../workflows/domain/untrusted-findings.ts';
import { phrasesFor } from '../../report/phrases-for.ts';
import { briefingPhrasesFor } from './briefing-phrases-for.ts';
import { shortened } from './shortened.ts';

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
