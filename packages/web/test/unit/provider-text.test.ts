import { isMailAddress, userAgentOf } from '@plumbline/adapters/user-agent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtWord, isOlder, toPublicationDate, withoutMarkup } from '../../search/result-text.ts';

describe('withoutMarkup', () => {
  it.each([
    { markup: 'CO<sub>2</sub> and <b>heat</b>', text: 'CO2 and heat' },
    { markup: '<p>One.</p><p>Two.</p>', text: 'One. Two.' },
    { markup: '<jats:title>Aim</jats:title><jats:p>To <jats:italic>see</jats:italic>.</jats:p>', text: 'Aim To see.' },
    { markup: 'a &lt;p&gt;twice escaped&lt;/p&gt; end', text: 'a twice escaped end' },
    { markup: 'if x < 5 and y > 3', text: 'if x < 5 and y > 3' },
    { markup: 'if x &lt; 5 &amp; y &gt; 3', text: 'if x < 5 & y > 3' },
    { markup: '40&nbsp;dB&#160;&#xB7; &hellip;', text: '40 dB · …' },
    { markup: '&unknown; &#99999999;', text: '&unknown; &#99999999;' },
    { markup: '&#1114112;', text: '\uFFFD' },
    { markup: 'before<!-- a <b>comment</b> -->after', text: 'beforeafter' },
    { markup: '  lines\n\tand\u0000signs ', text: 'lines and signs' },
    { markup: '&#xD800;', text: '\uFFFD' },
  ])('makes "$text" of $markup', ({ markup, text }) => {
    expect(withoutMarkup(markup, 100)).toBe(text);
  });

  it('never gets longer than allowed and stays one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 2, max: 80 }), (markup, length) => {
        const text = withoutMarkup(markup, length);

        expect(text.length).toBeLessThanOrEqual(length);
        expect(text).not.toMatch(/[\n\r\t]/);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('cutAtWord', () => {
  it.each([
    { text: 'short enough', maxLength: 12, cut: 'short enough' },
    { text: 'cut at the last word', maxLength: 12, cut: 'cut at the…' },
    { text: 'Donaudampfschifffahrt goes on', maxLength: 10, cut: 'Donaudamp…' },
  ])('makes "$cut" of "$text"', ({ text, maxLength, cut }) => {
    expect(cutAtWord(text, maxLength)).toBe(cut);
  });
});

describe('toPublicationDate', () => {
  it.each([
    { written: '2026-03-14T23:30:00+02:00', date: '2026-03-14' },
    { written: '2026-03-14', date: '2026-03-14' },
    { written: '2026-03', date: '2026-03' },
    { written: '2026', date: '2026' },
    { written: 'Sat, 14 Mar 2026 08:00:00 GMT', date: '2026-03-14' },
    { written: 'March 14, 2026', date: '2026-03-14' },
    { written: '3 days ago', date: null },
    { written: 'March 14', date: null },
    { written: '20260314', date: null },
    { written: '', date: null },
    { written: null, date: null },
    { written: undefined, date: null },
  ])('reads "$written" as $date', ({ written, date }) => {
    expect(toPublicationDate(written)).toBe(date);
  });
});

describe('isOlder', () => {
  it.each([
    { publishedAt: '2025-12-31', since: '2026-01-01', older: true },
    { publishedAt: '2026-01-01', since: '2026-01-01', older: false },
    { publishedAt: '2025', since: '2026-06-01', older: true },
    { publishedAt: '2026', since: '2026-06-01', older: false },
    { publishedAt: '2026-05', since: '2026-06-01', older: true },
    { publishedAt: '2026-06', since: '2026-06-15', older: false },
  ])('is $older for $publishedAt since $since', ({ publishedAt, since, older }) => {
    expect(isOlder(publishedAt, since)).toBe(older);
  });
});

describe('userAgentOf', () => {
  it.each([
    { contact: null, agent: /^Plumbline\/\d+\.\d+\.\d+$/ },
    { contact: 'me@contact.example', agent: /^Plumbline\/\S+ \(mailto:me@contact\.example\)$/ },
    { contact: 'https://contact.example/@me', agent: /^Plumbline\/\S+ \(https:\/\/contact\.example\/@me\)$/ },
  ])('names the contact $contact', ({ contact, agent }) => {
    expect(userAgentOf(contact)).toMatch(agent);
  });

  it('tells mail addresses from web addresses', () => {
    expect(isMailAddress('me@contact.example')).toBe(true);
    expect(isMailAddress('https://contact.example/@me')).toBe(false);
  });
});
