import { struckParts } from '@plumbline/text/unsaid-words';
import { Document, Footer, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { createDocxBlocks, DOCX_STYLES, NUMBERING, sourceRuns } from './docx-blocks.ts';
import { exportPhrasesFor } from './export-phrases.ts';
import {
  type ExportedCitation,
  type ExportedQuotation,
  type ExportedReport,
  isRightToLeft,
  type WriteExport,
} from './exported-report.ts';

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

/** A footnote for each citation: its source, and below it the quotation. */
function footnotesOf({ citations }: ExportedReport): Record<string, { children: Paragraph[] }> {
  return Object.fromEntries(citations.map((citation) => [String(citation.number), { children: noteOf(citation) }]));
}

function noteOf(citation: ExportedCitation): Paragraph[] {
  const { quotation } = citation;
  return [
    new Paragraph({ children: [new TextRun(' '), ...sourceRuns(citation)] }),
    new Paragraph({
      bidirectional: isRightToLeft(quotation.before + quotation.deciding),
      indent: { start: 240 },
      spacing: { after: 60 },
      children: quotationRuns(quotation),
    }),
  ];
}

function quotationRuns({ before, deciding, after, layout }: ExportedQuotation): TextRun[] {
  const isWhole = before + after === '';
  return [
    ...linesOf(before, { layout }),
    ...linesOf(deciding, isWhole ? { layout } : { layout, isMarked: true }),
    ...linesOf(after, { layout }),
  ];
}

interface Look {
  readonly layout: ExportedQuotation['layout'];
  readonly isMarked?: true;
}

/** A run for each line: a line break is no character in Word. */
function linesOf(text: string, { layout, isMarked }: Look): TextRun[] {
  if (text === '') return [];
  return text.split('\n').flatMap((line, index) => {
    const parts = line === '' ? [{ text: line, isStruck: false }] : struckParts(line);
    return parts.map(
      (part, place) =>
        new TextRun({
          text: part.text,
          ...(index > 0 && place === 0 && { break: 1 }),
          ...(part.isStruck && { strike: true }),
          ...(layout === 'code' && { font: 'Consolas', size: 16 }),
          ...(isMarked && { bold: true, shading: { fill: 'FFE9A8' } }),
          ...(isRightToLeft(line) && { rightToLeft: true }),
        }),
    );
  });
}
