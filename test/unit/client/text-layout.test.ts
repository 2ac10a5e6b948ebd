import { describe, expect, it } from 'vitest';
import {
  toPlainLine,
  withoutControlCharacters,
  displayWidth,
  fit,
  layoutTable,
  truncate,
  wrap,
  wrapEntries,
} from '../../../client/cli/terminal/text-layout.ts';

describe('displayWidth', () => {
  it.each([
    ['Prüfung', 7],
    ['u\u0308', 1],
    ['接続', 4],
    ['👩‍🔬', 2],
    ['“é” – …', 7],
    ['So\u00adfort', 6],
    ['✔️ ok', 5],
    ['', 0],
  ])('of "%s" is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('truncate', () => {
  it('keeps text that fits', () => {
    expect(truncate('Prüfung', 7)).toBe('Prüfung');
  });

  it('never cuts a wide letter in two', () => {
    expect(truncate('接続数の上限', 6)).toBe('接続…');
  });

  it('is empty without room', () => {
    expect(truncate('text', 0)).toBe('');
  });
});

describe('fit', () => {
  it('fills up to the width', () => {
    expect(fit('ä', 3)).toBe('ä  ');
  });
});

describe('wrap', () => {
  it('keeps what fits, without spaces around it', () => {
    expect(wrap('  “What”  – where? ', 20)).toEqual(['“What” – where?']);
  });

  it('breaks at spaces', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  });

  it('breaks words that are longer than a line', () => {
    expect(wrap('a abcdefgh b', 4)).toEqual(['a', 'abcd', 'efgh', 'b']);
  });

  it('keeps empty lines', () => {
    expect(wrap('one\n\ntwo', 10)).toEqual(['one', '', 'two']);
  });
});

describe('layoutTable', () => {
  it('aligns columns and cuts the last one', () => {
    const lines = layoutTable(
      [
        ['ID', 'QUESTION'],
        ['für', 'a long question'],
      ],
      12,
    );

    expect(lines).toEqual(['ID   QUESTI…', 'für  a long…']);
  });
});

describe('withoutControlCharacters', () => {
  it('removes escape sequences and control characters', () => {
    expect(withoutControlCharacters('a\u001b[31mred\u001b[0m\u0007\u009b2J \u001b]0;title\u0007b\n\tc')).toBe(
      'ared b\n\tc',
    );
  });

  it('removes marks that reverse the direction of writing', () => {
    expect(withoutControlCharacters('safe\u202egnp.exe')).toBe('safegnp.exe');
  });
});

describe('toPlainLine', () => {
  it('makes one line', () => {
    expect(toPlainLine(' a\r\n b\u2028c ')).toBe('a b c');
  });
});

describe('wrapEntries', () => {
  it('breaks long list entries between words and sets them below each other, and leaves the rest alone', () => {
    const text = 'A title\n\n  * The lamp burns for nine hours on one filling.\n  10. Short.';

    expect(wrapEntries(text, 24)).toBe(
      'A title\n\n  * The lamp burns for\n    nine hours on one\n    filling.\n  10. Short.',
    );
  });

  it('keeps the lines inside an entry, below its first word', () => {
    expect(wrapEntries('  * Set both:\r- headers\r- body\n  * Short.', 40)).toBe(
      '  * Set both:\n    - headers\n    - body\n  * Short.',
    );
  });
});
