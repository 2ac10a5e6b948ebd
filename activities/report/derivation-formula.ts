import type { Derivation, Operation } from '../../workflows/contracts/claim.ts';

const SIGNS: Readonly<Record<Exclude<Operation, 'comparison' | 'mean'>, string>> = {
  sum: ' + ',
  difference: ' − ',
  ratio: ' / ',
  share: ' / ',
  change: ' → ',
};
const RELATIONS: Readonly<Record<string, string>> = { greater: ' > ', less: ' < ', equal: ' = ' };

/** How a derived figure was computed, as a reader can check it: "9 hours + 5 hours = 14 hours". */
export function formulaOf({ operation, inputs, result }: Derivation): string {
  const figures = inputs.map(({ figure }) => figure);
  if (operation === 'comparison') return figures.join(RELATIONS[result] ?? ' ? ');
  if (operation === 'mean') return `(${figures.join(' + ')}) / ${figures.length} = ${result}`;
  return `${figures.join(SIGNS[operation])} = ${result}`;
}
