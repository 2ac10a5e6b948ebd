import { describe, expect, it } from 'vitest';
import { withoutNearCopies } from '../../../activities/reading/near-duplicate.ts';

const LAMP = 'The keeper fills the harbour lamp with rapeseed oil every evening before the tide comes in from the sea.';
const kept = (...texts: string[]) => withoutNearCopies(texts, (text) => text);

describe('withoutNearCopies', () => {
  it('keeps the first of texts that differ in layout, case and punctuation only', () => {
    const copy = LAMP.toUpperCase().replaceAll(' ', '\n').replace('.', '!');

    expect(kept(LAMP, copy)).toEqual([LAMP]);
    expect(kept(copy, LAMP)).toEqual([copy]);
  });

  it('keeps a text that a long copy repeats with one word changed only once', () => {
    const long = `${LAMP} The wick is trimmed at midnight by the second keeper, who sleeps on the quay until then.`;

    expect(kept(long, long.replace('midnight', 'noon'))).toEqual([long]);
  });

  it('keeps texts of the same words in another order', () => {
    const other = LAMP.split(' ').reverse().join(' ');

    expect(kept(LAMP, other)).toEqual([LAMP, other]);
  });

  it('keeps texts that differ in a figure', () => {
    const nine = `${LAMP} It burns for 9 hours.`;
    const eight = `${LAMP} It burns for 8 hours.`;

    expect(kept(nine, eight)).toEqual([nine, eight]);
  });

  it('keeps short texts that differ, and every text without words', () => {
    expect(kept('the lamp', 'the tide', 'The lamp.', '…', '…')).toEqual(['the lamp', 'the tide', '…', '…']);
  });
});
