import { renderReport } from '@plumbline/report/rendering';
import { lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../../test/support/builders/hostile-texts.ts';
import { draftOf, findingOf, reportContentOf } from '../../../../test/support/builders/research-fixtures.ts';

const PLANTED = [
  '![x](http://evil.example/?q=1) http://evil.example/leak //evil.example/x [click](javascript:alert(1)) www.evil.example',
  'See evil.example/leak, //evil.example/x, ftp://evil.example and mailto:a@evil.example.',
  '[x]: //evil.example/a\n\n[x]',
  '<http://evil.example/>',
];
const OIL = 'The harbour lamp burns for nine hours on one filling.';

/** What a reader of Markdown, GitHub's among them, would load, run, or follow to where its words do not say. */
function opened(markdown: string): string[] {
  const found: string[] = [];
  void walkTokens(lexer(markdown), (token) => {
    const { type, raw } = token;
    const words = type === 'link' ? token['text'] : '';
    // A page is a source at its address, in angle brackets.
    const isBare = [words, `<${words}>`].includes(raw) && /^<?(?:https?:\/\/|www\.|ftp:\/\/|\S+@)/.test(raw);
    if (['image', 'html', 'def'].includes(type) || (type === 'link' && !isBare)) found.push(raw);
  });
  return found;
}

/** The fields that a model or a document fills. */
const FIELDS: Readonly<Record<string, (text: string) => Parameters<typeof reportContentOf>[0]>> = {
  'a statement': (text) => ({ draft: draftOf({ summary: [{ text, citations: ['t1f1q1'] }] }) }),
  'a limit': (text) => ({ draft: draftOf({ limitations: [{ text, citations: [] }] }) }),
  'the title': (text) => ({ draft: { ...draftOf({ summary: [{ text: OIL, citations: ['t1f1q1'] }] }), title: text } }),
  'the title of a document': (text) => ({ findings: [findingOf('t1f1', OIL, { title: text })] }),
  'the name of a file': (text) => ({ findings: [findingOf('t1f1', OIL, { locator: text })] }),
  'a quotation': (text) => ({ findings: [findingOf('t1f1', text)] }),
};

describe('a report opens nothing that its record does not name', () => {
  it.each(Object.entries(FIELDS))('%s', (_, contentWith) => {
    const draft = draftOf({ summary: [{ text: OIL, citations: ['t1f1q1'] }] });
    const faults = [...HOSTILE_TEXTS, ...PLANTED].flatMap((text) => {
      const { markdown } = renderReport(
        reportContentOf({ findings: [findingOf('t1f1', OIL)], draft, ...contentWith(text) }),
      );
      return opened(markdown).map((raw) => [text, raw]);
    });

    expect(faults).toEqual([]);
  });
});
