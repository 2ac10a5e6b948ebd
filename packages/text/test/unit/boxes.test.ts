import { isUnticked, withOpenBox } from '@plumbline/text/boxes';
import { readableText } from '@plumbline/text/readable-text';
import { describe, expect, it } from 'vitest';

describe('withOpenBox', () => {
  it('takes an open box into the quote behind it, and no ticked one', () => {
    const text = '- [ ] Oil burns.\n- [x] Gas burns.';
    const range = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });

    expect(text.slice(withOpenBox(range('Oil burns.'), text).start)).toMatch(/^\[ \] Oil/);
    expect(withOpenBox(range('Gas burns.'), text)).toEqual(range('Gas burns.'));
  });
});

describe('readableText', () => {
  it('shows boxes', () => {
    expect(readableText('[ ] Oil burns.')).toBe('☐ Oil burns.');
    expect(readableText('- [ ] Oil burns.\n- [x] Gas burns.')).toBe('☐ Oil burns. - ☒ Gas burns.');
  });

  it('keeps the numbers of paragraphs, by which laws are cited', () => {
    expect(readableText('- (2) Oil burns.')).toBe('(2) Oil burns.');
  });
});

describe('isUnticked', () => {
  it('is true of an open box beside a ticked one', () => {
    expect(isUnticked('☐ Oil burns.', '- [ ] Oil burns.\n- [x] Gas burns.')).toBe(true);
    expect(isUnticked('☐ Oil burns.', '- [ ] Oil burns.')).toBe(false);
  });
});
