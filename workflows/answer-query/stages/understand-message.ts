import type { AnswerPlan, GroundingDecision } from '@plumbline/contracts/answers/answer';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { AnswerRun, Known } from '../run/answer-run.ts';

/**
 * Finds out in one call what the message means, which filters it sets, what the answer rests on, and what is searched. A
 * trace gives the call's time to the first of these, and marks the others.
 */
export async function understandMessage(
  { ask, scope, reasoning, trace }: Pick<AnswerRun, 'ask' | 'scope' | 'reasoning' | 'trace'>,
  { context, memory }: Known,
  { languages }: CorpusReport,
): Promise<AnswerPlan> {
  trace.enter('understanding');
  const { message, history, rewriteVariant: variant } = ask;
  const hasMemory = memory !== null;
  const question = { message, history, context, variant, sources: sourcesOf(scope), languages, hasMemory };
  const plan = await trace.span(variant === 'none' ? 'grounding_decision' : 'rewrite', () =>
    reasoning.ask('understandMessage', question, `understand "${message}"`),
  );
  if (plan.interpretation.needsClarification) return plan;
  if (scope.catalogues.length > 0) trace.mark('filter_extraction');
  if (variant !== 'none') trace.mark('grounding_decision');
  if (plan.decision.grounding === 'full') trace.mark('plan');
  return plan;
}

/** What there is to look into. */
export function sourcesOf({ catalogues, corpusDirectories, web }: AnswerRun['scope']) {
  return { catalogues, hasDocuments: corpusDirectories.length > 0, hasWeb: web !== null };
}

/** What an answer rests on, after the catalogue and the memory were asked. */
export function groundingOf({ filters: { named }, decision }: AnswerPlan, { memory }: Known): GroundingDecision {
  // "Tell me more about Harbour Inn" asks for an overview by its form, but the catalogue has the item.
  if (named !== undefined && decision.grounding !== 'full') {
    return { grounding: 'full', reason: 'it names items of a catalogue' };
  }
  if (decision.grounding !== 'none' || (memory?.findings ?? []).length === 0) return decision;
  // What is remembered is a source, and cited.
  return { grounding: 'hybrid', reason: 'something that concerns it is remembered' };
}
