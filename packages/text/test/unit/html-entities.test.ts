import { decodeEntities } from '@plumbline/text/html-entities';
import { describe, expect, it } from 'vitest';

describe('decodeEntities', () => {
  it.each([
    { name: 'named', text: '&lt;b&gt; &amp; &bdquo;Zitat&ldquo; &hellip;', decoded: '<b> & „Zitat“ …' },
    { name: 'numeric', text: '&#252;&#xFC; &#8211;', decoded: 'üü –' },
    { name: 'spaces and soft hyphens', text: 'a&nbsp;b&#160;c, Wär&shy;me', decoded: 'a b c, Wärme' },
    { name: 'control characters', text: 'a&#10;b&#0;', decoded: 'a b\ufffd' },
    { name: 'unknown or unfinished', text: '&nothing; &amp AT&T &;', decoded: '&nothing; &amp AT&T &;' },
    { name: 'escaped twice, once', text: '&amp;lt;', decoded: '&lt;' },
  ])('reads entities: $name', ({ text, decoded }) => {
    expect(decodeEntities(text)).toBe(decoded);
  });
});
