import type { ResearchSettings } from '@plumbline/contracts/research/research-request';

/** Which score decides about a finding: `final`, given by validation, or `first`, as if validation had not scored again. */
export const SCORINGS = ['final', 'first'] as const;
type Scoring = (typeof SCORINGS)[number];

/** Settings whose decisions can be made again from a record: it holds what they decided about. */
export const REPLAYED_FIELDS = [
  'relevanceThreshold',
  'driftThreshold',
  'driftWarning',
  'citeThreshold',
  'tierCaps',
] as const satisfies readonly (keyof ResearchSettings)[];

/** What decides again about recorded hits and findings. */
export interface ReplaySettings extends Pick<ResearchSettings, (typeof REPLAYED_FIELDS)[number]> {
  readonly scoring: Scoring;
}

/** `unread` and `read`: of a finding, or of a hit that may be read. */
export const DECISION_EFFECTS = ['accepted', 'rejected', 'read', 'unread', 'warned', 'no-longer-warned'] as const;
export type DecisionEffect = (typeof DECISION_EFFECTS)[number];

/** A decision that other settings change. */
export interface ChangedDecision {
  readonly effect: DecisionEffect;
  readonly subject: 'finding' | 'hit' | 'tier';
  /** Id of the finding; null for what has none. */
  readonly findingId: string | null;
  /** Locator and headings, the reference as written, or the tier. */
  readonly place: string;
  /** What was decided, and what would be, in a few words. */
  readonly before: string;
  readonly after: string;
  /** As recorded, 0..1; null where unknown or not given. */
  readonly scores: { readonly hit: number | null; readonly first: number | null; readonly final: number | null };
  /** First words of the finding. */
  readonly excerpt: string | null;
}

export type EffectCounts = Readonly<Record<DecisionEffect, number>>;

/** What other settings would have changed in one run, or why that cannot be said. */
export type ReplayedRun =
  | {
      readonly state: 'compared';
      readonly researchId: string;
      readonly question: string;
      /** Findings and hits that were decided on again. */
      readonly decisions: number;
      readonly changes: readonly ChangedDecision[];
      readonly counts: EffectCounts;
      /** Effects of these settings that are not recorded, one sentence each. */
      readonly notRecorded: readonly string[];
    }
  | {
      /** The recorded settings do not lead to the recorded decisions. */
      readonly state: 'recorded-by-other-rules';
      readonly researchId: string;
      readonly question: string;
      readonly differences: readonly string[];
    };

export function countEffects(changes: readonly ChangedDecision[]): EffectCounts {
  const counted = DECISION_EFFECTS.map((effect) => [
    effect,
    changes.filter((change) => change.effect === effect).length,
  ]);
  return Object.fromEntries(counted) as Record<DecisionEffect, number>;
}
