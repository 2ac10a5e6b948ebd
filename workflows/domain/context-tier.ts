import type { GradedFinding } from '@plumbline/contracts/activities';
import type { ContextTier, Finding } from '@plumbline/contracts/evidence/finding';

const PRIMARY_RELEVANCE = 0.85;
const SECONDARY_RELEVANCE = 0.6;
const SECONDARY_WEIGHT = 0.7;
const TERTIARY_WEIGHT = 0.4;
/** Below every judged finding of its tier. */
const UNJUDGED_WEIGHT = 0.4;

/** What grading needs to know about a finding. */
export interface FindingFacts {
  /** 0..1; null when unknown. */
  readonly relevance: number | null;
  readonly depth: 0 | 1 | 2;
  readonly origin: 'search' | 'reference' | 'clarification';
  /** The question names this very passage ("§ 5 BUrlG", "RFC 9110 section 5.4"). */
  readonly isNamedByQuestion: boolean;
  readonly mentionsKeyEntity: boolean;
  /** Neither it nor anything else that its task found was judged. */
  readonly standsIn: boolean;
  /** It mentions an entity that came up only in the person's answers. */
  readonly mentionsClarifiedEntity: boolean;
}

export interface Grade {
  readonly contextTier: ContextTier;
  /** 0..1, how much the finding counts within the report. */
  readonly weight: number;
}

/** Grades a finding for synthesis; the first rule that fits decides. */
export function gradeFinding(facts: FindingFacts): Grade {
  const { relevance, depth, origin } = facts;
  if (facts.isNamedByQuestion) return { contextTier: 1, weight: 1 };
  if (facts.standsIn && origin !== 'clarification') return { contextTier: 2, weight: UNJUDGED_WEIGHT };
  if (relevance === null) return { contextTier: 3, weight: 0 };
  if (origin === 'clarification' || depth >= 2) return tertiary(relevance);
  if (depth === 1) return secondary(relevance);
  if (relevance >= PRIMARY_RELEVANCE) return { contextTier: 1, weight: facts.mentionsKeyEntity ? 1 : 0.95 };
  if (relevance >= SECONDARY_RELEVANCE || facts.mentionsClarifiedEntity) return secondary(relevance);
  return tertiary(relevance);
}

function secondary(relevance: number): Grade {
  return { contextTier: 2, weight: SECONDARY_WEIGHT * relevance };
}

function tertiary(relevance: number): Grade {
  return { contextTier: 3, weight: TERTIARY_WEIGHT * relevance };
}

/** The findings with their grades, in the given order. */
export function withGrades(findings: readonly Finding[], graded: readonly GradedFinding[]): Finding[] {
  const gradeOf = new Map(graded.map((grade) => [grade.findingId, grade]));
  return findings.map((finding) => ({ ...finding, ...gradeOf.get(finding.findingId) }));
}
