import type { ResearchLimits } from '../../../workflows/contracts/research/research-request.ts';
import type { RunProgress } from '../api/api-types.ts';

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

const HOUR_SECONDS = 3_600;

/** A limit as people write it: times in hours. */
export function shownLimit(name: string, limit: number): number {
  return name === 'wallTimeSeconds' ? limit / HOUR_SECONDS : limit;
}

/** A limit as the API takes it. */
export function limitFrom(name: string, shown: number): number {
  return name === 'wallTimeSeconds' ? Math.round(shown * HOUR_SECONDS) : shown;
}

/** The limits that were changed; what is no number is left for the server to refuse. */
export function changedLimits(typed: TypedLimits, present: ResearchLimits): Partial<ResearchLimits> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const text = typed[name]?.trim() ?? '';
      const limit = limitFrom(name, Number(text.replace(',', '.')));
      return text === '' || limit === present[name] ? [] : [[name, limit]];
    }),
  );
}
