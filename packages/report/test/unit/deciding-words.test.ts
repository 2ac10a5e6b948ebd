import { describe, expect, it } from 'vitest';
import { markDeciding } from '../../document/markdown-sources.ts';

describe('markDeciding', () => {
  it('sets the first words that the text holds in bold', () => {
    expect(markDeciding('Oil is dear. It burns nine hours.', ['not there', 'It burns nine hours.'])).toBe(
      'Oil is dear. **It burns nine hours.**',
    );
  });

  it.each([
    ['all of it', 'It burns.', ['It burns.']],
    ['nothing of it', 'It burns.', ['It sleeps.']],
    ['words with marks of their own', 'It *burns* long.', ['*burns*']],
  ])('leaves a text alone when the words are %s', (_, text, words) => {
    expect(markDeciding(text, words)).toBe(text);
  });

  it('escapes everything, and nothing in the middle as if a line began there', () => {
    expect(markDeciding('See [1]. 5. at noon. Go.', ['5. at noon.'])).toBe('See \\[1\\]. **5. at noon.** Go.');
  });
});
