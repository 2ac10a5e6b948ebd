import type { z } from 'zod';
import { type Claim, statementOf } from '../../../workflows/contracts/claim.ts';
import type { PartialReport } from '../../../workflows/contracts/partial-report.ts';
import type { Citation, ResearchRecord } from '../../../workflows/contracts/report.ts';
import type { citationOutput, reportOutput } from '../schemas/reports.ts';

type ReportData = z.infer<typeof reportOutput>;

/** What both forms of both kinds of report begin with. */
export const NO_CONTENT = {
  markdown: null,
  nextOffset: null,
  answered: null,
  summary: [],
  claims: [],
  limitations: [],
  citations: [],
  findings: [],
} as const;

/** Claims with the numbers of their citations. */
export function contentOfRecord({ report }: ResearchRecord): Partial<ReportData> {
  const numbers = new Map(report.citations.map(({ quote, number }) => [quote.key, number]));
  const toClaim = (claim: Claim) => ({
    text: statementOf(claim, true),
    citations: claim.citations.flatMap((key) => numbers.get(key) ?? []),
  });
  const { overview, keyFindings, sections, conflicts } = report;
  const claims = [...overview, ...keyFindings, ...sections.flatMap((section) => section.claims), ...conflicts.flat()];
  return {
    answered: report.summary.length > 0,
    summary: report.summary.map(toClaim),
    claims: claims.map(toClaim),
    limitations: report.limitations.map(({ text }) => text),
    citations: report.citations.map(toCitation),
  };
}

export function toCitation(citation: Citation): z.infer<typeof citationOutput> {
  const { number, title, locator, page, headingPath, quote } = citation;
  return { number, title, locator, page, headingPath, quote: quote.text };
}

/** What was found so far. */
export function contentOfPartial({ findings, gaps }: PartialReport): Partial<ReportData> {
  return {
    limitations: gaps.map(({ description }) => description),
    findings: findings.map(({ extractedInfo, title, locator, quotes }) => ({
      text: extractedInfo,
      title,
      locator,
      quotes: quotes.map(({ text }) => text),
    })),
  };
}

/** A part of a text that cuts no character in two. */
export function partOf(
  text: string,
  offset: number,
  maxCharacters: number,
): { readonly part: string; readonly nextOffset: number | null } {
  const end = offset + maxCharacters;
  if (end >= text.length) return { part: text.slice(offset), nextOffset: null };
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  const cut = isPairCut ? end - 1 : end;
  return { part: text.slice(offset, cut), nextOffset: cut };
}
