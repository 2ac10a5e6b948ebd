import type {
  ReadBlock,
  ReadClaim,
  ReadSection,
  ReportReading,
} from '../../../workflows/contracts/report/report-reading.ts';
import type { SentMessage } from '../api/following.ts';
import { isWebAddress } from './evidence.ts';

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

export function claimOf({ sections }: Pick<ReportReading, 'sections'>, number: number): ReadClaim | null {
  const blocks = sections.flatMap(({ groups }) => groups.flatMap((group) => group.blocks));
  const claims = blocks.flatMap(claimsOf);
  return claims.find((claim) => claim.number === number) ?? null;
}

/** As much as one entry of what was said before may have. */
const LONGEST_ENTRY = 4_000;
/** Patterns that a message may have. */
const MOST_PATTERNS = 20;

/** The first message of a conversation over the sources of a report, which is what was said before. */
export function messageAbout(reading: ReportReading, message: string, messageId: string): SentMessage {
  const said = answerOf(reading);
  return {
    message,
    messageId,
    mode: 'quick',
    include: patternsOf(reading),
    history: [
      { role: 'user', text: reading.question.slice(0, LONGEST_ENTRY) },
      ...(said === '' ? [] : [{ role: 'assistant' as const, text: said }]),
    ],
  };
}

/** What the report says first. */
function answerOf({ sections }: ReportReading): string {
  const [first] = sections;
  const claims = first?.groups.flatMap(({ blocks }) => blocks.flatMap(claimsOf)) ?? [];
  return claims
    .map(({ text }) => text)
    .join('\n')
    .slice(0, LONGEST_ENTRY)
    .trim();
}

/** Undefined: its sources are no files, or more than can be named. */
function patternsOf({ citations }: ReportReading): string[] | undefined {
  const names = new Set(citations.map(({ locator }) => locator.split('/').at(-1) ?? ''));
  const files = [...names].filter((name) => name !== '' && !/[\\*?{}[\]!,]/.test(name));
  const isOfFiles = files.length === names.size && citations.every(({ locator }) => !isWebAddress(locator));
  return isOfFiles && files.length > 0 && files.length <= MOST_PATTERNS ? files : undefined;
}
