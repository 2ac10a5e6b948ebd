import { readDocument } from '@plumbline/documents/reading';
import { describe, expect, it } from 'vitest';
import { damagedPdf, encryptedPdf, pdfWithPages } from '../../../../test/support/builders/corpus-fixtures.ts';
import { paragraph, pictureShape, presentationOf, shape } from '../../../../test/support/builders/office-fixtures.ts';

const bytesOf = (text: string) => Buffer.from(text, 'utf8');

describe('readDocument', () => {
  it('writes a row of an AsciiDoc table in one line, whatever lines its cells have', async () => {
    const source = '|===\n|Lamp |Oil\n\n|North\n|It burns\nwhale oil.\n|===\n';
    const { text } = await readDocument(Buffer.from(source), 'asciidoc', 'lamps.adoc');
    expect(text).toContain('\n| North | It burns whale oil. |');
  });

  it('keeps Markdown unchanged and reads title, date and language from it', async () => {
    const text =
      '---\ndate: 2024-05-06\n---\n# The `lamp` of the [harbour](x.md)\n\nThe keeper lights it every evening before the tide.\n';

    expect(await readDocument(bytesOf(text), 'markdown', 'a/lamp.md')).toEqual({
      text,
      format: 'markdown',
      title: 'The lamp of the harbour',
      publishedAt: '2024-05-06',
      stated: { authors: [], address: null, description: null },
      pages: null,
      pageLabels: null,
      textLayer: null,
      problem: null,
      leftOut: [],
      untrusted: [],
      untrustedBeside: [],
      isDatedByPath: false,
      language: 'en',
    });
  });

  it.each([
    ['its front matter', 'title: Pumps and valves', '# Overview', 'Pumps and valves'],
    ['a heading that holds the stated title', 'title: Waste Act', '# Waste Act (WA)', 'Waste Act (WA)'],
    ['its heading where nothing is stated', 'layout: page', '# Overview', 'Overview'],
    ['its heading where the title is empty', 'title: ""', '# Overview', 'Overview'],
    ['its front matter where there is no heading', 'title: Pumps', 'Text.', 'Pumps'],
    ['its front matter where that has a fault', 'title: Pumps\naliases: [\n  /pumps\n]', '## Overview', 'Pumps'],
    ['a heading of any level that opens it', 'layout: page', '### Pumps\n\n## Oil', 'Pumps'],
    ['its first main heading, below others', 'layout: page', '## Contents\n\n# Pumps\n\n# Oil', 'Pumps'],
    ['its front matter before a section', 'title: Pumps', '## Overview\n\n## Oil', 'Pumps'],
    ['its file where a version opens it', 'layout: page', '## 2.4.0 (2024-05-06)\n\n## 2.3.1', 'a'],
    ['its file where text comes first', 'layout: page', 'Text.\n\n## Oil', 'a'],
  ])('names a document after %s', async (_, stated, heading, title) => {
    const text = `---\n${stated}\n---\n${heading}\n\nThe keeper lights it every evening.\n`;

    expect((await readDocument(bytesOf(text), 'markdown', 'a.md')).title).toBe(title);
  });

  it.each([
    ['date: 2024-05-06\nlastmod: 2025-01-01', '# Lamp', '2024-05-06'],
    ['updated: 2025-01-01', '# Lamp', '2025-01-01'],
    ['slug: act', '# Act\n\nZuletzt geändert durch\n:   Art. 3 Abs. 3 G v. 20.4.2013 I 868', '2013-04-20'],
    [
      'slug: act',
      '# Act\n\nNeugefasst durch\n:   Bek. v. 2.1.2002 I 42\n\nZuletzt geändert durch\n:   Art. 4 G v. 7.5.2021 I 850',
      '2021-05-07',
    ],
    ['slug: act', '# Act\n\n**Stand:** 1. Januar 2024', '2024-01-01'],
    ['slug: act', '# Act\n\nStand: Ersetzt G 204-3 v. 20.12.1990 I 2954', null],
    ['slug: act', '# Act\n\nLast updated: March 3, 2025', '2025-03-03'],
    ['slug: act', '# Act\n\nAs of today, the lamp is lit; since 2024-01-01 it has been.', null],
  ])('dates a document as it says plainly: %s, %s', async (stated, heading, publishedAt) => {
    const text = `---\n${stated}\n---\n${heading}\n\nThe keeper lights it every evening.\n`;

    expect((await readDocument(bytesOf(text), 'markdown', 'a.md')).publishedAt).toBe(publishedAt);
  });

  it.each([
    { path: 'posts/2016-07-23-lamp.md', head: '', dated: { publishedAt: '2016-07-23', isDatedByPath: true } },
    {
      path: 'posts/2016-07-23-lamp.md',
      head: 'date: 2020-01-02',
      dated: { publishedAt: '2020-01-02', isDatedByPath: false },
    },
    { path: 'posts/lamp.md', head: '', dated: { publishedAt: null, isDatedByPath: false } },
  ])('dates $path with "$head" by its path only where it has no other date', async ({ path, head, dated }) => {
    const text = `---\nslug: lamp\n${head}\n---\n# Lamp\n\nThe keeper lights it every evening.\n`;

    expect(await readDocument(bytesOf(text), 'markdown', path)).toMatchObject(dated);
  });

  it('names a text without headings after its file', async () => {
    const document = await readDocument(
      bytesOf('Der Wärter zündet die Lampe jeden Abend an.'),
      'text',
      'logs/watch.txt',
    );

    expect(document).toMatchObject({ title: 'watch', language: 'de' });
  });

  it('turns the main content of an HTML page into Markdown', async () => {
    const html = `<html><head><title>Lamp rules</title></head><body><nav><a href="/">Home</a><a href="/b">Shop</a></nav>
      <article><h1>Lamp rules</h1><p>${'The keeper lights the lamp before the tide turns. '.repeat(8)}</p>
      <h2>Oil</h2><p>Only <b>whale oil</b> burns here, and it is changed on every first day of the month.</p></article></body></html>`;
    const document = await readDocument(bytesOf(html), 'html', 'rules.html');

    expect(document.title).toBe('Lamp rules');
    expect(document.text).toContain('## Oil');
    expect(document.text).toContain('**whale oil**');
    expect(document.text).not.toContain('Shop');
  });

  it('reads a PDF page by page', async () => {
    const { text, pages } = await readDocument(pdfWithPages(['First (page)', '', 'Third page']), 'pdf', 'rules.pdf');

    expect(pages?.map(({ start, end }) => text.slice(start, end))).toEqual(['First (page)', '', 'Third page']);
  });

  it('counts a picture that a presentation names and does not have', async () => {
    const bytes = presentationOf([{ shapes: pictureShape('') + shape(paragraph('The north gate.')) }]);
    const scans = { languages: null, unread: 'nothing reads it', descriptions: {} };
    const { text, problem } = await readDocument(bytes, 'pptx', 'gate.pptx', null, { scans });

    expect(text).toContain('The north gate.');
    expect(problem).toBe('1 picture not read: missing, damaged or too large');
  });

  it.each([
    ['an empty file', bytesOf(''), 'text', 'empty file'],
    ['white space', bytesOf(' \n '), 'markdown', 'contains no text'],
    ['a binary file', Buffer.from([1, 0, 2]), 'text', 'binary file'],
    ['an encrypted PDF', encryptedPdf(), 'pdf', 'encrypted PDF'],
    ['a damaged PDF', damagedPdf(), 'pdf', 'damaged PDF'],
    ['something else called PDF', bytesOf('hello'), 'pdf', 'damaged PDF'],
    ['empty pages', pdfWithPages(['', '']), 'pdf', 'contains no text'],
  ] as const)('refuses %s with its reason', async (_, bytes, format, reason) => {
    await expect(readDocument(bytes, format, 'x')).rejects.toThrow(reason);
  });
});
