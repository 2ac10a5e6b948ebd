import type { Token, Tokens } from 'marked';
import { withPlainMarks } from './citation-marks.ts';
import type { MeasuredReport } from './measured-report.ts';
import type { ListedSource } from './source-list.ts';

/** Headings that only one of the authors sets above the answer or around the sections. */
const FRAME =
  /^(?:direct answer|answer|summary|details|direkte antwort|antwort|kurzantwort|zusammenfassung|einzelheiten)$/iu;
/** A remark on the machinery, not on the subject. */
const MACHINERY = /\b(?:plumbline|report\.json|engine: |relevance threshold|relevanzschwelle|model calls?|run id)\b/iu;

/**
 * A report in the form that all authors share: body, then one line or quotation for each source. Without an appendix,
 * remarks on how it was made, and headings by which an author could be told.
 */
export function neutralReport({ read, sources, researchId }: Omit<MeasuredReport, 'figures'>): string {
  const { title, body } = read;
  const blocks = withoutFrame(body).map((token) => (token.type === 'code' ? token.raw : neutralBlock(token)));
  const text = [`# ${title}`, blocks.join('').trim(), '## Sources', ...sources.map(sourceLine)].join('\n\n');
  return `${researchId === null ? text : text.replaceAll(researchId, '')}\n`;
}

function neutralBlock(token: Token): string {
  const lines = withPlainMarks(token.raw)
    .split('\n')
    .filter((line) => !MACHINERY.test(line));
  return lines.join('\n').replaceAll(/\]\s+\[(?=\d+\])/gu, '][');
}

function withoutFrame(body: readonly Token[]): Token[] {
  return body.filter((token) => token.type !== 'heading' || !FRAME.test((token as Tokens.Heading).text.trim()));
}

function sourceLine({ number, place, lines, quote }: ListedSource): string {
  const where = [place === null ? '' : `\`${place}\``, lines === null ? '' : `lines ${lines.replaceAll('–', '-')}`];
  return `[${number}] ${where.filter(Boolean).join(', ')}${quote === null ? '' : `: “${quote}”`}`;
}
