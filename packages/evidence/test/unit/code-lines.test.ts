import { describe, expect, it } from 'vitest';
import { ruleOnLines } from '../../statement-rules/code-lines.ts';

const PASSAGES = [
  'Set `lamp-mode night` and `refill-every 9` in lamp.conf.',
  'Run `lampctl INFO oil` to see it.',
  'kind: Lamp\nhours: 9',
].join('\n');
const ruled = (code: string, said = '') => ruleOnLines(code, PASSAGES, said);

describe('lines of code', () => {
  it.each([
    ['a line of a passage', 'hours: 9'],
    ['lines of several passages', 'kind: Lamp\nlamp-mode night'],
    ['words in another case', 'lampctl info oil'],
    ['a comment of its own', '# every 12 hours\nhours: 9'],
  ])('hold, and leave nothing to doubt: %s', (_, code) => {
    expect(ruled(code)).toMatchObject({ fault: null, doubts: [] });
  });

  it.each([
    ['a value that no passage has', 'refill-every 12'],
    ['a value of another form', 'hours: 9.5'],
    ['a port behind a known word', 'lamp-mode night 8080'],
  ])('are refused for %s', (_, code) => {
    expect(ruled(code).fault).toMatch(/12|9\.5|8080/);
  });

  it('may have a value that the text around them computes', () => {
    expect(ruled('refill-every 540', 'Nine hours are 540 minutes.')).toMatchObject({ fault: null, isCopied: false });
    expect(ruled('refill-every 540', 'Nine hours are 54 minutes.').fault).not.toBeNull();
  });

  it('are doubted for each name that no passage has', () => {
    expect(ruled('kind: Lamp\nname: harbour')).toEqual({
      fault: null,
      doubts: ['no passage has “name”', 'no passage has “harbour”'],
      isCopied: false,
    });
  });
});
