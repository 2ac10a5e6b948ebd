import type {
  ReadBlock,
  ReadClaim,
  ReadSection,
  ReportReading,
} from '../../../workflows/contracts/report/report-reading.ts';

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

/** In reading order. */
export function claimsOf(block: ReadBlock): readonly ReadClaim[] {
  if (block.form !== 'table') return block.claims;
  return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
}

export function claimOf({ sections }: Pick<ReportReading, 'sections'>, number: number): ReadClaim | null {
  const blocks = sections.flatMap(({ groups }) => groups.flatMap((group) => group.blocks));
  const claims = blocks.flatMap(claimsOf);
  return claims.find((claim) => claim.number === number) ?? null;
}
