import type { Finding } from '@plumbline/contracts/evidence/finding';
import { describe, expect, it } from 'vitest';
import { readPlaces } from '../../passages.ts';

const GATE = 'The sluice holds 40 kN.[^1] It is made of oak.';
const NOTE = '[^1]: Only in frost[^2]; in summer 25 kN.';
const FROST = '[^2]: Below 0 °C.';
const TEXT = `# Sluice\n\n${GATE}\n\n## Paint\n\nIt was painted in 2019.\n\n${NOTE}\n${FROST}\n`;

/** What a reader sees of the words that a finding quotes. */
async function placeOf(words: string, text = TEXT): Promise<string | undefined> {
  const span = { start: text.indexOf(words), end: text.indexOf(words) + words.length };
  const finding = {
    quotes: [{ key: 'q1', text: words, ...span }],
    passageSpan: { ...span, textHash: 'x' },
    headingPath: [],
    locator: 'sluice.md',
  } as unknown as Finding;
  const texts = { read: async () => ({ text }) } as unknown as Parameters<typeof readPlaces>[1];
  return (await readPlaces(finding, texts)).get('q1');
}

describe('the notes of a place', () => {
  it('follow the words that cite them, whose mark stays', async () => {
    expect(await placeOf(GATE)).toBe(`${GATE}\n${NOTE}`);
  });

  it('are followed by what cites them, and by their own notes', async () => {
    expect(await placeOf(NOTE)).toBe(`${NOTE}\n${GATE}\n${FROST}`);
  });

  it('are shown once where they stand below the words', async () => {
    const text = `${GATE}\n\n${FROST.replace('2', '1')}\n`;

    expect(await placeOf(text.trim(), text)).toBe(`${GATE}\n${FROST.replace('2', '1')}`);
  });

  it.each(['The sluice holds 40 kN.[^9]', 'It is [^] made of oak.', 'It was painted in 2019.'])(
    'are not looked for in vain: %s',
    async (words) => {
      expect(await placeOf(words, `${TEXT}\n${words}`)).toBe(words);
    },
  );
});
