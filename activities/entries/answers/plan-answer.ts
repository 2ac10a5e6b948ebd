import type { AnswerActivities, PlanAnswerInput } from '../../../workflows/contracts/answers/answer-activities.ts';
import type { Degradation } from '../../../workflows/contracts/research/accounting.ts';
import { bareWords } from '../../../workflows/domain/bare-words.ts';
import { MOST_STEPS, stepOf, type ToolQuery, toolsFor } from '../../conversations/answer-tools.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { planAnswerStep } from '../../steps/plan-answer.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const NO_SUCH_TOOL = 'a planned search has no words or needs a tool that is not there, and was left out';
const NO_CATALOGUE = 'the plan left out the catalogue that the message is about';
const NO_PLAN = 'no planned search could be used; the offline rule planned';

/** Plans the searches of an answer. A model chooses tools and words; which tools there are and all filters, code decides. */
export function createPlanAnswer({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: PlanAnswerInput, signal: AbortSignal): ReturnType<AnswerActivities['planAnswer']> => {
    const { engine, metering } = input;
    const { value, cost } = await reasoner.run(planAnswerStep, input, { engine, metering, signal });
    const { queries, degradations } =
      cost.engine === 'offline' ? { queries: value.steps, degradations: [] } : usablePlan(value.steps, input);
    return {
      value: { steps: queries.map((query) => stepOf(query, input)) },
      cost: degradations.reduce(withDegradation, cost),
    };
  };
}

interface UsablePlan {
  readonly queries: readonly ToolQuery[];
  readonly degradations: readonly Degradation[];
}

/** A catalogue search comes first and is never missing: its vertical is the planned one. */
function usablePlan(planned: readonly ToolQuery[], input: PlanAnswerInput): UsablePlan {
  const tools = toolsFor(input);
  const ruled = planAnswerStep.offline(input).steps;
  const usable = planned.filter(({ tool, query }) => tools.includes(tool) && bareWords(query) !== '');
  const dropped = degradationOf(NO_SUCH_TOOL, planned.length - usable.length);
  if (usable.length === 0) return { queries: ruled, degradations: [...dropped, ...degradationOf(NO_PLAN, 1)] };
  const distinct = usable.filter((one, index) => usable.findIndex((other) => keyOf(other) === keyOf(one)) === index);
  const own = distinct.filter(({ tool }) => tool === 'catalogue').slice(0, 1);
  const catalogue = own.length > 0 ? own : ruled.filter(({ tool }) => tool === 'catalogue');
  const others = distinct.filter(({ tool }) => tool !== 'catalogue');
  return {
    queries: [...catalogue, ...others].slice(0, MOST_STEPS),
    degradations: [...dropped, ...degradationOf(NO_CATALOGUE, catalogue.length - own.length)],
  };
}

function keyOf({ tool, query }: ToolQuery): string {
  return `${tool} ${bareWords(query)}`;
}

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: planAnswerStep.name, cause, count }];
}
