import type { AnswerStep, PlanAnswerInput } from '../../workflows/contracts/answers/answer-activities.ts';
import { OTHER } from '../../workflows/contracts/answers/catalogue.ts';

export type Tool = AnswerStep['tool'];

/** A tool and the words that it is asked with. */
export interface ToolQuery {
  readonly tool: Tool;
  readonly query: string;
}

export const MOST_STEPS = 4;

type Tools = Pick<PlanAnswerInput, 'filters' | 'hasCatalogues' | 'hasDocuments' | 'hasWeb'>;

/** The tools that a plan may use. A catalogue needs a vertical, unless there is nothing else to search. */
export function toolsFor({ filters, hasCatalogues, hasDocuments, hasWeb }: Tools): Tool[] {
  const hasOthers = hasDocuments || hasWeb;
  return [
    ...(hasCatalogues && (filters.vertical !== OTHER || !hasOthers) ? (['catalogue'] as const) : []),
    ...(hasDocuments ? (['documents'] as const) : []),
    ...(hasWeb ? (['web'] as const) : []),
  ];
}

/** A query with the arguments of its tool: filters are never left to a model. */
export function stepOf({ tool, query }: ToolQuery, { filters }: Pick<PlanAnswerInput, 'filters'>): AnswerStep {
  if (tool !== 'catalogue') return { tool, vertical: OTHER, query };
  const { vertical, merged, preference, named } = filters;
  return { tool, vertical, query, filters: merged, preference, ...(named === undefined ? {} : { named }) };
}
