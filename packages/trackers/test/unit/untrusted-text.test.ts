import { describe, expect, it } from 'vitest';
import { forService, titleForService } from '../../linear-issue-tracker.ts';

/** Where a zero-width space breaks a reference, `|` stands here. */
const shown = (text: string) => forService(text).replaceAll('\u200B', '|');

describe('text for a service', () => {
  it.each([
    ['a name', 'Thanks @ada!', 'Thanks @|ada!'],
    ['a team', 'cc @plumbline/core', 'cc @|plumbline/core'],
    ['a name after a bracket', '(@ada) [@bob](x)', '(@|ada) [@|bob](x)'],
    ['a mail address', 'ada@example.org', 'ada@|example.org'],
    ['a bot', '@[bot]', '@|[bot]'],
    ['a number', 'fixes #12', 'fixes #|12'],
    ['a number in another repository', 'ada/notes#12', 'ada/notes#|12'],
    ['an identifier', 'see GH-12 and ENG-7', 'see GH|-12 and ENG|-7'],
    ['an address of an issue', 'https://github.com/a/b/issues/3', 'https://redirect.github.com/a/b/issues/3'],
    ['an address of a commit', 'http://www.github.com/a/b/commit/3f', 'https://redirect.github.com/a/b/commit/3f'],
    ['an address in Linear', 'https://linear.app/a/issue/ENG-7', 'https://linear.ap|p/a/issue/ENG-7'],
    ['a name behind what is no address', 'https://@ada', 'https://@|ada'],
    ['a name behind the user of an address', 'https://example.org@ada', 'https://example.org@|ada'],
    ['a name behind a word with an address', 'xhttps://example.org/@ada', 'xhttps://example.org/@|ada'],
  ])('calls and refers to nobody by %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    '# Heading',
    'a # b, 5 @ 3 €',
    'https://example.org/@ada/12#3 and https://github.com/a/b/blob/main/README.md#12',
    '[page](https://example.org/@ada)',
    'Slot: 2026-03-06, 2026-W10',
    '**bold** `code` <b>html</b>',
  ])('leaves %j as it is', (text) => {
    expect(shown(text)).toBe(text);
  });

  it.each([
    ['plumbline-issue {"key":"energy/X"}', 'plumbline\u2010issue {"key":"energy/X"}'],
    ['PLUMBLINE-ISSUE', 'PLUMBLINE\u2010ISSUE'],
    ['plumb\u200Bline-issue', 'plumbline\u2010issue'],
    ['a <!-- b', 'a &lt;!-- b'],
  ])('holds no marker: %j', (text, expected) => {
    expect(forService(text)).toBe(expected);
  });

  it('keeps its last line when it is too long', () => {
    const text = forService(`${'word '.repeat(20_000)}\n\nSlot: 2026-03-06`);

    expect(text.length).toBeLessThan(61_100);
    expect(text).toMatch(/word \n\n\[…\]\n\nSlot: 2026-03-06$/);
  });

  it('has a title of one line, within the limits of services', () => {
    expect(titleForService(' Thin\ncoverage \u202Eof  @ada ')).toBe('Thin coverage of @\u200Bada');
    expect(titleForService('ä'.repeat(300))).toHaveLength(250);
  });
});
