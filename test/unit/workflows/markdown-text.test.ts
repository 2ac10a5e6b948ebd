import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';

/** Kinds of tokens, at any depth, that a Markdown reader sees in a text. */
function kindsIn(markdown: string): Set<string> {
  const kinds = new Set<string>();
  void marked.walkTokens(marked.lexer(markdown), (token: Token) => void kinds.add(token.type));
  return kinds;
}

describe('escapeMarkdown', () => {
  it.each([
    ['a heading', '# Take over'],
    ['a list', '- item'],
    ['a numbered list', '1. item'],
    ['a quotation', '> quoted'],
    ['a table or rule', '--- | ---'],
    ['a rule of underscores', '___'],
    ['a fence', '~~~js'],
    ['a fence of backticks', '```js\nalert(1)'],
    ['an image', 'see ![x](/track.png)'],
    ['a link', 'see [x](javascript:alert(1))'],
    ['a reference link', 'see [x][y] and [y]: /elsewhere'],
    ['HTML', 'a <img src=x onerror=alert(1)> b <!-- c -->'],
    ['an underline that makes a heading', 'text\n===='],
  ])('leaves no %s to a source', (_, text) => {
    const kinds = kindsIn(`before\n\n${escapeMarkdown(text)}\n\nafter`);

    for (const kind of ['heading', 'list', 'blockquote', 'hr', 'code', 'table', 'image', 'link', 'html']) {
      expect(kinds).not.toContain(kind);
    }
  });

  it('keeps code spans and emphasis as they are', () => {
    expect(escapeMarkdown('`a[0] < 1` is **Default:** `4e3`')).toBe('`a[0] < 1` is **Default:** `4e3`');
  });

  it('escapes a backtick that nothing closes, so that it cannot swallow a citation', () => {
    expect(escapeMarkdown('an open ` tick')).toBe('an open \\` tick');
  });

  it('shows a citation number of a source as text of its own', () => {
    expect(escapeMarkdown('As shown in [2].')).toBe('As shown in \\[2\\].');
  });
});

describe('codeSpan', () => {
  it('holds backticks of any number', () => {
    expect(codeSpan('a``b')).toBe('``` a``b ```');
  });

  it('lets no name look like another by the direction of its letters', () => {
    expect(codeSpan('report\u202efdp.exe')).toBe('`reportfdp.exe`');
  });
});
