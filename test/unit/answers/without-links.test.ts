import { lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { withoutLinks } from '../../../activities/conversations/proposed-follow-ups.ts';
import { HOSTILE_TEXTS } from '../../support/builders/hostile-texts.ts';

const PLANTED = [
  '![x](http://evil.example/?q=1) http://evil.example/leak //evil.example/x [click](javascript:alert(1)) www.evil.example',
  'hthttp://tp://evil.example',
  'javajavascript:script:alert(1)',
  '[x]: //evil.example/a\n\n[x]',
  '![a![b](c)](http://evil.example)',
  '<http://evil.example/>',
  '<<b>script>',
];

/** What a reader of Markdown or of HTML would follow, load or run. */
function opened(markdown: string): string[] {
  const found: string[] = [];
  void walkTokens(lexer(markdown), ({ type, raw }) => {
    if (['link', 'image', 'html', 'def'].includes(type)) found.push(raw);
  });
  return [...found, ...(markdown.match(/\/\/\S|<[a-z!/?]/giu) ?? [])];
}

describe('what a model says beside an answer', () => {
  it.each([...HOSTILE_TEXTS, ...PLANTED])('has nothing that a reader opens: %j', (text) => {
    expect(opened(withoutLinks(text, ''))).toEqual([]);
  });

  it('keeps its words', () => {
    expect(withoutLinks('See [the lamp](https://evil.example/a) or ![its picture](b.png)?', '')).toBe(
      'See the lamp or its picture ?',
    );
  });

  it.each([
    'Do you mean localhost:2019, or a < b?',
    'What is arr[0][1] in f(x)?',
    'Two  spaces,\nand a break',
    'anna@lamp.example',
  ])('stays as it is where there is nothing to open: %j', (text) => {
    expect(withoutLinks(text, '')).toBe(text);
  });

  it('keeps the address that the person wrote', () => {
    const text = 'What does https://lamp.example/hours say?';

    expect(withoutLinks(text, text)).toBe(text);
    expect(withoutLinks(`${text} And https://evil.example/?`, text)).toBe(`${text} And evil.example/?`);
  });
});
