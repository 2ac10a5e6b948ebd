import type { AnswerPlan, FilterExtraction, GroundingDecision } from '../contracts/answers/answer.ts';
import type { AnswerRun } from './answer-run.ts';

type Parts = Pick<AnswerRun, 'input' | 'memory' | 'reasoning' | 'trace'>;

/**
 * Finds out in one call what the message means, which filters it sets, what the answer rests on, and what is searched. A
 * trace gives the call's time to the first of these, and marks the others.
 */
export async function understand(run: Parts): Promise<AnswerPlan> {
  run.trace.enter('understanding');
  const { ask, context, scope } = run.input;
  const { message, history, rewriteVariant: variant } = ask;
  const question = { message, history, context, variant, sources: sourcesOf(scope), hasMemory: run.memory !== null };
  const plan = await run.trace.span(variant === 'none' ? 'grounding_decision' : 'rewrite', () =>
    run.reasoning.ask('understandMessage', question, `understand "${message}"`),
  );
  if (plan.interpretation.needsClarification) return plan;
  if (scope.catalogues.length > 0) run.trace.mark('filter_extraction');
  if (variant !== 'none') run.trace.mark('grounding_decision');
  if (plan.decision.grounding === 'full') run.trace.mark('plan');
  return plan;
}

/** What an answer rests on, after the catalogue and the memory were asked. */
export function groundingOf({ memory }: Pick<Parts, 'memory'>, { filters, decision }: AnswerPlan): GroundingDecision {
  const grounded = groundedInNames(filters, decision);
  if (grounded.grounding !== 'none' || (memory?.findings ?? []).length === 0) return grounded;
  // What is remembered is a source, and cited.
  return { grounding: 'hybrid', reason: 'something that concerns it is remembered' };
}

/** "Tell me more about Harbour Inn" asks for an overview by its form, but the catalogue has the item. */
function groundedInNames({ named }: FilterExtraction, decision: GroundingDecision): GroundingDecision {
  if (named === undefined || decision.grounding === 'full') return decision;
  return { grounding: 'full', reason: 'it names items of a catalogue' };
}

/** What there is to look into. */
export function sourcesOf({ catalogues, corpusDirectories, web }: AnswerRun['input']['scope']) {
  return { catalogues, hasDocuments: corpusDirectories.length > 0, hasWeb: web !== null };
}
