import { describe, expect, it } from 'vitest';
import { abbreviationsIn, createAbbreviationReader } from '../../passages/abbreviations.ts';

describe('abbreviationsIn', () => {
  it.each([
    ['the mean time between failures (MTBF) of lamps', 'MTBF', 'mean time between failures'],
    ['das Hafenlampengesetz (HLG)', 'HLG', 'Hafenlampengesetz'],
    ['a light-emitting\n  diode (LED)', 'LED', 'light-emitting diode'],
    ['whale oil type 2 (WO2)', 'WO2', 'whale oil type 2'],
  ])('finds what "%s" introduces', (text, short, long) => {
    expect(abbreviationsIn(text)).toEqual([{ short, long }]);
  });

  it.each(['the keeper (Miller) sleeps', 'nine hours (see Table 2)', 'the lamp (L)', 'Oil (OIL)', ''])(
    'finds nothing in "%s"',
    (text) => {
      expect(abbreviationsIn(text)).toEqual([]);
    },
  );
});

describe('createAbbreviationReader', () => {
  const read = createAbbreviationReader('The whale oil lamp (WOL) is new. It is bright.');

  it('adds the other form behind a statement, once', () => {
    expect(read('WOLs are bright.')).toBe('WOLs are bright. whale oil lamp');
    expect(read('Every Whale Oil Lamp is bright.')).toBe('Every Whale Oil Lamp is bright. WOL');
  });

  it('leaves statements unchanged that use both forms or none, and parts of words', () => {
    for (const statement of ['The whale oil lamp (WOL) is new.', 'It is bright.', 'SWOLLEN WOLF']) {
      expect(read(statement)).toBe(statement);
    }
  });
});
