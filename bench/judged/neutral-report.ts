import type { Token, Tokens } from 'marked';
import { withPlainMarks } from './citation-marks.ts';
import type { MeasuredReport } from './measured-report.ts';
import type { ListedSource } from './source-list.ts';

/** Headings above the answer, which only one of the authors may set. */
const ANSWER = /answer|summary|antwort|zusammenfassung|kurzfassung/iu;
/** Around all sections. */
const FRAME = /^(?:details|einzelheiten)$/iu;
/** A remark on the machinery, not on the subject. */
const MACHINERY = /\b(?:plumbline|report\.json|engine: |relevance threshold|relevanzschwelle|model calls?|run id)\b/iu;

/**
 * A report in the form that all authors share: body, then one line or quotation for each source. Without an appendix,
 * remarks on how it was made, and headings that only one author sets.
 */
export function neutralReport({ read, sources, researchId }: Omit<MeasuredReport, 'figures'>): string {
  const { title, body } = read;
  const blocks = withoutFrame(body).map((token) => (token.type === 'code' ? token.raw : neutralBlock(token)));
  const text = [`# ${title}`, blocks.join('').trim(), '## Sources', ...sources.map(sourceLine)].join('\n\n');
  return `${researchId === null ? text : text.replaceAll(researchId, '')}\n`;
}

/** Of a computation, which is not among the sources. */
const LETTER = / ?\[[a-z]\](?!\()/gu;

function neutralBlock(token: Token): string {
  const lines = withPlainMarks(token.raw)
    .split('\n')
    .filter((line) => !MACHINERY.test(line));
  return lines
    .join('\n')
    .replaceAll(LETTER, '')
    .replaceAll(/\]\s+\[(?=\d+\])/gu, '][');
}

function withoutFrame(body: readonly Token[]): Token[] {
  const first = body.find(({ type }) => type !== 'space');
  return body.filter((token) => {
    if (token.type !== 'heading') return true;
    const { text } = token as Tokens.Heading;
    return token === first ? !ANSWER.test(text) : !FRAME.test(text.trim());
  });
}

function sourceLine({ number, place, lines, quote }: ListedSource): string {
  const where = [place === null ? '' : `\`${place}\``, lines === null ? '' : `lines ${lines.replaceAll('–', '-')}`];
  return `[${number}] ${where.filter(Boolean).join(', ')}${quote === null ? '' : `: “${quote}”`}`;
}
