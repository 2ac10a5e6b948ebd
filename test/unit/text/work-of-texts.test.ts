import { maskForeignWords } from '@plumbline/quotes/quotes';
import { detectReferences, namedReferencesIn } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';
import { statingText } from '../../../packages/evidence/claims/word-coverage.ts';
import { capitalisedWords } from '../../../workflows/domain/briefing/named-parties.ts';

const UNITS = ['RFC 1 ', '# a\n', 'www.', 'a.', 'Aa-', '{"a":', '[a](', '](', 'Der Hund. ', '"a" ', '<!--'];
const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  capitalisedWords,
  detectReferences,
  maskForeignWords,
  namedReferencesIn,
  statingText,
};
const SHORT = 20_000;
const TIMES = 8;
/** Work that grows with the square is 64 times as much. */
const MOST = 3 * TIMES;
/** Less than this cannot be compared, in microseconds. */
const LEAST = 2_000;

/** Of this thread alone, the least of some tries: neither a busy machine nor a collection of garbage counts. */
function workOf(read: (text: string) => unknown, text: string): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    read(text);
    return process.threadCpuUsage(before).user;
  });
  return Math.max(LEAST, Math.min(...tries));
}

describe.each(Object.entries(FUNCTIONS))('%s', (_, read) => {
  it.each(UNITS)('is work that grows with the length of a text, not faster: %j', (unit) => {
    const [short, long] = [SHORT, TIMES * SHORT].map((length) => unit.repeat(length / unit.length));

    expect(workOf(read, long ?? '') / workOf(read, short ?? '')).toBeLessThan(MOST);
  });
});
