import type { FormattingGuidance } from '../../workflows/contracts/answer-activities.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import { escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import {
  type AnsweredContent,
  isNearOnly,
  list,
  renderConflicts,
  renderDetails,
  renderProse,
  renderRefusal,
  renderStatements,
} from './answer-part.ts';
import { answerPhrasesFor } from './answer-phrases.ts';
import type { CitationRendering } from './citation-rendering.ts';
import { type ComparedItem, renderItemTable } from './item-table.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** What the text of an answer in a conversation shows. */
export interface AnswerSummaryContent extends AnsweredContent {
  readonly guidance: FormattingGuidance;
  readonly items: readonly ComparedItem[];
  /** Keys of the quotes of an item; empty for one without a finding. */
  readonly keysOf: (itemId: string) => readonly string[];
}

/** Markdown with citation marks: the answer or the refusal in the words of the report, then the table. */
export function renderAnswerSummary(
  content: AnswerSummaryContent,
  phrases: ReportPhrases,
  rendering: CitationRendering,
): string {
  const isAnswered = content.draft.summary.length > 0;
  const blocks = [
    ...(isAnswered ? renderAnswer : renderNoAnswer)(content, phrases, rendering),
    ...renderTable(content, rendering),
  ];
  return blocks.join('\n\n');
}

function renderAnswer(content: AnswerSummaryContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  const { draft, guidance } = content;
  const layOut = (claims: readonly Claim[]): string[] => {
    if (claims.length === 0) return [];
    return guidance.layout === 'list' ? [list(claims.map(rendering.claim))] : renderProse(claims, rendering);
  };
  // Passages that stand in for an answer say themselves that none is certain.
  const isThin = guidance.isHedged && draft.summary.some(({ isPassage }) => isPassage !== true);
  const gaps = draft.remainingGaps.map(escapeMarkdown);
  return [
    ...renderStatements(content, phrases, rendering, layOut),
    ...renderConflicts(draft, phrases, rendering),
    ...draft.limitations.map(rendering.claim),
    ...(isThin ? [answerPhrasesFor(content.anchor.language).thinEvidence] : []),
    ...(gaps.length > 0 ? [`${phrases.unanswered}:`, list(gaps)] : []),
  ];
}

function renderNoAnswer(content: AnswerSummaryContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  const { draft } = content;
  const near = isNearOnly(content) ? [] : draft.keyFindings.map(rendering.passage);
  const unjudged = draft.sections.filter(({ claims }) => claims.some((claim) => claim.unjudged === true));
  return [
    ...renderRefusal(content, phrases, rendering, []),
    ...(near.length > 0 ? [phrases.nearest, list(near)] : []),
    ...renderDetails({ sections: unjudged }, rendering),
  ];
}

function renderTable(
  { anchor, guidance, items, keysOf }: AnswerSummaryContent,
  rendering: CitationRendering,
): string[] {
  if (guidance.layout !== 'table' || items.length === 0) return [];
  const markOf = (itemId: string) =>
    rendering
      .cite(keysOf(itemId))
      .map(({ number }) => `[${number}]`)
      .join('');
  return [renderItemTable(items, guidance.attributes, markOf, answerPhrasesFor(anchor.language).itemName)];
}
