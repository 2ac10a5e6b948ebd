import { z } from 'zod';

const block = z.int().nonnegative();

/**
 * The place of a claim in its section. Claims of one block follow each other; a cell of a table names its row and
 * column, which are part of what it says.
 */
const placementSchema = z.discriminatedUnion('form', [
  z.object({ form: z.literal('paragraph'), block }),
  z.object({
    form: z.literal('list'),
    block,
    /** Sentences of one item are one entry; without an item each claim is an entry of its own. */
    item: z.int().nonnegative().optional(),
    /** In an ordered list. */
    number: z.int().nonnegative().optional(),
    /** The item that it is nested in. */
    within: z.int().nonnegative().optional(),
  }),
  z.object({
    form: z.literal('table'),
    block,
    row: z.string(),
    column: z.string(),
    /** Of all columns in their order; the first heads the names of the rows. */
    head: z.array(z.string()).optional(),
  }),
  /** Lines of code or configuration, as they are to be copied, perhaps with the name of their language. */
  z.object({ form: z.literal('code'), block, language: z.string().optional() }),
]);
export type Placement = z.infer<typeof placementSchema>;

/** Words of a claim, and the quotes cited right behind them. */
const pieceSchema = z.object({ text: z.string(), isBold: z.literal(true).optional(), citations: z.array(z.string()) });
export type Piece = z.infer<typeof pieceSchema>;

/** How a figure that no source states follows from cited ones; code computes it again. */
export const derivationSchema = z.object({
  /** Numbers of the cited quotes, with + - * / and brackets: `(28000-23000)/28000*100`. */
  expression: z.string(),
  /** With its unit, as the claim states it: `17.9 %`. */
  result: z.string(),
});
export type Derivation = z.infer<typeof derivationSchema>;

/** One sentence, list entry or table cell of the report and the quotes that carry it. */
export const claimSchema = z.object({
  text: z.string(),
  citations: z.array(z.string()),
  /** The text piece by piece, where it has bold words or citations within. Pieces of another text do not count. */
  pieces: z.array(pieceSchema).optional(),
  /** Absent: an entry of a list. */
  placement: placementSchema.optional(),
  /** Present: the claim states what follows from cited figures. */
  derivation: derivationSchema.optional(),
  /** A conclusion or a transition that no source states; it may cite what it rests on, and brings in no figure or name. */
  isInference: z.literal(true).optional(),
  /** It says that the documents do not speak of something; code has searched them for these words. */
  absence: z.object({ searched: z.string() }).optional(),
  /** A model confirmed it: its quotes say it in other words, or it follows from what stands around it. */
  isEntailed: z.literal(true).optional(),
  /** Whether it is beside the question, and the numbers (from 1) of the person's answers that it uses; absent: not judged. */
  bearing: z.object({ isBeside: z.literal(true).optional(), answers: z.array(z.int()).optional() }).optional(),
  /** It was not judged whether its quotes say it: the judge was down, or could not be relied on. */
  notJudged: z.literal(true).optional(),
  /** ISO 639-1 code, only where the claim is a source's own words in another language than the report's. */
  quotedLanguage: z.string().optional(),
  /** It is in doubt: the judge was not sure, or its words differ from the quoted ones and it was not judged. */
  isUnverified: z.boolean().optional(),
  /** A place that the search found: the words of the whole unit around its quote. */
  isPassage: z.literal(true).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** What a claim says out of context: a cell of a table with its row, and with its column if asked for. */
export function statementOf({ text, placement }: Pick<Claim, 'text' | 'placement'>, withColumn = false): string {
  if (placement?.form !== 'table') return text;
  return `${placement.row}${withColumn && placement.column !== '' ? `, ${placement.column}` : ''}: ${text}`;
}

/** A claim taken out of its section: it names its subject and has no placement. */
export function standingAlone<Stated extends Claim>(claim: Stated): Stated {
  const { placement, ...rest } = claim;
  // `Omit` on a generic hides that only an optional field is gone.
  return placement === undefined ? claim : ({ ...rest, text: statementOf(claim) } as Stated);
}

/** An entry of a list, with the entries nested in it. */
export interface Entry {
  readonly claims: readonly Claim[];
  /** Null: its list is not ordered. */
  readonly number: number | null;
  readonly below: readonly Entry[];
}

/** The entries of a list. One that has lost the entry it was nested in goes up to its level. */
export function entriesOf(claims: readonly Claim[]): Entry[] {
  const items = Map.groupBy(claims, (claim): unknown => listPlace(claim).item ?? claim);
  const entryOf = (own: readonly Claim[], below: readonly Entry[]): Entry => ({
    claims: own,
    number: listPlace(own[0]).number ?? null,
    below,
  });
  const nested = Map.groupBy(items.values(), ([first]) => listPlace(first).within);
  return [...items].flatMap(([item, own]): Entry[] => {
    const { within } = listPlace(own[0]);
    if (within !== undefined && items.has(within)) return [];
    const inner = typeof item === 'number' ? (nested.get(item) ?? []) : [];
    return [
      entryOf(
        own,
        inner.map((each) => entryOf(each, [])),
      ),
    ];
  });
}

function listPlace(claim: Claim | undefined): Pick<Extract<Placement, { form: 'list' }>, 'item' | 'number' | 'within'> {
  return claim?.placement?.form === 'list' ? claim.placement : {};
}
