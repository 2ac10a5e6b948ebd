import type { JudgeEntailmentStepInput, ShownStatement } from '../../../activities/steps/judge-entailment.ts';

/** A statement of a prompt with what it cites. */
export interface AskedStatement extends ShownStatement {
  readonly id: string;
  /** Of a row: its name and its cells in one. */
  readonly text: string;
  readonly words: readonly string[];
  readonly computed: readonly string[];
  readonly places: readonly string[];
}

/** What one prompt asks to be judged, the cells of a row together. */
export function askedIn({ parts, passages, computed }: JudgeEntailmentStepInput): AskedStatement[] {
  const pieces = passages.flatMap(({ place, pieces }) => pieces.map((piece) => ({ ...piece, place })));
  const entries = parts
    .flatMap(({ blocks }) => blocks)
    .flatMap((block): readonly ShownStatement[] =>
      block.form === 'table'
        ? block.rows.map(({ id, label, cells }) => ({
            id,
            text: [label, ...cells.map((cell) => cell?.text ?? '–')].join(' | '),
            quotes: [...new Set(cells.flatMap((cell) => cell?.quotes ?? []))],
          }))
        : block.statements,
    );
  return entries.flatMap(({ id, text, quotes }) => {
    if (id === null) return [];
    const cited = pieces.filter(({ number }) => number !== null && quotes.includes(number));
    return [
      {
        id,
        text,
        quotes,
        words: cited.map((piece) => piece.text),
        places: cited.map(({ place }) => place),
        computed: computed
          .filter((one) => one.id === id || one.id.startsWith(`${id}.`))
          .map(({ computation }) => computation),
      },
    ];
  });
}
