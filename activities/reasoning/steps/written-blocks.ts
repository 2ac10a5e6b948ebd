import { z } from 'zod';
import { type Claim, type Derivation, OPERATIONS, type Placement } from '../../../workflows/contracts/claim.ts';
import { boundedList, boundedText } from '../engine/answer-parts.ts';

const MAX_TEXT_LENGTH = 500;
const MAX_CITATIONS = 6;
const MAX_KEY_LENGTH = 48;
const MAX_LABEL_LENGTH = 80;
const MAX_FIGURE_LENGTH = 40;
const KINDS = ['cited', 'derived', 'inference'] as const;
const FORMS = ['paragraph', 'list', 'table'] as const;

const citations = boundedList(
  boundedText(MAX_KEY_LENGTH, 'a key, without brackets'),
  MAX_CITATIONS,
  'keys of the quotes that carry it',
);

const derivation = z.object({
  operation: z.enum(OPERATIONS),
  inputs: boundedList(
    z.object({
      key: boundedText(MAX_KEY_LENGTH, 'key of the quote that has the figure'),
      figure: boundedText(MAX_FIGURE_LENGTH, 'the figure with its unit, as the quote has it'),
    }),
    12,
    'the figures that it is computed from',
  ),
  result: boundedText(MAX_FIGURE_LENGTH, 'the computed figure with its unit; for a comparison: greater, less or equal'),
});

/** What a model gets wrong in it must not cost the statement: without a derivation it is judged as a cited one. */
const readableDerivation = z.preprocess(
  (value) => (derivation.safeParse(value).success ? value : null),
  derivation.nullable(),
);

const statement = z.preprocess(
  (value) => {
    if (typeof value === 'string') return { text: value, citations: [], kind: 'cited', derivation: null };
    return value !== null && typeof value === 'object' ? { kind: 'cited', derivation: null, ...value } : value;
  },
  z.object({
    text: boundedText(MAX_TEXT_LENGTH, 'one sentence, without citation marks'),
    citations,
    kind: z.enum(KINDS).catch('cited').describe('cited, unless it is computed or concluded'),
    derivation: readableDerivation.describe('how a derived figure is computed; null for the others'),
  }),
);

const cell = z.object({ text: boundedText(200, 'a few words; empty if the findings say nothing'), citations });
const row = z.object({
  heading: boundedText(MAX_LABEL_LENGTH, 'what the row is about'),
  cells: boundedList(cell, 6, 'one for each column'),
});

const block = z.preprocess(
  (value) =>
    value !== null && typeof value === 'object' ? { statements: [], columns: [], rows: [], ...value } : value,
  z.object({
    form: z.enum(FORMS).catch('paragraph'),
    statements: boundedList(statement, 10, 'of a paragraph or a list; empty for a table'),
    columns: boundedList(boundedText(MAX_LABEL_LENGTH, 'its heading'), 6, 'of a table, without the one of the rows'),
    rows: boundedList(row, 12, 'of a table; empty otherwise'),
  }),
);
type WrittenBlock = z.infer<typeof block>;

export const blocks = boundedList(block, 8, 'paragraphs, lists and tables in the order in which they are read');

/** The claims of blocks, each with its place. What is empty is left out. */
export function claimsOfBlocks(written: readonly WrittenBlock[]): Claim[] {
  return written.flatMap(({ form, statements, columns, rows }, index) =>
    form === 'table' ? cellsOf(index, columns, rows) : statementsOf({ form, block: index }, statements),
  );
}

function statementsOf(placement: Placement, statements: WrittenBlock['statements']): Claim[] {
  return statements
    .filter(({ text }) => text !== '')
    .map(({ text, citations: keys, kind, derivation: computed }) => ({
      text,
      citations: citedWith(keys, computed),
      placement,
      ...(kind === 'derived' && computed !== null && { derivation: computed }),
      ...(kind === 'inference' && { isInference: true as const }),
    }));
}

/** A derived figure rests on the quotes of its inputs. */
function citedWith(keys: readonly string[], computed: Derivation | null): string[] {
  return [...new Set([...keys, ...(computed?.inputs.map(({ key }) => key) ?? [])])];
}

function cellsOf(index: number, columns: readonly string[], rows: WrittenBlock['rows']): Claim[] {
  return rows.flatMap(({ heading, cells }) =>
    cells.flatMap(({ text, citations: keys }, position): Claim[] => {
      const column = columns[position];
      if (column === undefined || text === '') return [];
      return [{ text, citations: keys, placement: { form: 'table', block: index, row: heading, column } }];
    }),
  );
}
