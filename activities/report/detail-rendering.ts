import type { Claim } from '../../workflows/contracts/claim.ts';
import type { ReportDraft } from '../../workflows/contracts/report.ts';
import { escapeMarkdown, escapeTableCell } from '../../workflows/domain/markdown-text.ts';
import { list, renderProse } from './answer-part.ts';
import type { CitationRendering } from './citation-rendering.ts';
import type { ReportPhrases } from './report-phrases.ts';
import { blocksOf, type SectionBlock } from './section-blocks.ts';

/** The sections with their headings, each block in its form. */
export function renderDetails(
  { sections }: Pick<ReportDraft, 'sections'>,
  phrases: Pick<ReportPhrases, 'restated'>,
  rendering: CitationRendering,
): string[] {
  return sections.flatMap(({ heading, claims }) => {
    if (claims.length === 0) return [];
    const blocks = blocksOf(claims).flatMap((block) => renderBlock(block, rendering));
    return heading.trim() === '' ? blocks : [`### ${escapeMarkdown(phrases.restated(heading))}`, ...blocks];
  });
}

function renderBlock(block: SectionBlock, rendering: CitationRendering): string[] {
  const { claim, passage, cell } = rendering;
  switch (block.form) {
    case 'paragraph':
      return renderProse(block.claims, rendering);
    case 'list':
      return [list(block.claims.map((one) => (one.isPassage === true ? passage(one) : claim(one))))];
    case 'table': {
      const labels = ['', ...block.columns.map(escapeTableCell)];
      const rows = block.rows.map(({ heading, cells }) => [
        escapeTableCell(heading),
        ...cells.map((one: Claim | null) => (one === null ? '–' : cell(one))),
      ]);
      return [[labels, labels.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')];
    }
  }
}
