import { findingIdIn } from '../evidence/citation-key.ts';
import type { Claim } from '../evidence/claim.ts';
import type { Finding } from '../evidence/finding.ts';
import type { VerifiedPart, WrittenPart } from './report-activities.ts';
import type { RefusedStatement, ReportDraft, ReportSection } from './report.ts';

/** A part of a draft. */
export interface DraftPart extends WrittenPart {
  /** For people: `the answer`, or the heading of a section. */
  readonly name: string;
  /** The draft with what was kept of the part. */
  readonly replace: (draft: ReportDraft, claims: readonly Claim[]) => ReportDraft;
}

/** The parts of a draft that say anything, the answer first. */
export function partsOf(draft: ReportDraft): DraftPart[] {
  const { summary, sections, keyFindings, limitations } = draft;
  const parts: DraftPart[] = [
    { part: 'answer', name: 'the answer', claims: summary, replace: (now, kept) => ({ ...now, summary: [...kept] }) },
    ...sections.map(({ heading, claims }, index) => ({
      part: 'section' as const,
      name: `section "${heading}"`,
      claims,
      replace: (now: ReportDraft, kept: readonly Claim[]) => ({
        ...now,
        sections: now.sections.map((section, place) => (place === index ? { ...section, claims: [...kept] } : section)),
      }),
    })),
    {
      part: 'section',
      name: 'key findings',
      claims: keyFindings,
      replace: (now, kept) => ({ ...now, keyFindings: [...kept] }),
    },
    {
      part: 'limitations',
      name: 'limitations',
      claims: limitations,
      replace: (now, kept) => ({ ...now, limitations: [...kept] }),
    },
  ];
  return parts.filter(({ claims }) => claims.length > 0);
}

/** Statements that are verified at once: short parts share what a call needs beside them. */
const MOST_AT_ONCE = 80;

/** Parts that follow each other and are verified at once. */
export function groupsOf(parts: readonly DraftPart[]): DraftPart[][] {
  const groups: DraftPart[][] = [];
  let size = 0;
  for (const part of parts) {
    const last = groups.at(-1);
    size += part.claims.length;
    if (last !== undefined && size <= MOST_AT_ONCE) last.push(part);
    else {
      groups.push([part]);
      size = part.claims.length;
    }
  }
  return groups;
}

/** A model's draft after every part of it was verified. */
export interface HeldDraft {
  readonly draft: ReportDraft;
  readonly refused: readonly RefusedStatement[];
  /** Findings that it cites beyond those that it was written from. */
  readonly found: readonly Finding[];
}

/**
 * The draft with what was kept of its parts, without parts that lost everything. What was found in the place of a limit goes to the
 * end of the section that cites most of its document, and of the answer where none does.
 *
 * @param known findings that the draft was written from
 */
export function joinParts(
  draft: ReportDraft,
  parts: readonly DraftPart[],
  verified: readonly VerifiedPart[],
  known: readonly Finding[],
): HeldDraft {
  const replaced = parts.reduce((now, { replace }, index) => replace(now, verified[index]?.claims ?? []), draft);
  const found = [
    ...new Map(verified.flatMap((one) => (one.found ?? []).map((each) => [each.findingId, each]))).values(),
  ];
  const late = verified.flatMap(({ answers = [] }) => answers);
  const sections = withoutEmpty(replaced.sections);
  const sourceOf = new Map([...known, ...found].map(({ findingId, sourceId }) => [findingId, sourceId]));
  const nearest = new Map(late.map((claim) => [claim, nearestSection(claim, sections, sourceOf)]));
  const lateIn = (place: ReportSection | null): Claim[] => late.filter((claim) => nearest.get(claim) === place);
  return {
    draft: {
      ...replaced,
      summary: withParagraph(replaced.summary, lateIn(null)),
      sections: sections.map((section) => ({ ...section, claims: withParagraph(section.claims, lateIn(section)) })),
    },
    refused: verified.flatMap(({ refused }) => refused),
    found,
  };
}

/** The section with most citations of the documents that a claim cites; null: none cites them. */
function nearestSection(
  claim: Claim,
  sections: readonly ReportSection[],
  sourceOf: ReadonlyMap<string, string>,
): ReportSection | null {
  const sourcesIn = ({ citations }: Claim): string[] =>
    citations.flatMap((key) => sourceOf.get(findingIdIn(key)) ?? []);
  const own = new Set(sourcesIn(claim));
  const counts = sections.map(({ claims }) => claims.flatMap(sourcesIn).filter((source) => own.has(source)).length);
  const most = Math.max(0, ...counts);
  return most === 0 ? null : (sections[counts.indexOf(most)] ?? null);
}

/** What was found afterwards ends a part. */
function withParagraph(claims: readonly Claim[], found: readonly Claim[]): Claim[] {
  if (found.length === 0) return [...claims];
  const block = Math.max(0, ...claims.map(({ placement }) => placement?.block ?? 0)) + 1;
  return [...claims, ...found.map((claim): Claim => ({ ...claim, placement: { form: 'paragraph', block } }))];
}

/** What stood below a section that is gone is a section of its own. */
function withoutEmpty(sections: readonly ReportSection[]): ReportSection[] {
  let isHeadless = true;
  return sections.flatMap((section): ReportSection[] => {
    const { isSubsection, ...whole } = section;
    if (isSubsection !== true) isHeadless = section.claims.length === 0;
    if (section.claims.length === 0) return [];
    if (isSubsection !== true || !isHeadless) return [section];
    isHeadless = false;
    return [whole];
  });
}
