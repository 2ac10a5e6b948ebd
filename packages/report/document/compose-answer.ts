import type { FormattingGuidance } from '@plumbline/contracts/answers/answer-activities';
import type { ComparedItem, ShownField } from '@plumbline/contracts/answers/catalogue';
import { counted } from '@plumbline/contracts/common/counted';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { FoundPlaces } from '@plumbline/contracts/report/found-place';
import type { Engine } from '@plumbline/contracts/research/accounting';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import {
  type AnsweredContent,
  composeNotJudged,
  composeRefusal,
  composeStatements,
  type Composing,
  listOf,
  listOfClaims,
  paragraph,
  part,
  searchRemarks,
  sectionBlocks,
  UNKNOWN,
} from './answer-part.ts';
import {
  type Cell,
  type DocumentBlock,
  type DocumentClaim,
  type DocumentPart,
  givenWords,
  type Inline,
  prose,
  words,
} from './report-document.ts';

const ENGLISH = {
  /** Stands before the names of the first items. */
  found: (count: number) => `${counted(count, 'entry', 'entries')} found: `,
  /** Words that were wished for. @param isAll false: not all entries were read, or filters left some out */
  unmet: (wishes: readonly string[], isAll: boolean) =>
    `None of the entries ${isAll ? '' : 'searched '}mentions: ${wishes.join(', ')}`,
  /** Of items that answer no where yes was asked for. */
  leftOut: (column: string, value: string, titles: readonly string[]) =>
    `Left out, because their “${column}” is “${value}”: ${someOf(titles, 'more')}`,
  allSay: (column: string, value: string) => `Of all entries found, “${column}” is “${value}”`,
  /** @param labels of filters */
  unchecked: (labels: readonly string[]) => `Not checked, because no entry states it: ${labels.join(', ')}`,
  noneSatisfies: (filters: string) => `No entry of the catalogue satisfies: ${filters}`,
  /** @param filters that the message itself states */
  shownAlone: (filters: string) => `Shown instead, without what was asked before: ${filters}`,
  noEntry: 'No entry of the catalogue fits this question',
  /** @param kinds what the catalogue has */
  nothingNamed: (kinds: readonly string[]) =>
    `The question names nothing that the catalogue has. It has: ${kinds.join(', ')}`,
  /** Heads the column with the names of items. */
  itemName: 'Name',
};

/** The fixed words of an answer in a conversation that a report does not have. */
type AnswerPhrases = typeof ENGLISH;

const GERMAN: AnswerPhrases = {
  found: (count) => `${counted(count, 'Eintrag', 'Einträge')} gefunden: `,
  unmet: (wishes, isAll) => `Keiner der ${isAll ? '' : 'durchsuchten '}Einträge erwähnt: ${wishes.join(', ')}`,
  leftOut: (column, value, titles) => `Weggelassen, weil „${column}“ „${value}“ ist: ${someOf(titles, 'weitere')}`,
  allSay: (column, value) => `Bei allen gefundenen Einträgen ist „${column}“ „${value}“`,
  unchecked: (labels) => `Nicht geprüft, weil kein Eintrag es angibt: ${labels.join(', ')}`,
  noneSatisfies: (filters) => `Kein Eintrag des Katalogs erfüllt: ${filters}`,
  shownAlone: (filters) => `Stattdessen gezeigt, ohne das zuvor Gefragte: ${filters}`,
  noEntry: 'Kein Eintrag des Katalogs passt zu dieser Frage',
  nothingNamed: (kinds) => `Die Frage nennt nichts, was der Katalog hat. Er hat: ${kinds.join(', ')}`,
  itemName: 'Name',
};

/** How many items the text names. */
const NAMED_ITEMS = 5;

function someOf(titles: readonly string[], more: string): string {
  const rest = titles.length - NAMED_ITEMS;
  return [...titles.slice(0, NAMED_ITEMS), ...(rest > 0 ? [`${rest} ${more}`] : [])].join(', ');
}

/** What the text of an answer in a conversation shows. */
export interface AnswerContent extends AnsweredContent {
  readonly anchor: Pick<QueryAnchor, 'originalQuestion' | 'language'>;
  readonly engine: Engine;
  readonly guidance: FormattingGuidance;
  readonly items: readonly ComparedItem[];
  /** Or pages; else only a catalogue was searched. */
  readonly hasDocuments: boolean;
  /** Keys of the quotes of an item; empty for one without a finding. */
  readonly keysOf: (itemId: string) => readonly string[];
}

/** The answer or the refusal in the words of the report, then the table. */
export function composeAnswer(content: AnswerContent, composing: Composing): DocumentPart[] {
  const isAnswered = content.draft.summary.length > 0 || isAnsweredByItems(content);
  return [
    ...composeNotJudged(content.draft, composing.phrases),
    ...(isAnswered ? composeAnswered(content, composing) : composeUnanswered(content, composing)),
    ...part('answer', '', composeTable(content, composing)),
  ];
}

/** The places that a search found beside items, with what it knows of its words; null where a model wrote, or there are none. */
export function foundPlaces(content: AnswerContent, composing: Composing): FoundPlaces | null {
  const { read, taskOf } = composing.claims;
  const places = claimsBesideItems(content).flatMap((claim) => {
    const { isPassage, text, pieces, excerpt, citations } = read(claim);
    const [number, ...others] = citations.map((citation) => citation.number);
    if (!isPassage || number === undefined) return [];
    const marked = pieces.map((piece) => ({ text: piece.text, isBold: piece.isBold }));
    return [{ number, others, task: taskOf(claim), text, pieces: marked, excerpt }];
  });
  return places.length === 0 ? null : { remarks: searchRemarks(content, composing), places, further: null };
}

function composeAnswered(content: AnswerContent, composing: Composing): DocumentPart[] {
  const { draft, guidance } = content;
  const { phrases, claims } = composing;
  const summary = claimsBesideItems(content);
  const layOut = (statements: readonly Claim[]): DocumentBlock[] => {
    if (statements.length === 0) return [];
    if (statements.some(({ placement }) => placement !== undefined)) return sectionBlocks(statements, claims.read);
    const read = statements.map(claims.read);
    return guidance.layout === 'list' ? listOfClaims(read) : [{ kind: 'paragraph', inlines: prose(read) }];
  };
  const gaps = gapsBeside(content).map((text) => [givenWords(text)]);
  return [
    ...composeStatements({ ...content, draft: { ...draft, summary } }, composing, layOut),
    ...part('answer', '', [
      ...sayItems(content, composing),
      ...draft.limitations.map((claim): DocumentBlock => ({ kind: 'statements', claims: [claims.read(claim)] })),
      ...(gaps.length > 0 ? [paragraph(`${phrases.unanswered}:`), ...listOf(gaps)] : []),
    ]),
  ];
}

/** What the answer itself does not say already. */
function gapsBeside(content: AnswerContent): string[] {
  const { anchor, draft } = content;
  if (!isAnsweredByItems(content)) return draft.remainingGaps;
  const said = offlinePhrasesFor(anchor.language).nothingFound(anchor.originalQuestion);
  return draft.remainingGaps.filter((gap) => gap !== said);
}

/** By rule a claim would repeat the stored text of an item: these items are described instead, or named above their table. */
function answeringItems(content: AnswerContent): readonly ComparedItem[] {
  const { engine, draft, items, keysOf } = content;
  if (engine !== 'offline') return [];
  if (content.guidance.layout === 'table') return items;
  const cited = new Set(draft.summary.flatMap(({ citations }) => citations));
  return items.some(({ itemId }) => keysOf(itemId).some((key) => cited.has(key))) ? items : [];
}

function isAnsweredByItems(content: AnswerContent): boolean {
  return answeringItems(content).length > 0;
}

function claimsBesideItems(content: AnswerContent): Claim[] {
  const keys = new Set(answeringItems(content).flatMap(({ itemId }) => content.keysOf(itemId)));
  return content.draft.summary.filter(({ citations }) => !citations.some((key) => keys.has(key)));
}

function sayItems(content: AnswerContent, { claims }: Composing): DocumentBlock[] {
  const items = answeringItems(content);
  if (items.length === 0) return [];
  const said = (textOf: (item: ComparedItem) => string): DocumentClaim[] =>
    items
      .slice(0, NAMED_ITEMS)
      .map((item) => claims.read({ text: textOf(item), citations: [...content.keysOf(item.itemId)] }));
  if (content.guidance.layout === 'table') {
    const { found } = answerPhrasesFor(content.anchor.language);
    const named = said(({ title }) => title);
    return [{ kind: 'paragraph', inlines: [words(found(items.length)), ...enumerated(named, items.length)] }];
  }
  const described = said(({ description }) => description);
  return content.guidance.layout === 'list' ? listOfClaims(described) : [{ kind: 'statements', claims: described }];
}

function enumerated(claims: readonly DocumentClaim[], count: number): Inline[] {
  const named = claims.flatMap((claim, index): Inline[] => [
    ...(index > 0 ? [words(', ')] : []),
    { kind: 'claim', claim },
  ]);
  return [...named, ...(claims.length < count ? [words(', …')] : [])];
}

function composeUnanswered(content: AnswerContent, composing: Composing): DocumentPart[] {
  const { anchor, draft, hasDocuments } = content;
  const { phrases, claims } = composing;
  if (!hasDocuments) return part('answer', '', [paragraph(`${answerPhrasesFor(anchor.language).noEntry}.`)]);
  const near = draft.keyFindings.map(claims.read);
  return part('answer', '', [
    ...composeRefusal(content, composing, []),
    ...(near.length > 0 ? [paragraph(phrases.nearest), ...listOfClaims(near, 'passage')] : []),
  ]);
}

function composeTable({ anchor, guidance, items, keysOf }: AnswerContent, { claims }: Composing): DocumentBlock[] {
  if (guidance.layout !== 'table' || items.length === 0) return [];
  const marksOf = (itemId: string): Inline[] =>
    claims.cite(keysOf(itemId)).map((citation) => ({ kind: 'citation', citation }));
  return [tableOfItems(items, guidance.attributes, marksOf, answerPhrasesFor(anchor.language).itemName)];
}

/**
 * A table with a row for each item: its name with the mark of its citation, and its attributes.
 *
 * @param attributes labels or names of fields, one for each column
 * @param marksOf none for an item without a citation
 * @param nameHeading heads the first column
 */
export function tableOfItems(
  items: readonly ComparedItem[],
  attributes: readonly string[],
  marksOf: (itemId: string) => readonly Inline[],
  nameHeading: string,
): DocumentBlock {
  const headings = attributes.map((attribute) => fieldOf(items, attribute)?.label ?? attribute);
  const rows = items.map((item): Cell[] => {
    const marks = marksOf(item.itemId);
    return [
      [givenWords(item.title), ...(marks.length > 0 ? [words(' '), ...marks] : [])],
      ...attributes.map((attribute) => [words(fieldOf([item], attribute)?.value.trim() || UNKNOWN)]),
    ];
  });
  return { kind: 'table', head: [nameHeading, ...headings], rows };
}

function fieldOf(items: readonly ComparedItem[], attribute: string): ShownField | undefined {
  return items
    .flatMap(({ attributes }) => attributes)
    .find(({ label, name }) => label === attribute || name === attribute);
}

/** Languages without phrases of their own get the English ones. */
export function answerPhrasesFor(language: string): AnswerPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
