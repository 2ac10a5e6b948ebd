import type { ResearchSettings } from '../research/research-request.ts';

/** Which score decides about a finding: `final`, given by validation, or `first`, as if validation had not scored again. */
export const SCORINGS = ['final', 'first'] as const;
export type Scoring = (typeof SCORINGS)[number];

const SEARCHED = 'it decides what is searched, and of other queries nothing is recorded';
const ORDERED = "it needs the order of each task's hits, which is not recorded";
const ASKED = 'it decides what is asked before the research begins';
const OF_TASKS = 'which task a refused reference belongs to is not recorded';
const READ = 'it decides how passages are read, and they would have to be read again';
const WRITTEN = 'it decides how the report is written, and no hit, finding or reference';
const EXTENT = 'it decides how much is researched, and what was not researched is not recorded';
const SERVERS = 'it decides how servers are asked, and no hit, finding or reference';

/** Why the decisions of a setting cannot be made again from a record; null: they can. */
export const REASONS_AGAINST_REPLAY = {
  clarify: ASKED,
  clarificationRounds: ASKED,
  clarificationTimeoutSeconds: ASKED,
  approvePlan: ASKED,
  queryVariants: SEARCHED,
  relevanceThreshold: null,
  rerankTopK: ORDERED,
  judgedHits: 'what a model would have said of other hits is not recorded',
  reading: READ,
  sourceWeighting: ORDERED,
  maxRounds: SEARCHED,
  citeThreshold: null,
  tierCaps: null,
  maxQuotes: 'which quotes the report was written from is not recorded',
  minQuoteLength: READ,
  driftThreshold: null,
  driftWarning: null,
  entityBonus: null,
  referenceDepth: OF_TASKS,
  referenceGate: null,
  referencesPerTask: OF_TASKS,
  citationStyle: WRITTEN,
  validateLanguage: WRITTEN,
  retryLanguage: WRITTEN,
  length: WRITTEN,
  maxTasks: EXTENT,
  concurrency: EXTENT,
  limits: EXTENT,
  budgetTimeoutSeconds: EXTENT,
  maxFileBytes: EXTENT,
  model: 'another model gives other answers, and they are not recorded',
  fresh: SERVERS,
  modelOutageSeconds: SERVERS,
  providerOutageSeconds: SERVERS,
} as const satisfies Readonly<Record<keyof ResearchSettings, string | null>>;

type Reasons = typeof REASONS_AGAINST_REPLAY;
type ReplayedField = { [Field in keyof Reasons]: Reasons[Field] extends null ? Field : never }[keyof Reasons];

/** What decides again about recorded hits, findings and references. */
export interface ReplaySettings extends Pick<ResearchSettings, ReplayedField> {
  readonly scoring: Scoring;
}

/** `unread` and `read`: of a finding, or of a hit or reference that may be read. */
export const DECISION_EFFECTS = [
  'accepted',
  'rejected',
  'read',
  'unread',
  'regraded',
  'warned',
  'no-longer-warned',
] as const;
export type DecisionEffect = (typeof DECISION_EFFECTS)[number];

/** A decision that other settings change. */
export interface ChangedDecision {
  readonly effect: DecisionEffect;
  readonly subject: 'finding' | 'hit' | 'reference' | 'tier';
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
