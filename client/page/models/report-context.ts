import type { ReportReading } from '../../../workflows/contracts/report/report-reading.ts';
import type { SentMessage } from '../api/answer-stream.ts';
import { claimsOf } from './contents.ts';
import { isWebAddress } from './evidence.ts';

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
