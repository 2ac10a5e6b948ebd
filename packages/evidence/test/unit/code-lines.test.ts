import { describe, expect, it } from 'vitest';
import { compareLines } from '../../statement-rules/rules-on-claims.ts';

const PASSAGES = [
  'Set `lamp-mode night` and `refill-every 9` in lamp.conf.',
  'Run `lampctl INFO oil` to see it.',
  'kind: Lamp\nhours: 9',
].join('\n');
const ruled = (code: string, said = '') => compareLines(code, PASSAGES, said);

describe('lines of code', () => {
  it.each([
    ['a line of a passage', 'hours: 9'],
    ['lines of several passages', 'kind: Lamp\nlamp-mode night'],
    ['words in another case', 'lampctl info oil'],
    ['a comment of its own', '# every 12 hours\nhours: 9'],
  ])('hold, and leave nothing to doubt: %s', (_, code) => {
    expect(ruled(code)).toMatchObject({ doubts: [] });
  });

  it.each([
    ['a value that no passage has', 'refill-every 12'],
    ['a value of another form', 'hours: 9.5'],
    ['a port behind a known word', 'lamp-mode night 8080'],
  ])('are doubted for %s', (_, code) => {
    expect(ruled(code).doubts.join()).toMatch(/12|9\.5|8080/);
  });

  it('may have a value that the text around them computes', () => {
    expect(ruled('refill-every 540', 'Nine hours are 540 minutes.')).toEqual({ doubts: [], isCopied: false });
    expect(ruled('refill-every 540', 'Nine hours are 54 minutes.').doubts).not.toEqual([]);
  });

  it('are doubted for each name that no passage has', () => {
    expect(ruled('kind: Lamp\nname: harbour')).toEqual({
      doubts: ['the cited words have no “name”', 'the cited words have no “harbour”'],
      isCopied: false,
    });
  });
});
