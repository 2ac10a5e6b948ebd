import { describe, expect, it } from 'vitest';
import { readDocx } from '../../../activities/documents/docx-reading.ts';
import { docxParts, wordParagraph, wordTable, zipOf } from '../../support/builders/document-fixtures.ts';

const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');

describe('readDocx', () => {
  it('keeps headings, tables and footnotes as Markdown', async () => {
    const noted = '<w:p><w:r><w:t>Only whale oil burns</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>';
    const table = wordTable([
      ['Hour', 'Oil'],
      ['1', '2 litres'],
    ]);
    const body = `${wordParagraph('Lamp rules', 'Heading1')}${noted}${table}${wordParagraph('Short.')}`;
    const { text, title } = await readDocx(zipOf(docxParts(body, 'Since 1901.')));

    expect(title).toBe('Lamp rules');
    expect(text).toBe(
      '# Lamp rules\n\nOnly whale oil burns[^1]\n\n| Hour | Oil |\n| --- | --- |\n| 1 | 2 litres |\n\nShort.\n\n[^1]: Since 1901.',
    );
  });

  it.each([
    ['an encrypted document', Buffer.concat([OLE_MARK, Buffer.from('EncryptedPackage', 'utf16le')]), 'encrypted DOCX'],
    ['an old document under a new name', Buffer.concat([OLE_MARK, Buffer.from('WordDocument')]), 'old Word format'],
    ['something else', Buffer.from('hello'), 'damaged DOCX'],
    ['a document that breaks off', zipOf(docxParts('')).subarray(0, 400), 'damaged DOCX'],
    ['a ZIP file without a document', zipOf({ 'a.txt': 'hello' }), 'damaged DOCX'],
    ['one that would unpack to 300 MB', zipOf(docxParts(''), 60 * 1_024 ** 2), 'DOCX that unpacks to 300 MB'],
    ['one of too many parts', zipOf(manyParts(10_001)), 'DOCX of more than 10000 parts'],
  ])('refuses %s with its reason', async (_, bytes, reason) => {
    await expect(readDocx(bytes)).rejects.toThrow(reason);
  });

  it('refuses a small file that would unpack to a hundred times its size and more', async () => {
    const parts = { ...docxParts(''), 'word/media/image1.bmp': Buffer.alloc(30 * 1_024 ** 2) };

    await expect(readDocx(zipOf(parts))).rejects.toThrow('DOCX that unpacks to 30 MB');
  });
});

function manyParts(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.xml`, '']));
}
