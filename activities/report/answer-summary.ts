import type { FormattingGuidance } from '../../workflows/contracts/answers/answer-activities.ts';
import type { ComparedItem, ShownField } from '../../workflows/contracts/answers/catalogue.ts';
import { counted } from '../../workflows/contracts/common/counted.ts';
import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { Engine } from '../../workflows/contracts/research/accounting.ts';
import { escapeMarkdown, escapeTableCell } from '../../workflows/domain/markdown-text.ts';
import { isUncertain } from '../../workflows/domain/report-claims.ts';
import { offlinePhrasesFor } from '../wording/offline-phrases.ts';
import {
  type AnsweredContent,
  isNearOnly,
  list,
  renderConflicts,
  renderProse,
  renderRefusal,
  renderStatements,
} from './answer-part.ts';
import type { CitationRendering } from './citation-rendering.ts';
import type { ReportPhrases } from './report-phrases.ts';
import { renderDetails } from './report-rendering.ts';

const ENGLISH: AnswerPhrases = {
  thinEvidence: 'The sources say little on this question; read what is cited before you rely on the answer.',
  found: (count, names) => `${counted(count, 'entry', 'entries')} found: ${listOf(names, count)}`,
  unmet: (words, isAll) => `None of the entries ${isAll ? '' : 'searched '}mentions: ${words.join(', ')}`,
  itemName: 'Name',
};

const GERMAN: AnswerPhrases = {
  thinEvidence:
    'Die Quellen sagen wenig zu dieser Frage; vor dem Gebrauch der Antwort sind die zitierten Stellen zu lesen.',
  found: (count, names) => `${counted(count, 'Eintrag', 'Einträge')} gefunden: ${listOf(names, count)}`,
  unmet: (words, isAll) => `Keiner der ${isAll ? '' : 'durchsuchten '}Einträge erwähnt: ${words.join(', ')}`,
  itemName: 'Name',
};

/** Stands where an item does not say. */
const UNKNOWN = '–';

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

/**
 * A Markdown table with a row for each item: its name with the mark of its citation, and its attributes.
 *
 * @param attributes labels or names of fields, one for each column
 * @param markOf `[1]`; empty for an item without a citation
 * @param nameHeading heads the first column
 */
export function renderItemTable(
  items: readonly ComparedItem[],
  attributes: readonly string[],
  markOf: (itemId: string) => string,
  nameHeading: string,
): string {
  const headings = attributes.map((attribute) => fieldOf(items, attribute)?.label ?? attribute);
  const rows = items.map((item) => {
    const name = [escapeTableCell(item.title), markOf(item.itemId)].filter(Boolean).join(' ');
    return [
      name,
      ...attributes.map((attribute) => escapeTableCell(fieldOf([item], attribute)?.value ?? '') || UNKNOWN),
    ];
  });
  return [
    toRow([nameHeading, ...headings].map(escapeTableCell)),
    toRow(['', ...headings].map(() => '---')),
    ...rows.map(toRow),
  ].join('\n');
}

function fieldOf(items: readonly ComparedItem[], attribute: string): ShownField | undefined {
  return items
    .flatMap(({ attributes }) => attributes)
    .find(({ label, name }) => label === attribute || name === attribute);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The fixed words of an answer in a conversation that a report does not have. */
interface AnswerPhrases {
  /** Follows an answer from thin evidence. */
  readonly thinEvidence: string;
  /** @param names of the first items */
  readonly found: (count: number, names: readonly string[]) => string;
  /** Words that were wished for. @param isAll false: not all entries were read, or filters left some out */
  readonly unmet: (words: readonly string[], isAll: boolean) => string;
  /** Heads the column with the names of items. */
  readonly itemName: string;
}

/** Languages without phrases of their own get the English ones. */
export function answerPhrasesFor(language: string): AnswerPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}

function listOf(names: readonly string[], count: number): string {
  return [...names, ...(names.length < count ? ['…'] : [])].join(', ');
}
