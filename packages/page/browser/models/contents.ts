import type { ReadBlock, ReadClaim, ReadSection } from '@plumbline/contracts/report/report-reading';

/** An entry of the table of contents. */
interface ContentsEntry {
  readonly id: string;
  readonly heading: string;
}

/** Several sections may have one name: all but the first have their place in the id. */
export function idOfSection(
  { name }: Pick<ReadSection, 'name'>,
  sections: readonly Pick<ReadSection, 'name'>[],
  index: number,
): string {
  const isFirst = sections.findIndex((other) => other.name === name) === index;
  return isFirst ? `section-${name}` : `section-${name}-${index + 1}`;
}

/** The sections that have headings, in order. */
export function contentsOf(sections: readonly ReadSection[]): ContentsEntry[] {
  return sections.flatMap((section, index) =>
    section.heading === '' ? [] : [{ id: idOfSection(section, sections, index), heading: section.heading }],
  );
}

/** In reading order. */
export function claimsOf(block: ReadBlock): readonly ReadClaim[] {
  if (block.form === 'list') {
    return block.items.flatMap(({ claims, below }) => [...claims, ...below.flatMap((entry) => entry.claims)]);
  }
  if (block.form !== 'table') return block.claims;
  return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
}
