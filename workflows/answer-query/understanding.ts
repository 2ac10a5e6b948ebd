import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { describeCause } from '../calls/activity-failures.ts';
import type { AnswerPlan, FilterExtraction, GroundingDecision, Interpretation } from '../contracts/answers/answer.ts';
import { OTHER } from '../contracts/answers/catalogue.ts';
import type { AnswerRun } from './answer-run.ts';

type Parts = Pick<AnswerRun, 'input' | 'memory' | 'reasoning' | 'accounts' | 'trace'>;

/** What a message means; `plan` is null where it has to be clarified first. */
export type Understanding =
  | { readonly interpretation: Interpretation; readonly plan: AnswerPlan }
  | { readonly interpretation: Interpretation; readonly plan: null };

/** Rewrites the message, reads its filters, and decides what the answer rests on. */
export async function understand(run: Parts): Promise<Understanding> {
  run.trace.enter('understanding');
  const interpretation = await rewrite(run);
  if (interpretation.needsClarification) return { interpretation, plan: null };
  const [filters, decision] = await Promise.all([
    extractFilters(run, interpretation),
    decideGrounding(run, interpretation),
  ]);
  const grounded = groundedInMemory(run, groundedInNames(filters, decision));
  return { interpretation, plan: { interpretation, filters, decision: grounded } };
}

/** "Tell me more about Harbour Inn" asks for an overview by its form, but the catalogue has the item. */
function groundedInNames({ named }: FilterExtraction, decision: GroundingDecision): GroundingDecision {
  if (named === undefined || decision.grounding === 'full') return decision;
  return { grounding: 'full', reason: 'it names items of a catalogue' };
}

/** What is remembered is a source, and cited. */
function groundedInMemory({ memory }: Parts, decision: GroundingDecision): GroundingDecision {
  if (decision.grounding !== 'none' || (memory?.findings ?? []).length === 0) return decision;
  return { grounding: 'hybrid', reason: 'something that concerns it is remembered' };
}

function rewrite({ input, reasoning, trace }: Parts): Promise<Interpretation> {
  const { ask, context } = input;
  const { message, history, rewriteVariant: variant } = ask;
  const interpret = () =>
    reasoning.ask('rewriteMessage', { message, history, context, variant }, `understand "${message}"`);
  return variant === 'none' ? interpret() : trace.span('rewrite', interpret);
}

const NO_FILTERS: FilterExtraction = { vertical: OTHER, extracted: {}, merged: {}, preference: '' };

async function extractFilters(
  { input, reasoning, trace }: Parts,
  { rewrittenPrompt, language }: Interpretation,
): Promise<FilterExtraction> {
  const { scope, context } = input;
  if (scope.catalogues.length === 0) return NO_FILTERS;
  const { filters: sessionFilters, lastVertical } = context;
  const question = { rewrittenPrompt, language, catalogues: scope.catalogues, sessionFilters, lastVertical };
  return trace.span('filter_extraction', () =>
    reasoning.ask('extractFilters', question, `read the filters of "${rewrittenPrompt}"`),
  );
}

/** A person is waiting: a search of everything takes less. */
const GROUNDING_SECONDS = 20;

/** On timeout, searches all sources. */
async function decideGrounding(
  { input: { scope, context }, reasoning, accounts, trace }: Parts,
  { rewrittenPrompt, language }: Interpretation,
): Promise<GroundingDecision> {
  const memory = context.memory === undefined ? {} : { memory: context.memory };
  const question = { rewrittenPrompt, language, ...sourcesOf(scope), ...memory };
  const decide = () =>
    CancellationScope.withTimeout(GROUNDING_SECONDS * 1_000, () =>
      reasoning.ask('decideGrounding', question, 'decide what the answer rests on'),
    );
  return trace.span('grounding_decision', async () => {
    try {
      return await decide();
    } catch (error) {
      // The scope's own timeout arrives as a cancellation; a cancellation of the whole answer must propagate.
      if (isCancellation(error) && CancellationScope.current().consideredCancelled) throw error;
      const cause = isCancellation(error) ? `no decision after ${GROUNDING_SECONDS} s` : describeCause(error);
      accounts.degrade('decide-grounding', cause);
      return { grounding: 'full', reason: `${cause}: everything is searched` };
    }
  });
}

/** What there is to look into. */
export function sourcesOf({ catalogues, corpusDirectories, web }: AnswerRun['input']['scope']) {
  return {
    hasCatalogues: catalogues.length > 0,
    hasDocuments: corpusDirectories.length > 0,
    hasWeb: web !== null,
  };
}
