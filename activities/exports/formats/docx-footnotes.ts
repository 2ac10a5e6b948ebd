import { Paragraph, TextRun } from 'docx';
import { struckParts } from '../../text/struck-words.ts';
import type { ExportedCitation, ExportedQuotation, ExportedReport } from '../composition/exported-report.ts';
import { isRightToLeft } from '../composition/writing-direction.ts';
import { sourceRuns } from './docx-source.ts';

/** A footnote for each citation: its source, and below it the quotation. */
export function footnotesOf({ citations }: ExportedReport): Record<string, { children: Paragraph[] }> {
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
