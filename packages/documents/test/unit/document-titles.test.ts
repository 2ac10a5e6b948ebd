import { readDocument } from '@plumbline/documents/reading';
import { describe, expect, it } from 'vitest';
import { docxParts, wordParagraph, zipOf } from '../../../../test/support/builders/document-fixtures.ts';
import { paragraph, presentationOf, shape } from '../../../../test/support/builders/office-fixtures.ts';

const STYLES = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style></w:styles>`;
const STYLES_LINK =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>';

function word(...paragraphs: readonly (readonly [text: string, style?: string])[]): Uint8Array {
  return zipOf({
    ...docxParts(paragraphs.map(([text, style]) => wordParagraph(text, style)).join('')),
    'word/styles.xml': STYLES,
    'word/_rels/document.xml.rels': STYLES_LINK,
  });
}

const PREFACE = [
  ['Preface', 'Heading1'],
  ['The lamp is old.'],
  ['Thanks', 'Heading1'],
  ['The keeper helped.'],
] as const;

describe('the title of a Word document', () => {
  it.each([
    [
      'a paragraph of the style for titles',
      word(['May 2021'], ['Lamps of the coast', 'Titel'], ...PREFACE),
      'Lamps of the coast',
    ],
    ['the heading that opens it', word(['Lamps', 'Heading1'], ['They burn.'], ...PREFACE), 'Lamps'],
    ['the heading over all others', word(['May'], ['Lamps', 'Heading1'], ['Oil', 'Heading2'], ['It burns.']), 'Lamps'],
    ['its file name, not the heading of a section', word(['Lamps'], ['May 2021'], ...PREFACE), 'file'],
  ])('is %s', async (_, bytes, title) => {
    expect((await readDocument(bytes, 'docx', 'file.docx')).title).toBe(title);
  });

  it('leaves every heading in its place', async () => {
    const { text } = await readDocument(word(['Lamps'], ...PREFACE), 'docx', 'file.docx');

    expect(text).toBe('Lamps\n\n# Preface\n\nThe lamp is old.\n\n# Thanks\n\nThe keeper helped.');
  });
});

describe('the title of a presentation', () => {
  const title = shape(paragraph('The heron colony'), 'ctrTitle');
  const body = shape(paragraph('Forty nests'), 'body');

  it.each([
    ['of its first slide', 'PowerPoint Presentation', title, 'The heron colony'],
    ['of its first slide, not of a template', 'Blue and grey', title, 'The heron colony'],
    ['that it states', 'Herons', body, 'Herons'],
    ['that is its file name, where a program wrote another', 'PowerPoint Presentation', body, 'file'],
    ['that is its file name, where another wrote it', 'PowerPoint-Präsentation', body, 'file'],
    ['that is its file name, where a French one wrote it', 'Présentation PowerPoint', body, 'file'],
  ])('is the one %s', async (_, stated, shapes, expected) => {
    const bytes = presentationOf([{ shapes }], stated);

    expect((await readDocument(bytes, 'pptx', 'file.pptx')).title).toBe(expected);
  });
});
