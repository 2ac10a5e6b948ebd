import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../activities/corpus/documents/document-reading.ts';
import { damagedPdf, encryptedPdf, pdfWithPages } from '../../support/builders/corpus-fixtures.ts';

const bytesOf = (text: string) => Buffer.from(text, 'utf8');

describe('readDocument', () => {
  it('keeps Markdown unchanged and reads title, date and language from it', async () => {
    const text =
      '---\ndate: 2024-05-06\n---\n# The `lamp` of the [harbour](x.md)\n\nThe keeper lights it every evening before the tide.\n';

    expect(await readDocument(bytesOf(text), 'markdown', 'a/lamp.md')).toEqual({
      text,
      title: 'The lamp of the harbour',
      publishedAt: '2024-05-06',
      stated: { authors: [], address: null, description: null },
      pages: null,
      pageLabels: null,
      textLayer: null,
      problem: null,
      untrusted: [],
      untrustedBeside: [],
      language: 'en',
    });
  });

  it.each([
    ['its front matter', 'title: Pumps and valves', '# Overview', 'Pumps and valves'],
    ['a heading that holds the stated title', 'title: Waste Act', '# Waste Act (WA)', 'Waste Act (WA)'],
    ['its heading where nothing is stated', 'layout: page', '# Overview', 'Overview'],
    ['its heading where the title is empty', 'title: ""', '# Overview', 'Overview'],
    ['its front matter where there is no heading', 'title: Pumps', 'Text.', 'Pumps'],
  ])('names a document after %s', async (_, stated, heading, title) => {
    const text = `---\n${stated}\n---\n${heading}\n\nThe keeper lights it every evening.\n`;

    expect((await readDocument(bytesOf(text), 'markdown', 'a.md')).title).toBe(title);
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

  it.each([
    ['an empty file', bytesOf(''), 'text', 'empty file'],
    ['white space', bytesOf(' \n '), 'markdown', 'contains no text'],
    ['a binary file', Buffer.from([1, 0, 2]), 'text', 'binary file'],
    ['an encrypted PDF', encryptedPdf(), 'pdf', 'encrypted PDF'],
    ['a damaged PDF', damagedPdf(), 'pdf', 'damaged PDF'],
    ['something else called PDF', bytesOf('hello'), 'pdf', 'damaged PDF'],
    ['a scan', pdfWithPages(['', '']), 'pdf', 'without a text layer'],
  ] as const)('refuses %s with its reason', async (_, bytes, format, reason) => {
    await expect(readDocument(bytes, format, 'x')).rejects.toThrow(reason);
  });
});
