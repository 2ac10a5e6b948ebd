import { maskForeignWords } from '@plumbline/quotes/quotes';
import { detectReferences, namedReferencesIn } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';
import { statingText } from '../../../packages/evidence/claims/word-coverage.ts';
import { capitalisedWords } from '../../../workflows/domain/briefing/named-parties.ts';
import { workOf } from '../../support/thread-work.ts';

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
/** Less than this cannot be compared, in milliseconds. */
const LEAST = 1;
/** Both by turns, so that a busy moment meets both; and more while it seems too much. */
const TRIES = { least: 3, most: 8 };

async function growthOf(read: (text: string) => unknown, unit: string): Promise<number> {
  const [short = '', long = ''] = [SHORT, TIMES * SHORT].map((length) => unit.repeat(length / unit.length));
  let [ofShort, ofLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const growth = (): number => ofLong / Math.max(LEAST, ofShort);
  for (let one = 0; one < TRIES.least || (growth() >= MOST && one < TRIES.most); one++) {
    ofShort = Math.min(ofShort, await workOf(() => read(short)));
    ofLong = Math.min(ofLong, await workOf(() => read(long)));
  }
  return growth();
}

describe.each(Object.entries(FUNCTIONS))('%s', (_, read) => {
  it.each(UNITS)('is work that grows with the length of a text, not faster: %j', async (unit) => {
    expect(await growthOf(read, unit)).toBeLessThan(MOST);
  });
});

describe('work that grows with the square of a text', () => {
  it('is seen', async () => {
    const read = (text: string) => Array.from({ length: text.length / 4 }, () => text.indexOf('b'));

    expect(await growthOf(read, 'a')).toBeGreaterThan(MOST);
  });
});
