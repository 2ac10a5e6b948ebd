import { splitPassages } from '@plumbline/documents/splitting';
import { joinedSpan } from '@plumbline/quotes/passages';
import { describe, expect, it } from 'vitest';

const LIMITS = Array.from(
  { length: 12 },
  (_, index) =>
    `${index + 1}. for people of group ${index + 1}, ${'who work at the old harbour lamp, '.repeat(7)}${index + 1} hours;`,
);
const TEXT = `# Order\n\n## § 7 Watch\n\n${'The keepers of the harbour lamp take turns. '.repeat(8)}\n\nThe limits of a watch in one night are:\n\n${LIMITS.join('\n')}\n\n## § 8 Oil\n\nThe oil is kept in the cellar.\n`;

function passagesOf(text: string) {
  return splitPassages(text, 'en', null).map((range, index) => ({
    ...range,
    passageId: `p${index}`,
    sourceId: 's1',
    headingPath: [...range.headingPath],
  }));
}

describe('a passage that was cut inside a list', () => {
  const passages = passagesOf(TEXT);
  const ofWatch = passages.filter(({ headingPath }) => headingPath.at(-1) === '§ 7 Watch');
  const joined = ofWatch.map((passage) => {
    const { start, end } = joinedSpan(passage, passages, TEXT);
    return TEXT.slice(start, end);
  });

  it('is read with the words that introduce the list, and with its last entry', () => {
    expect(ofWatch.length).toBeGreaterThan(1);
    for (const text of joined) {
      expect(text).toContain('The limits of a watch in one night are:');
      expect(text).toContain('12 hours;');
    }
  });

  it('never grows beyond its section', () => {
    for (const text of joined) expect(text).not.toContain('cellar');
  });
});

describe('a passage that is whole', () => {
  it('stays as it is', () => {
    const passages = passagesOf(TEXT);
    const [oil] = passages.filter(({ headingPath }) => headingPath.at(-1) === '§ 8 Oil');
    if (oil === undefined) throw new Error('the section was split off');

    expect(joinedSpan(oil, passages, TEXT)).toEqual({ start: oil.start, end: oil.end });
  });

  it('keeps its borders where paragraphs end, and gets the rest of a paragraph that was cut', () => {
    const paragraph = (name: string): string => `${`The ${name} lamp burns through the night. `.repeat(40).trim()}\n\n`;
    const text = `# Lamps\n\n${paragraph('first')}${paragraph('second')}${paragraph('third')}`;
    const passages = passagesOf(text);
    const [first] = passages;
    if (first === undefined) throw new Error('there are passages');
    const { start, end } = joinedSpan(first, passages, text);

    expect(passages.length).toBeGreaterThan(1);
    expect(start).toBe(first.start);
    expect(text.slice(end - 6, end)).toBe('night.');
    expect(text.slice(end, end + 2)).toBe('\n\n');
  });
});
