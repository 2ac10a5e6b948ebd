import type { Passage } from '@plumbline/contracts/evidence/source';
import { splitPassages } from '@plumbline/documents/splitting';
import { shownSpans } from '@plumbline/quotes/passages';
import { describe, expect, it } from 'vitest';

const ENTRIES = Array.from(
  { length: 16 },
  (_, index) => `* Lamp ${index + 1} ${'burns oil of the harbour '.repeat(10)}.`,
);
const TEXT = [
  '# Order',
  `## Watch\n\nThese lamps are watched:\n\n${ENTRIES.join('\n')}`,
  '## Oil\n\nThe oil is kept in the cellar of the old lamp house.',
  '## Wick\n\nThe keeper trims the wick at midnight, and once more at four.',
].join('\n\n');

const passages: readonly Passage[] = splitPassages(TEXT, 'en', null).map((range, index) => ({
  ...range,
  passageId: `p${index}`,
  sourceId: 's1',
  headingPath: [...range.headingPath],
}));
const watch = passages.filter(({ headingPath }) => headingPath.at(-1) === 'Watch');
const [oil, wick] = passages.slice(-2);

function shown(read: readonly (Passage | undefined)[], before: readonly (Passage | undefined)[] = []) {
  const spans = shownSpans(
    read.flatMap((one) => one ?? []),
    (passage) => passage,
    { passages, text: TEXT, shownBefore: new Set(before.flatMap((one) => one?.passageId ?? [])) },
  );
  return spans.map(({ start, end, read: { length } }) => ({ text: TEXT.slice(start, end), length }));
}

describe('passages of one document', () => {
  it('are one where they are parts of one section, in the order of the document', () => {
    const [only, ...others] = shown([...watch].reverse());

    expect(watch.length).toBeGreaterThan(1);
    expect(others).toEqual([]);
    expect(only?.length).toBe(watch.length);
    expect(only?.text.match(/Lamp 16 /g)).toHaveLength(1);
  });

  it('stay apart where they are sections of their own', () => {
    expect(shown([wick, oil]).map(({ text }) => text.split('\n')[0])).toEqual(['## Oil', '## Wick']);
  });

  it('never show a sentence twice, also where one grew into the next', () => {
    const all = shown([...passages]).map(({ text }) => text);

    for (const entry of ENTRIES) expect(all.join('\n').split(entry)).toHaveLength(2);
  });
});

describe('what was shown before', () => {
  it('is not shown again, and a passage of which nothing is left is left out', () => {
    const [first, second] = watch;
    const before = shown([first]).map(({ text }) => text);
    const after = shown([second, oil], [first]).map(({ text }) => text);

    for (const entry of ENTRIES) expect([...before, ...after].join('\n').split(entry).length).toBeLessThanOrEqual(2);
    expect(after.at(-1)).toContain('cellar');
    expect(shown([oil], [oil])).toEqual([]);
  });

  it('leaves other sections as they are', () => {
    expect(shown([oil], [wick, ...watch])).toEqual(shown([oil]));
  });
});
