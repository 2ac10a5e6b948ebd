import { sha256Hex } from '../common/sha256.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { ClarityAssessment, Exchange } from './clarification.ts';

/**
 * Freezes what clarification established. Nothing can change the result afterwards: it is frozen deeply.
 *
 * @param assessment the last one; its open questions stay unanswered
 */
export function freezeAnchor(
  question: string,
  assessment: ClarityAssessment,
  conversation: readonly Exchange[],
  createdAt: string,
): QueryAnchor {
  const answers = conversation.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const unanswered = conversation.flatMap(({ assumption }) => assumption ?? []);
  const meaning = {
    originalQuestion: question,
    language: assessment.language,
    keyEntities: freezeList(assessment.keyEntities),
    namedReferences: freezeList(assessment.namedReferences),
    scope: assessment.scope,
    refinements: freezeList(answers),
    assumptions: freezeList([...unanswered, ...assessment.assumptions]),
  };
  return Object.freeze({ ...meaning, createdAt, anchorHash: hashOfMeaning(meaning) });
}

/** What is searched for while a question is clarified: the question and the answers so far, in whatever language. */
export function clarifiedQuery(question: string, conversation: readonly Exchange[]) {
  const answers = conversation.flatMap(({ answer }) => answer ?? []);
  return { text: [question, ...answers].join(' '), language: 'und' };
}

/** SHA-256 of what an anchor means: all of it but the time, so that equal questions have one hash. */
export function hashOfMeaning(anchor: Omit<QueryAnchor, 'createdAt' | 'anchorHash'>): string {
  const { originalQuestion, language, keyEntities, namedReferences, scope, refinements, assumptions } = anchor;
  const meaning = { originalQuestion, language, keyEntities, namedReferences, scope, refinements, assumptions };
  return sha256Hex(JSON.stringify(meaning));
}

/** A copy without repetitions that cannot be changed. The schema's type has mutable arrays inside `readonly`. */
function freezeList(values: readonly string[]): readonly string[] {
  return Object.freeze([...new Set(values)]);
}
