import { memoised } from '@plumbline/text/text-memo';
import { describe, expect, it } from 'vitest';

function counting(ofCharacters: number) {
  const computed: string[] = [];
  const read = memoised((text: string, variant: string) => {
    computed.push(`${variant}:${text}`);
    return [`${variant}:${text}`];
  }, ofCharacters);
  return { computed, read };
}

describe('memoised', () => {
  it('computes the result of a text once for each variant', () => {
    const { computed, read } = counting(100);

    const results = [read('lamp', 'en'), read('lamp', 'de'), read('lamp', 'en')];

    expect(results).toEqual([['en:lamp'], ['de:lamp'], ['en:lamp']]);
    expect(computed).toEqual(['en:lamp', 'de:lamp']);
  });

  it('forgets what was not used for longest once the texts are too long together', () => {
    const { computed, read } = counting(16);

    for (const text of ['first', 'other', 'first', 'third', 'first', 'other']) read(text, '');

    // Each takes six characters, so that two are remembered.
    expect(computed).toEqual([':first', ':other', ':third', ':other']);
  });

  it('remembers no text that is longer than all it may remember', () => {
    const { computed, read } = counting(4);

    for (const text of ['a', 'lighthouse', 'lighthouse', 'a']) read(text, '');

    expect(computed).toEqual([':a', ':lighthouse', ':lighthouse']);
  });
});
