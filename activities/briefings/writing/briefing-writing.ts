import type { BriefingClaim } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord } from '../../../workflows/contracts/briefing-record.ts';
import { codeSpan, escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { type CitationRendering, createCitationRendering } from '../../report/citation-rendering.ts';
import { phrasesFor } from '../../report/phrases-for.ts';
import { briefingPhrasesFor } from './briefing-phrases-for.ts';
import type { BriefingPhrases } from './briefing-phrases.ts';
import { datedSources } from './dated-sources.ts';

/** What the parts of one text share: its words, the numbers of its citations, the names of its themes. */
export interface BriefingWriting {
  readonly phrases: BriefingPhrases;
  readonly citations: CitationRendering;
  /** Undefined: the output does not show it. */
  readonly claimOf: (claimId: string) => BriefingClaim | undefined;
  /** Title of a theme of the output, escaped; its id where the output has none. */
  readonly titleOf: (themeId: string) => string;
}

export function createBriefingWriting(record: BriefingRecord): BriefingWriting {
  const { findings, themes, language } = record;
  const claims = new Map(themes.flatMap((theme) => theme.claims.map((claim) => [claim.claimId, claim])));
  const titles = new Map(themes.map(({ themeId, title }) => [themeId, escapeMarkdown(title)]));
  return {
    phrases: briefingPhrasesFor(language),
    citations: createCitationRendering({
      findings,
      // The places of quotations are in the record; a reader follows the address.
      registered: [],
      units: new Map(),
      sources: datedSources(record),
      style: 'numbered',
      phrases: phrasesFor(language),
    }),
    claimOf: (claimId) => claims.get(claimId),
    titleOf: (themeId) => titles.get(themeId) ?? codeSpan(themeId),
  };
}
