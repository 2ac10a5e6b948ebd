import type { ResearchLimits } from '../../../workflows/contracts/research/research-request.ts';
import type { RunProgress } from '../api/run-types.ts';

export const LIMIT_NAMES = [
  'searches',
  'pages',
  'modelCalls',
  'modelTokens',
  'money',
  'wallTimeSeconds',
] as const satisfies readonly (keyof ResearchLimits)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

/** What a run has used of a limit. */
export interface Spending {
  readonly name: Exclude<LimitName, 'wallTimeSeconds'>;
  readonly used: number;
  /** Null: no limit. */
  readonly limit: number | null;
}

/** What was used of which limit; a run does not report its time. */
export function spendingsOf({ usage, limits }: Pick<RunProgress, 'usage' | 'limits'>): Spending[] {
  const names = LIMIT_NAMES.filter((name) => name !== 'wallTimeSeconds');
  return names.map((name) => ({ name, used: usage[name], limit: limits[name] }));
}

/** What was typed, by limit; an empty text changes nothing. */
export type TypedLimits = Readonly<Partial<Record<LimitName, string>>>;

/** The limits that were changed; what is no number is left for the server to refuse. */
export function changedLimits(typed: TypedLimits, present: ResearchLimits): Partial<ResearchLimits> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const text = typed[name]?.trim() ?? '';
      return text === '' || Number(text) === present[name] ? [] : [[name, Number(text)]];
    }),
  );
}
