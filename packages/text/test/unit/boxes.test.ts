import { isUnticked, withOpenBox, withoutUnticked } from '@plumbline/text/boxes';
import { readableText } from '@plumbline/text/readable-text';
import { describe, expect, it } from 'vitest';

const chosen = (text: string) => withoutUnticked(text).replaceAll(/\s+/g, ' ').trim();

describe('withoutUnticked', () => {
  it.each([
    ['- [ ] Oil is burnt.\n- [x] Gas is burnt.', '- - [x] Gas is burnt.'],
    ['☐ Oil is\nburnt.\n\n☒ Gas is burnt.', '☒ Gas is burnt.'],
    ['Fuel: ☐ oil ☑ gas ☐ coal', 'Fuel: ☑ gas'],
    ['| Oil | ☐ | dark |\n| Gas | ☒ | light |', '| Oil | | dark | | Gas | ☒ | light |'],
    ['| ☐ | Oil |\n| ☒ | Gas |', '| | ☒ | Gas |'],
    ['- ✗ Oil\n- ✓ Gas', '- - ✓ Gas'],
  ])('leaves out what was not chosen: %s', (text, expected) => {
    expect(chosen(text)).toBe(expected);
    expect(withoutUnticked(text)).toHaveLength(text.length);
  });

  it.each([
    'Oil [ ] burns.',
    '- [ ] Replace the lamp.\n- [ ] Fill the tank.',
    '✗ Do not smoke.',
    '- [ ] Fill the tank.\n\n# Yesterday\n\n- [x] Replace the lamp.',
  ])('keeps what no tick beside it puts aside: %s', (text) => {
    expect(withoutUnticked(text)).toBe(text);
  });
});

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
});

describe('isUnticked', () => {
  it('is true of an open box beside a ticked one', () => {
    expect(isUnticked('☐ Oil burns.', '- [ ] Oil burns.\n- [x] Gas burns.')).toBe(true);
    expect(isUnticked('☐ Oil burns.', '- [ ] Oil burns.')).toBe(false);
  });
});
