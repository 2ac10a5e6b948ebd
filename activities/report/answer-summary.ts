import type { Engine } from '../../workflows/contracts/accounting.ts';
import type { FormattingGuidance } from '../../workflows/contracts/answer-activities.ts';
import type { ComparedItem } from '../../workflows/contracts/catalogue.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import { escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import { isUncertain } from '../../workflows/domain/report-claims.ts';
import { offlinePhrasesFor } from '../reasoning/prompts/offline-phrases.ts';
import {
  type AnsweredContent,
  isNearOnly,
  list,
  renderConflicts,
  renderProse,
  renderRefusal,
  renderStatements,
} from './answer-part.ts';
import { answerPhrasesFor } from './answer-phrases.ts';
import type { CitationRendering } from './citation-rendering.ts';
import { renderDetails } from './detail-rendering.ts';
import { renderItemTable } from './item-table.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** How many items the text names. */
const NAMED_ITEMS = 5;

/** What the text of an answer in a conversation shows. */
export interface AnswerSummaryContent extends AnsweredContent {
  readonly anchor: Pick<QueryAnchor, 'originalQuestion' | 'language'>;
  readonly engine: Engine;
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
  const isAnswered = content.draft.summary.length > 0 || isAnsweredByItems(content);
  const blocks = [
    ...(isAnswered ? renderAnswer : renderNoAnswer)(content, phrases, rendering),
    ...renderTable(content, rendering),
  ];
  return blocks.join('\n\n');
}

function renderAnswer(content: AnswerSummaryContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  const { anchor, draft, guidance } = content;
  const summary = claimsBesideItems(content);
  const layOut = (claims: readonly Claim[]): string[] => {
    if (claims.length === 0) return [];
    return guidance.layout === 'list' ? [list(claims.map(rendering.claim))] : renderProse(claims, rendering);
  };
  // Passages that stand in for an answer say themselves that none is certain.
  const isThin = guidance.isHedged && !isUncertain(draft) && summary.some(({ isPassage }) => isPassage !== true);
  const gaps = gapsBeside(content);
  return [
    ...renderStatements({ ...content, draft: { ...draft, summary } }, phrases, rendering, layOut),
    ...sayItems(content, rendering),
    ...renderConflicts(draft, phrases, rendering),
    ...draft.limitations.map(rendering.claim),
    ...(isThin ? [answerPhrasesFor(anchor.language).thinEvidence] : []),
    ...(gaps.length > 0 ? [`${phrases.unanswered}:`, list(gaps.map(escapeMarkdown))] : []),
  ];
}

/** What the answer itself does not say already. */
function gapsBeside(content: AnswerSummaryContent): string[] {
  const { anchor, draft } = content;
  const { taskOpen, taskUnanswered } = offlinePhrasesFor(anchor.language);
  const said = [taskOpen, ...(isAnsweredByItems(content) ? [taskUnanswered] : [])];
  return draft.remainingGaps.filter((gap) => !said.some((phrase) => phrase(anchor.originalQuestion) === gap));
}

/** Whether the items are named only: their cards or the table show what they state, and each fits what was asked. */
function areItemsShown({ guidance: { layout } }: Pick<AnswerSummaryContent, 'guidance'>): boolean {
  return layout === 'cards' || layout === 'table';
}

/** By rule a claim would repeat the stored text of an item: these items are named or described instead. */
function answeringItems(content: AnswerSummaryContent): readonly ComparedItem[] {
  const { engine, draft, items, keysOf } = content;
  if (engine !== 'offline') return [];
  if (areItemsShown(content)) return items;
  const cited = new Set(draft.summary.flatMap(({ citations }) => citations));
  return items.some(({ itemId }) => keysOf(itemId).some((key) => cited.has(key))) ? items : [];
}

function isAnsweredByItems(content: AnswerSummaryContent): boolean {
  return answeringItems(content).length > 0;
}

function claimsBesideItems(content: AnswerSummaryContent): Claim[] {
  const keys = new Set(answeringItems(content).flatMap(({ itemId }) => content.keysOf(itemId)));
  return content.draft.summary.filter(({ citations }) => !citations.some((key) => keys.has(key)));
}

function sayItems(content: AnswerSummaryContent, rendering: CitationRendering): string[] {
  const items = answeringItems(content);
  if (items.length === 0) return [];
  const claimsOf = (textOf: (item: ComparedItem) => string): string[] =>
    items
      .slice(0, NAMED_ITEMS)
      .map((item) => rendering.claim({ text: textOf(item), citations: [...content.keysOf(item.itemId)] }));
  if (areItemsShown(content)) {
    const { found } = answerPhrasesFor(content.anchor.language);
    return [
      found(
        items.length,
        claimsOf(({ title }) => title),
      ),
    ];
  }
  const described = claimsOf(({ description }) => description);
  return content.guidance.layout === 'list' ? [list(described)] : described;
}

function renderNoAnswer(content: AnswerSummaryContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  const { draft } = content;
  const near = isNearOnly(content) ? [] : draft.keyFindings.map(rendering.passage);
  const unjudged = draft.sections.filter(({ claims }) => claims.some((claim) => claim.unjudged === true));
  return [
    ...renderRefusal(content, phrases, rendering, []),
    ...(near.length > 0 ? [phrases.nearest, list(near)] : []),
    ...renderDetails({ sections: unjudged }, phrases, rendering),
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
