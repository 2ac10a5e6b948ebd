import { describe, expect, it } from 'vitest';
import { docxParts, wordParagraph, wordTable, zipOf } from '../../../../test/support/builders/document-fixtures.ts';
import { readDocx } from '../../docx/docx-reading.ts';

const RAISED = '<w:vertAlign w:val="superscript"/>';
const LOWERED = '<w:vertAlign w:val="subscript"/>';
const STYLES =
  '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Old"><w:name w:val="Old"/><w:rPr><w:strike/></w:rPr></w:style><w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:dstrike w:val="1"/></w:rPr></w:style></w:styles>';
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
    [
      'struck words',
      `${run('It costs ')}${run('100', '<w:strike/>')}${run(' 80 euros.')}`,
      'It costs ~~100~~ 80 euros.',
    ],
    [
      'a double stroke',
      `${run('It costs ')}${run('100', '<w:dstrike/>')}${run(' 80 euros.')}`,
      'It costs ~~100~~ 80 euros.',
    ],
    [
      'a tracked deletion',
      `${run('It costs ')}<w:del w:id="1" w:author="A"><w:r><w:rPr><w:i/></w:rPr><w:delText>100</w:delText></w:r></w:del><w:ins w:id="2" w:author="A">${run(' 80')}</w:ins>${run(' euros.')}`,
      'It costs *~~100~~* 80 euros.',
    ],
    [
      'what was moved away',
      `<w:moveFrom w:id="1" w:author="A">${run('It costs 100 euros.')}</w:moveFrom>`,
      '~~It costs 100 euros.~~',
    ],
    [
      'a deleted paragraph',
      `<w:pPr><w:rPr><w:del w:id="2" w:author="A"/></w:rPr></w:pPr><w:del w:id="1" w:author="A"><w:r><w:delText>It costs 100 euros.</w:delText></w:r></w:del>`,
      '~~It costs 100 euros.~~',
    ],
    [
      'a struck style of words',
      `${run('It costs ')}${run('100', '<w:rStyle w:val="Gone"/>')}${run(' 80 euros.')}`,
      'It costs ~~100~~ 80 euros.',
    ],
    [
      'a struck style of paragraphs',
      `<w:pPr><w:pStyle w:val="Old"/></w:pPr>${run('It costs 100 euros.')}`,
      '~~It costs 100 euros.~~',
    ],
    ['a stroke that is off', run('It costs 80 euros.', '<w:strike w:val="0"/>'), 'It costs 80 euros.'],
    ['a power', `${run('It weighs 5 × 10')}${run('-3', RAISED)}${run(' kg.')}`, 'It weighs 5 × 10⁻³ kg.'],
    ['a square', `${run('It fills 5 m')}${run('2', RAISED)}${run('.')}`, 'It fills 5 m².'],
    ['a large power', `${run('It has 2')}${run('60', RAISED)}${run(' parts.')}`, 'It has 2⁶⁰ parts.'],
    ['an index', `${run('It is H')}${run('2', LOWERED)}${run('O.')}`, 'It is H₂O.'],
    ['the mark of a note', `${run('It is oil')}${run('3', RAISED)}${run(' only.')}`, 'It is oil<sup>3</sup> only.'],
  ])('keeps the mark of %s', async (_, paragraph, expected) => {
    const parts = docxParts(`${wordParagraph('Before it.')}<w:p>${paragraph}</w:p>${wordParagraph('After it.')}`);
    const { text } = await readDocx(zipOf({ ...parts, 'word/styles.xml': STYLES }));

    expect(text).toBe(`Before it.\n\n${expected}\n\nAfter it.`);
  });

  it.each([
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

function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}
