import { statementOf } from '../../workflows/contracts/claim.ts';
import type { ComparedClaim } from '../../workflows/contracts/report-comparison.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { placeClaims } from '../../workflows/domain/report-claims.ts';
import type { ReadStatement } from '../briefings/judging/statement-reading.ts';
import { readInOwnLanguage } from '../briefings/judging/statement-relation.ts';
import { normaliseText } from '../text/normalised-text.ts';
import { createPauses } from '../text/pauses.ts';
import type { PlacedQuotation } from './shared-evidence.ts';

/** A claim, read for comparison with those of another report. */
export interface ComparableClaim {
  readonly shown: ComparedClaim;
  /** Without differences of typography. */
  readonly wording: string;
  readonly quotes: readonly PlacedQuotation[];
  readonly read: ReadStatement;
  /** It repeats a passage: a text of several statements, which says nothing single. */
  readonly isPassage: boolean;
}

/** What is read of a record. */
export interface RecordOfClaims extends Pick<ResearchRecord, 'findings'> {
  readonly anchor: Pick<ResearchRecord['anchor'], 'language'>;
  readonly report: Parameters<typeof placeClaims>[0] & Pick<ResearchRecord['report'], 'citations'>;
}

/** The claims of a report in its order; what it says twice in the same words is one claim. */
export async function readClaims(record: RecordOfClaims): Promise<ComparableClaim[]> {
  const quotes = new Map(
    record.findings.flatMap((finding) =>
      finding.quotes.map((quote) => [quote.key, { ...quote, wording: normaliseText(quote.text).text }]),
    ),
  );
  const numbers = new Map(record.report.citations.map(({ number, quote }) => [quote.key, number]));
  const byWording = Map.groupBy(
    placeClaims(record.report),
    ({ claim }) => normaliseText(statementOf(claim, true)).text,
  );
  const pause = createPauses();
  const claims: ComparableClaim[] = [];
  for (const [wording, placed] of byWording) {
    await pause();
    const claim = placed[0]?.claim;
    if (claim === undefined) continue;
    const keys = [...new Set(placed.flatMap((twin) => twin.claim.citations))];
    claims.push({
      shown: {
        numbers: placed.map(({ number }) => number),
        text: statementOf(claim, true),
        citations: keys.flatMap((key) => numbers.get(key) ?? []).sort((first, second) => first - second),
      },
      wording,
      quotes: keys.flatMap((key) => quotes.get(key) ?? []),
      read: readInOwnLanguage(statementOf(claim), claim.quotedLanguage ?? record.anchor.language),
      isPassage: placed.some((twin) => twin.claim.isPassage === true),
    });
  }
  return claims;
}
