import { splitSentences } from '@plumbline/language/sentences';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function sentencesOf(text: string, language: string): string[] {
  return splitSentences(text, language)
    .filter((span) => span.kind === 'prose')
    .map((span) => text.slice(span.start, span.end));
}

describe('splitSentences', () => {
  it('keeps German abbreviations and ordinals inside their sentence', () => {
    const text =
      'Die Anzeige gem. § 78 Abs. 1 Nr. 1 LagerV ist Pflicht. Das gilt z. B. für Hallen. Am 1. Januar trat die 18. Verordnung in Kraft. Es sind 20. Der Rest folgt.';

    expect(sentencesOf(text, 'de')).toEqual([
      'Die Anzeige gem. § 78 Abs. 1 Nr. 1 LagerV ist Pflicht.',
      'Das gilt z. B. für Hallen.',
      'Am 1. Januar trat die 18. Verordnung in Kraft.',
      'Es sind 20.',
      'Der Rest folgt.',
    ]);
  });

  it('keeps an ordinal behind a participle or another ordinal in its sentence', () => {
    const text =
      'Der Anspruch endet mit dem vollendeten 14. Lebensmonat. Er ruht im 15. bzw. 16. Monat. Dann endet er.';

    expect(sentencesOf(text, 'de')).toEqual([
      'Der Anspruch endet mit dem vollendeten 14. Lebensmonat.',
      'Er ruht im 15. bzw. 16. Monat.',
      'Dann endet er.',
    ]);
  });

  it('never divides code, a template, a link or "et al."', () => {
    const text =
      'Call `a. B()` once. Fill in {{?Who. Where}} first. Read [Setup. Part 2](https://host/a. B) too. Doe et al. Science 2019. End.';

    expect(sentencesOf(text, 'en')).toEqual([
      'Call `a. B()` once.',
      'Fill in {{?Who. Where}} first.',
      'Read [Setup. Part 2](https://host/a. B) too.',
      'Doe et al. Science 2019.',
      'End.',
    ]);
  });

  it('keeps English abbreviations and initials inside their sentence', () => {
    const text =
      'Use a pool, e.g. The default one. See Fig. 2 vs. Table 3. Dr. Smith agreed with J. Doe. Is it open? Yes.';

    expect(sentencesOf(text, 'en')).toEqual([
      'Use a pool, e.g. The default one.',
      'See Fig. 2 vs. Table 3.',
      'Dr. Smith agreed with J. Doe.',
      'Is it open?',
      'Yes.',
    ]);
  });

  it('ignores line breaks inside a paragraph, also before a number that looks like a list', () => {
    const text = 'Die Frist beginnt am\n1. Januar und endet\nim Mai. Danach ist\nSchluss.';

    expect(sentencesOf(text, 'de')).toEqual([
      'Die Frist beginnt am\n1. Januar und endet\nim Mai.',
      'Danach ist\nSchluss.',
    ]);
  });

  it('keeps a long value beside its subject', () => {
    const text =
      "`methods` are retried. **Default:** `['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']`. Others are not.";

    expect(sentencesOf(text, 'en')).toEqual([
      "`methods` are retried. **Default:** `['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']`.",
      'Others are not.',
    ]);
  });

  it.each([
    ['**Copies.** Keep them.', ['**Copies.**', 'Keep them.']],
    ['Is it *so.* Yes it is.', ['Is it *so.*', 'Yes it is.']],
    ['[!NOTE] Keep the lamp dry.', ['[!NOTE] Keep the lamp dry.']],
  ])('ends none within the marks of emphasis, or of a note: %s', (text, sentences) => {
    expect(sentencesOf(text, 'en')).toEqual(sentences);
  });

  it('keeps a date in figures in its sentence', () => {
    const text =
      'So das Urteil v. 12. 3. 2019. Ein anderes erging am 4. 11. 2020 – I ZR 1/18. Es sind 12. Der Rest folgt.';

    expect(sentencesOf(text, 'de')).toEqual([
      'So das Urteil v. 12. 3. 2019.',
      'Ein anderes erging am 4. 11. 2020 – I ZR 1/18.',
      'Es sind 12.',
      'Der Rest folgt.',
    ]);
  });

  it('keeps an ordinal whose full stop is escaped in its sentence', () => {
    const text = 'Die Frist beginnt am\n1\\. Januar und endet im Mai. Danach ist Schluss.';

    expect(sentencesOf(text, 'de')).toEqual([
      'Die Frist beginnt am\n1\\. Januar und endet im Mai.',
      'Danach ist Schluss.',
    ]);
  });

  it('marks headings, tables and code, and removes list markers', () => {
    const text = [
      '# Opening hours ##',
      'Open daily',
      '- first *entry*',
      '  goes on',
      '1. second entry',
      '',
      '| day | hour |',
      '|---|---|',
      '```ts',
      'close(); // Now. Then.',
      '```',
      'Closed',
      '------',
      'Always.',
      '<!-- kept',
      'out. -->',
    ].join('\n');

    expect(splitSentences(text, 'en').map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['heading', 'Opening hours'],
      ['prose', 'Open daily'],
      ['prose', 'first *entry*\n  goes on'],
      ['prose', 'second entry'],
      ['table', '| day | hour |'],
      ['table', '|---|---|'],
      ['code', 'close(); // Now. Then.'],
      ['heading', 'Closed'],
      ['prose', 'Always.'],
    ]);
  });

  it('reads HTML by its elements, and only known ones', () => {
    const text = [
      '<h2 align="center">Oil</h2>',
      '<p>The lamp <b>burns</b>.',
      'It smokes.</p>',
      '<ul><li>whale</li></ul>',
      '',
      'A `Map<string>` and <https://oil.example>.',
    ].join('\n');

    expect(splitSentences(text, 'en').map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['heading', 'Oil'],
      ['prose', 'The lamp <b>burns</b>.'],
      ['prose', 'It smokes.'],
      ['prose', 'whale'],
      ['prose', 'A `Map<string>` and <https://oil.example>.'],
    ]);
  });

  it('starts a sentence at code and leaves a labelled value with the sentence before it', () => {
    const text = 'Sets the limit. `maxSize` is a number of bytes. Zero disables it. **Default:** `16`.';

    expect(sentencesOf(text, 'en')).toEqual([
      'Sets the limit.',
      '`maxSize` is a number of bytes.',
      'Zero disables it. **Default:** `16`.',
    ]);
  });

  it('names the list item around each sentence', () => {
    const text = '- `size` The limit. In bytes.\n- `name` The name.';
    const [, second] = splitSentences(text, 'en');

    expect(text.slice(second?.block.start, second?.block.end)).toBe('`size` The limit. In bytes.');
  });

  it('leaves front matter out', () => {
    expect(sentencesOf('---\ntitle: Hidden.\n---\nShown.', 'en')).toEqual(['Shown.']);
  });

  it('returns ordered spans without overlap and surrounding white space, for any text', () => {
    const fragment = fc.constantFrom(
      'Word',
      'z. B. ',
      'Nr. 5',
      '. ',
      '? ',
      '\n',
      '\n\n',
      '\r\n',
      '- ',
      '1. ',
      '# ',
      '> ',
      '😀',
      'ä',
      '`x`',
      '```\n',
      '| a |\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string()), { maxLength: 40 }), (fragments) => {
        const text = fragments.join('');
        let end = 0;
        for (const span of splitSentences(text, 'de')) {
          const slice = text.slice(span.start, span.end);
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(slice).toBe(slice.trim());
          expect(slice).not.toBe('');
          end = span.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
