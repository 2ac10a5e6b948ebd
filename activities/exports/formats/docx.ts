import { Document, Footer, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import type { WriteExport } from '../composition/export-material.ts';
import { exportPhrasesFor } from '../composition/export-phrases.ts';
import type { ExportedReport } from '../composition/exported-report.ts';
import { isRightToLeft } from '../composition/writing-direction.ts';
import { createDocxBlocks } from './docx-blocks.ts';
import { footnotesOf } from './docx-footnotes.ts';
import { DOCX_STYLES, NUMBERING } from './docx-styles.ts';

/** A Word document with a footnote for each citation, which holds the quotation. */
export const writeDocx: WriteExport = async ({ report }) => {
  const { title, researchId, writtenAt, language } = report;
  const document = new Document({
    title,
    description: researchId,
    creator: 'Plumbline',
    styles: {
      ...DOCX_STYLES,
      default: { ...DOCX_STYLES.default, document: { run: { ...TEXT, language: { value: language } } } },
    },
    numbering: NUMBERING,
    footnotes: footnotesOf(report),
    sections: [
      {
        footers: { default: pageFooter(report) },
        children: [...opening(report, writtenAt.slice(0, 10)), ...createDocxBlocks(report)],
      },
    ],
  });
  return { bytes: await Packer.toBuffer(document), notes: [] };
};

/** Half points. */
const TEXT = { font: 'Calibri', size: 22 };

function opening({ title, researchId, partialNotice, language }: ExportedReport, day: string): Paragraph[] {
  const { report } = exportPhrasesFor(language);
  return [
    new Paragraph({ heading: 'Heading1', bidirectional: isRightToLeft(title), children: [new TextRun(title)] }),
    new Paragraph({ children: [new TextRun({ text: `${report} ${researchId} · ${day}`, color: '5B626D', size: 18 })] }),
    ...(partialNotice === null
      ? []
      : [new Paragraph({ shading: { fill: 'FFF3D6' }, children: [new TextRun({ text: partialNotice, bold: true })] })]),
  ];
}

function pageFooter({ language }: ExportedReport): Footer {
  const [before = '', between = '', after = ''] = exportPhrasesFor(language).pageOf('\n', '\n').split('\n');
  const children = [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after];
  return new Footer({
    children: [new Paragraph({ alignment: 'center', children: [new TextRun({ children, size: 16 })] })],
  });
}
