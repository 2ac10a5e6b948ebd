import { struckParts } from '../../text/struck-words.ts';
import type { WriteExport } from '../composition/export-material.ts';
import { exportPhrasesFor } from '../composition/export-phrases.ts';
import type { Block, ExportedReport, Inline } from '../composition/exported-report.ts';
import { isRightToLeft } from '../composition/writing-direction.ts';
import { charactersWithoutGlyph, compileTypst } from './typst-compiler.ts';

/** How many of the characters that no font has are named. */
const MAX_NAMED = 10;

/** A tagged PDF, with bookmarks, page numbers and links from the marks to the quotations. */
export const writePdf: WriteExport = async ({ report }) => {
  const data = JSON.stringify(typstDataOf(report));
  const [bytes, missing] = await Promise.all([compileTypst(data), charactersWithoutGlyph(data)]);
  const named = missing.slice(0, MAX_NAMED).join(' ');
  const note = `${missing.length} characters have no glyph in the fonts of the PDF and are shown as boxes: ${named}`;
  return { bytes, notes: missing.length === 0 ? [] : [note] };
};

/** What the layout reads. */
function typstDataOf(report: ExportedReport) {
  const { title, language, researchId, writtenAt, partialNotice, citations } = report;
  const phrases = exportPhrasesFor(language);
  return {
    title,
    isRightToLeft: isRightToLeft(title),
    language,
    researchId,
    partialNotice,
    contents: phrases.contents,
    origin: `${phrases.report} ${researchId} · ${writtenAt.slice(0, 10)}`,
    page: phrases.pageOf('\n', '\n').split('\n'),
    blocks: report.blocks.map(directed),
    citations: citations.map(({ quotation, ...citation }) => ({
      ...citation,
      quotation: {
        layout: quotation.layout,
        before: struckParts(quotation.before),
        deciding: struckParts(quotation.deciding),
        after: struckParts(quotation.after),
        isRightToLeft: isRightToLeft(quotation.before + quotation.deciding),
      },
    })),
  };
}

function directed(block: Block): object {
  switch (block.kind) {
    case 'paragraph':
    case 'quotation':
      return { ...block, isRightToLeft: isRightToLeft(block.inlines.map(textOf).join('')) };
    case 'list':
      return { ...block, items: block.items.map((item) => item.map(directed)) };
    case 'table':
      return { ...block, isRightToLeft: isRightToLeft(block.columns.join(' ')) };
    case 'heading':
    case 'citations':
      return block;
  }
}

function textOf(inline: Inline): string {
  return inline.kind === 'text' ? inline.text : '';
}
