import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { boundedList, boundedText, readEntries } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { showAddressed } from '@plumbline/quotes/passages';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { z } from 'zod';
import type { PlacedPassage } from './mend-statements.ts';
import { inOneLine, systemOpening, tagged, taggedAnchor, taggedWithKeys, UNDATED } from './prompt-text.ts';

/** A sentence, list entry or cell of a report. */
export interface ShownStatement {
  /** Issued by code (`p1`); null: it is shown because others lean on it. Cells are judged by the id of their row. */
  readonly id: string | null;
  readonly text: string;
  /** Numbers of the words that it cites. */
  readonly quotes: readonly number[];
}

/** A row of a table; a cell stands at the place of its column, null where it says nothing. */
export interface ShownRow {
  readonly id: string | null;
  readonly label: string;
  readonly cells: readonly (ShownStatement | null)[];
}

/** What follows each other in a part of a report. */
export type ShownBlock =
  | { readonly form: 'paragraph' | 'list' | 'code'; readonly statements: readonly ShownStatement[] }
  | {
      readonly form: 'table';
      /** What the labels of the rows are. */
      readonly corner: string;
      readonly columns: readonly string[];
      readonly rows: readonly ShownRow[];
    };

/** A part of a report under its heading. */
export interface ShownPart {
  readonly heading: string;
  readonly blocks: readonly ShownBlock[];
}

/** Stretches of a document: cited words under their numbers, and the sentences around them without one. */
export interface ShownPassage {
  /** Title and headings. */
  readonly place: string;
  readonly pieces: readonly { readonly number: number | null; readonly text: string }[];
}

/** A passage with addresses, and the ids of the statements that it was found for. */
export interface FoundPassage extends PlacedPassage {
  readonly ids: readonly string[];
}

export interface JudgeEntailmentStepInput {
  /** What the report answers: its case may give values of its own. */
  readonly anchor: QueryAnchor;
  /** Parts of the report, each in its order. */
  readonly parts: readonly ShownPart[];
  readonly passages: readonly ShownPassage[];
  /** Computations that come out, by the id of a statement or cell. */
  readonly computed: readonly { readonly id: string; readonly computation: string }[];
  /** What was found for statements that say that the documents leave something out. */
  readonly found: readonly FoundPassage[];
}

const MAX_STATEMENT_LENGTH = 1_500;
const MAX_PART_LENGTH = 40_000;
const MAX_PASSAGE_LENGTH = 20_000;
const MAX_COMPUTED_LENGTH = 12_000;
const MAX_ID_LENGTH = 12;
/** Of a row: what a model writes without end is more. */
const MOST_CELLS = 8;
const MAX_HEADING_LENGTH = 200;
const MAX_REASON_LENGTH = 300;
const MAX_INSTEAD_LENGTH = 800;
const MOST_INSTEAD = 12;
const MOST_BESIDE = 40;

export const ENTAILMENT_VERDICTS = ['yes', 'no', 'unsure'] as const;

const insteadEntry = z.object({
  id: z.string().max(MAX_ID_LENGTH).describe('of the statement'),
  text: boundedText(MAX_INSTEAD_LENGTH, 'what takes its place, with addresses'),
});

const askedId = z.string().max(MAX_ID_LENGTH);
const usesEntry = z.object({
  answer: askedId.describe('a1'),
  statements: boundedList(askedId, 5, 'ids of statements that take it into account; empty: none does'),
});

/** Verdicts by id; a statement may be left out, and a word that is no verdict is no judgement. */
export const entailmentSchema = z.preprocess(
  (answer) => ({
    verdicts: readEntries(answer, ['verdict'])?.map(({ id, verdict, reason }) => ({
      id,
      verdict: ENTAILMENT_VERDICTS.find((one) => one === String(verdict).trim().toLowerCase()) ?? 'unsure',
      reason: typeof reason === 'string' ? reason.trim().slice(0, MAX_REASON_LENGTH) : '',
    })),
    instead: z.object({ instead: z.array(insteadEntry) }).safeParse(answer).data?.instead ?? [],
    beside: z.object({ beside: z.array(askedId) }).safeParse(answer).data?.beside ?? [],
    uses: z.object({ uses: z.array(usesEntry) }).safeParse(answer).data?.uses ?? [],
  }),
  z.object({
    verdicts: z.array(z.object({ id: z.string(), verdict: z.enum(ENTAILMENT_VERDICTS), reason: z.string() })),
    /** What takes the place of statements that passages which were found make wrong, with addresses. */
    instead: z.array(insteadEntry),
    /** Statements that are about something else than what is asked. */
    beside: z.array(askedId),
    /** By the id of an answer of the person (`a1`): statements that take it into account. */
    uses: z.array(usesEntry),
  }),
);
export type Entailment = z.infer<typeof entailmentSchema>;

/** Judges by meaning whether quotations say the statements of a report. By rule nothing is judged. */
export const judgeEntailmentStep: ReasoningStep<JudgeEntailmentStepInput, Entailment> = {
  name: 'judge-entailment',
  role: 'small',
  version: 8,
  output: entailmentSchema,
  asked: (ids) =>
    z.object({
      verdicts: z
        .array(askedEntry)
        .min(ids.length)
        .max(MOST_CELLS * ids.length),
      instead: boundedList(
        insteadEntry,
        MOST_INSTEAD,
        'for statements that passages under “found” make wrong; else empty',
      ),
      beside: boundedList(askedId, MOST_BESIDE, 'ids of statements that are beside the question'),
      uses: boundedList(usesEntry, MOST_BESIDE, 'one for each answer under “clarification”; else empty'),
    }),
  prompt: ({ anchor, parts, passages, computed, found }) => ({
    ids: parts.flatMap(({ blocks }) => blocks.flatMap(idsIn)),
    system: systemOpening('You check whether quotations support the statements of a report.', UNDATED, anchor.language),
    user: [
      taggedAnchor(anchor),
      ...taggedAnswers(anchor),
      ...parts.map(renderPart),
      ...passages.map((passage) => tagged('passage', renderPassage(passage), MAX_PASSAGE_LENGTH)),
      ...(computed.length === 0
        ? []
        : [tagged('computed', computed.map(renderComputed).join('\n'), MAX_COMPUTED_LENGTH)]),
      ...found.map(renderFound),
      INSTRUCTION,
      ...(anchor.refinements.length === 0 ? [] : [USES]),
      ...(found.length === 0 ? [] : [FOUND]),
    ].join('\n\n'),
  }),
  offline: () => ({ verdicts: [], instead: [], beside: [], uses: [] }),
};

const askedEntry = z.object({
  id: z.string().max(MAX_ID_LENGTH).describe('p1; of a cell p1.2'),
  verdict: z.enum(ENTAILMENT_VERDICTS),
  reason: z
    .string()
    .max(MAX_REASON_LENGTH)
    .describe('empty for yes; else, in a few words, what the cited words do not say'),
});

const INSTRUCTION = [
  'Give a verdict for every id of the sections ([p1]). It covers what follows the id: a sentence, a list entry, or a row of a table.',
  'The numbers behind a statement are the words it cites: (q1, q4-6). In the passages, [q1] stands before these words.',
  'yes: a reader of the cited words, with the sentences around them and their place, agrees to the whole statement, whatever its words and language. What such a reader infers without doubt counts as said.',
  'A statement without a number concludes from its section or leads to it: yes if it agrees with what stands around it. What the person who asks said of their case counts as given, and a supposed case may have values of its own: judge what the rule gives for them, dates and periods counted. The version or date of a document needs no citation.',
  'no: the cited words are about something else, or the statement changes what they say: another value, condition, subject, cause, time, or extent.',
  'unsure: they may mean it but do not show it.',
  'For a row, answer yes if all its cells hold. If a cell is wrong, name that cell by the number of its column instead: p4.2. The row label and the column are part of what a cell says.',
  'Some statements are wrong. “computed” lists computations that come out: judge their figures and what is made of them.',
  'Into “beside”, write the ids of statements that neither answer the question nor help to understand or limit its answer, true or not: at least one is such.',
].join('\n');

/** Only where the person who asks has answered anything. */
const USES =
  'Into “uses”, write for each answer under “clarification” which statements take it into account: what they say, choose or leave out would differ without it.';

/** Only where something was found: so many passages take room that a small model needs. */
const FOUND = [
  'Some statements say that the documents leave something out or do not name it. The documents were searched again for it: the best passages are listed under “found”, with the ids of the statements they belong to.',
  'For such a statement, answer yes if none of these passages says what it misses, and no if one does, even in part.',
  'For each such no, write its replacement into “instead”, under its id: one to three sentences in the language of the section that say what the passages say about it, the rule with its conditions and exceptions, without “but” or “however”.',
  'Behind each sentence, put the address of the words that say it, as it stands before them: [p31.2].',
  'Keep figures, dates and names as they stand there, and name the section or setting (§ 5).',
  'Do the same for any other statement that these passages make wrong; its verdict is no.',
].join('\n');

function taggedAnswers({ refinements }: QueryAnchor): string[] {
  const answers = refinements.map((answer, index) => `a${index + 1}: ${inOneLine(inert(answer))}`);
  return answers.length === 0 ? [] : [tagged('clarification', answers.join('\n'), MAX_PASSAGE_LENGTH)];
}

function renderFound({ ids, place, passage }: FoundPassage): string {
  const shown = `for ${ids.join(', ')}: ${inOneLine(inert(place))}\n${showAddressed(passage, inert)}`;
  return taggedWithKeys('found', shown, MAX_PASSAGE_LENGTH, passage.label);
}

/** The ids of what is judged in a block, in its order. */
export function idsIn(block: ShownBlock): string[] {
  const entries = block.form === 'table' ? block.rows : block.statements;
  return entries.flatMap(({ id }) => id ?? []);
}

function renderPart({ heading, blocks }: ShownPart): string {
  const shown = blocks.map(renderBlock).join('\n\n');
  return tagged(
    'section',
    heading === '' ? shown : `${inOneLine(inert(heading), MAX_HEADING_LENGTH)}\n\n${shown}`,
    MAX_PART_LENGTH,
  );
}

function renderBlock(block: ShownBlock): string {
  switch (block.form) {
    case 'paragraph':
      return block.statements.map(renderStatement).join(' ');
    case 'list':
      return block.statements.map((statement) => `- ${renderStatement(statement)}`).join('\n');
    case 'code':
      return block.statements
        .map(({ id, quotes, text }) => `${mark(id)}\`\`\`\n${inert(text)}\n\`\`\`${cites(quotes)}`)
        .join('\n');
    case 'table':
      return [
        `| ${inOneLine(inert(block.corner), MAX_HEADING_LENGTH)} | ${block.columns.map((name, index) => `${index + 1} ${inOneLine(inert(name))}`).join(' | ')} |`,
        ...block.rows.map(renderRow),
      ].join('\n');
  }
}

function renderRow({ id, label, cells }: ShownRow): string {
  const shown = cells.map((cell) => (cell === null ? '–' : renderStatement({ ...cell, id: null })));
  return `${mark(id)}| ${inOneLine(inert(label))} | ${shown.join(' | ')} |`;
}

function renderStatement({ id, text, quotes }: ShownStatement): string {
  return `${mark(id)}${inOneLine(inert(text), MAX_STATEMENT_LENGTH)}${cites(quotes)}`;
}

function renderPassage({ place, pieces }: ShownPassage): string {
  const words = pieces.map(({ number, text }) => (number === null ? inert(text) : `[q${number}] ${inert(text)}`));
  return [inOneLine(inert(place)), words.join('').trim()].filter((line) => line !== '').join('\n');
}

function renderComputed({ id, computation }: JudgeEntailmentStepInput['computed'][number]): string {
  return `${id}: ${inOneLine(inert(computation))}`;
}

function mark(id: string | null): string {
  return id === null ? '' : `[${id}] `;
}

/** ` (q1, q4-6)`. */
function cites(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && number <= last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.length === 0
    ? ''
    : ` (${runs.map(([from, to]) => (from === to ? `q${from}` : `q${from}-${to}`)).join(', ')})`;
}

/** Foreign text in which nothing passes for an id or a number. */
function inert(text: string): string {
  return neutraliseKeys(text).replaceAll(/\[(?=[pq]\d)/giu, '(');
}
