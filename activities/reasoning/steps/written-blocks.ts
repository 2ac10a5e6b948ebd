import { z } from 'zod';
import { type Claim, type Derivation, OPERATIONS, type Placement } from '../../../workflows/contracts/claim.ts';
import { isCitationKey } from '../../citations/citation-keys.ts';
import { boundedList, boundedSentences, boundedText, citedKeys } from '../engine/answer-parts.ts';

const MAX_TEXT_LENGTH = 500;
const MAX_CITATIONS = 6;
const MAX_KEY_LENGTH = 48;
const MAX_LABEL_LENGTH = 80;
const MAX_FIGURE_LENGTH = 40;
const KINDS = ['cited', 'derived', 'inference'] as const;

const derivation = z.object({
  operation: z.enum(OPERATIONS),
  inputs: boundedList(
    z.object({
      key: boundedText(MAX_KEY_LENGTH, 'key of the quote that has the figure').refine(isCitationKey),
      figure: boundedText(MAX_FIGURE_LENGTH, 'the figure with its unit, as the quote has it'),
    }),
    12,
    'the figures that it is computed from',
    'required',
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
    text: boundedSentences(MAX_TEXT_LENGTH, 'one sentence, without citation marks'),
    citations: citedKeys(MAX_CITATIONS),
    kind: z.enum(KINDS).catch('cited').describe('cited, unless it is computed or concluded'),
    derivation: readableDerivation.describe('how a derived figure is computed; null for the others'),
  }),
);

const cell = z.object({
  text: boundedText(200, 'a few words; empty if the findings say nothing'),
  citations: citedKeys(MAX_CITATIONS, 'none'),
});
const row = z.object({
  heading: boundedText(MAX_LABEL_LENGTH, 'what the row is about'),
  cells: boundedList(cell, 6, 'one for each column'),
});

const prose = z.object({
  form: z.enum(['paragraph', 'list']),
  statements: boundedList(statement, 10, 'sentences, or entries of the list', 'required'),
});
const table = z.object({
  // Endpoints know lists of choices better than constants.
  form: z.enum(['table']),
  columns: boundedList(boundedText(MAX_LABEL_LENGTH, 'its heading'), 6, 'without the one of the rows', 'required'),
  rows: boundedList(row, 12, 'what is compared', 'required'),
});

/** A block without a form that there is has what tells it: statements, or rows. */
const block = z.preprocess(
  (value) => {
    if (typeof value === 'string') return { form: 'paragraph', statements: [value] };
    if (value === null || typeof value !== 'object') return value;
    const given = value as { readonly form?: unknown; readonly rows?: unknown };
    const isTable = given.form === 'table' || (given.form === undefined && given.rows !== undefined);
    return { ...value, form: isTable ? 'table' : given.form === 'list' ? 'list' : 'paragraph' };
  },
  z.union([prose, table]),
);
type WrittenBlock = z.infer<typeof block>;

export const blocks = boundedList<WrittenBlock>(
  block,
  8,
  'paragraphs, lists and tables in the order in which they are read',
  'required',
);

/** The claims of blocks, each with its place. What is empty is left out. */
export function claimsOfBlocks(written: readonly WrittenBlock[]): Claim[] {
  return written.flatMap((block, index) =>
    block.form === 'table' ? cellsOf(index, block) : statementsOf({ form: block.form, block: index }, block.statements),
  );
}

function statementsOf(placement: Placement, statements: z.infer<typeof prose>['statements']): Claim[] {
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

function cellsOf(index: number, { columns, rows }: z.infer<typeof table>): Claim[] {
  return rows.flatMap(({ heading, cells }) =>
    cells.flatMap(({ text, citations: keys }, position): Claim[] => {
      const column = columns[position];
      if (column === undefined || text === '') return [];
      return [{ text, citations: keys, placement: { form: 'table', block: index, row: heading, column } }];
    }),
  );
}
