import type { ReadClaim, ReadSection, ReportReading } from '../../../workflows/contracts/report-reading.ts';

/** An entry of the table of contents. */
export interface ContentsEntry {
  readonly id: string;
  readonly heading: string;
}

export function idOfSection({ name }: Pick<ReadSection, 'name'>): string {
  return `section-${name}`;
}

/** The sections that have headings, in order. */
export function contentsOf(sections: readonly ReadSection[]): ContentsEntry[] {
  return sections
    .filter(({ heading }) => heading !== '')
    .map((section) => ({ id: idOfSection(section), heading: section.heading }));
}

export function claimOf({ sections }: Pick<ReportReading, 'sections'>, number: number): ReadClaim | null {
  const claims = sections.flatMap(({ groups }) => groups.flatMap((group) => group.claims));
  return claims.find((claim) => claim.number === number) ?? null;
}
