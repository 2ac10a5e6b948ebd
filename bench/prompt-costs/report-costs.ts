import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { ReportDraft, ResearchRecord } from '../../workflows/contracts/report/report.ts';
import { citedClaims } from '../../workflows/domain/report-claims.ts';

/** What a reader gets for what the run asked. */
export interface ReportCosts {
  /** Before the list of sources, without citation marks. */
  readonly words: number;
  readonly sections: number;
  readonly paragraphs: number;
  readonly tables: number;
  /** Claims that cite something, cells of tables among them. */
  readonly statements: number;
  readonly findingsCited: number;
  readonly tasksCited: number;
}

const SOURCES = /^## Sources$/mu;
const CITATION = /\[[\d, –-]+\]/gu;

export function readReport({ report, findings }: ResearchRecord, markdown: string): ReportCosts {
  const claims = citedClaims(report);
  const cited = new Set(claims.flatMap(({ citations }) => citations));
  const used = findings.filter(({ quotes }) => quotes.some(({ key }) => cited.has(key)));
  const [before = ''] = markdown.split(SOURCES);
  return {
    words: before.replaceAll(CITATION, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0,
    sections: report.sections.length,
    paragraphs: blocksOf(report, 'paragraph'),
    tables: blocksOf(report, 'table'),
    statements: claims.length,
    findingsCited: used.length,
    tasksCited: new Set(used.map(({ taskId }) => taskId)).size,
  };
}

function blocksOf({ sections }: ReportDraft, form: 'paragraph' | 'table'): number {
  return sections.reduce((sum, { claims }) => sum + new Set(claims.flatMap((claim) => blockOf(claim, form))).size, 0);
}

function blockOf({ placement }: Claim, form: 'paragraph' | 'table'): number[] {
  return placement?.form === form ? [placement.block] : [];
}
