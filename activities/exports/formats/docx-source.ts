import { ExternalHyperlink, type ParagraphChild, TextRun } from 'docx';
import type { ExportedCitation } from '../composition/exported-report.ts';

/** Title, place and standing of a source; its address is a link. */
export function sourceRuns({ title, place, standing, address }: ExportedCitation): ParagraphChild[] {
  const [where = '', ...inside] = place;
  const shown =
    address === null
      ? new TextRun({ text: where, font: 'Consolas' })
      : new ExternalHyperlink({ link: address, children: [new TextRun({ text: where, style: 'Hyperlink' })] });
  const details = [...inside, ...standing].map((part) => new TextRun(` · ${part}`));
  return [new TextRun({ text: title, bold: true }), new TextRun(' — '), shown, ...details];
}
