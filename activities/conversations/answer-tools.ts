import type { AnswerStep, FilterExtraction } from '@plumbline/contracts/answers/answer';
import type { SearchableSources } from '@plumbline/contracts/answers/answer-activities';
import { OTHER } from '@plumbline/contracts/answers/catalogue';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { searchesFor, splitQuestion } from '@plumbline/language/questions';

export type Tool = AnswerStep['tool'];

/** A tool and the words that it is asked with. */
export type ToolQuery = Pick<AnswerStep, 'tool' | 'query'>;

export const MOST_STEPS = 4;

const NO_SUCH_TOOL = 'a planned search has no words or needs a tool that is not there, and was left out';
const NO_CATALOGUE = 'the plan left out the catalogue that the message is about';
const NO_PLAN = 'no planned search could be used; the offline rule planned';

/** What searches are planned for. */
export interface PlanSubject {
  /** The message as a question that needs no conversation. */
  readonly prompt: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly filters: FilterExtraction;
  readonly sources: SearchableSources;
}

/** The tools that a plan may use. A catalogue needs a vertical, unless there is nothing else to search. */
function toolsFor({ filters, sources: { catalogues, hasDocuments, hasWeb } }: PlanSubject): Tool[] {
  const hasOthers = hasDocuments || hasWeb;
  const isCatalogue = catalogues.length > 0 && (filters.vertical !== OTHER || !hasOthers);
  return [
    ...(isCatalogue ? (['catalogue'] as const) : []),
    ...(hasDocuments ? (['documents'] as const) : []),
    ...(hasWeb ? (['web'] as const) : []),
  ];
}

/** A query with the arguments of its tool: filters are never left to a model. */
function stepOf({ tool, query }: ToolQuery, { filters }: PlanSubject): AnswerStep {
  if (tool !== 'catalogue') return { tool, vertical: OTHER, query };
  const { vertical, merged, preference, named } = filters;
  return { tool, vertical, query, filters: merged, preference, ...(named === undefined ? {} : { named: [...named] }) };
}

/** The searches of a rule: the catalogue first, then the documents, or else the web. */
export function planByRule(subject: PlanSubject): AnswerStep[] {
  return queriesByRule(subject).map((query) => stepOf(query, subject));
}

function queriesByRule(subject: PlanSubject): ToolQuery[] {
  const { prompt, language } = subject;
  const tools = toolsFor(subject);
  const isCatalogue = tools.includes('catalogue');
  const catalogue = isCatalogue ? [{ tool: 'catalogue' as const, query: prompt }] : [];
  const [texts, ...others] = tools.filter((tool) => tool !== 'catalogue');
  if (texts === undefined) return catalogue;
  // A catalogue answers what the web would be asked for.
  const further = isCatalogue ? [] : others.map((tool) => ({ tool, query: prompt }));
  // "…, and what should I use instead?" finds nothing on its own.
  const isWhole = splitQuestion(prompt, language).some(({ isDependent }) => isDependent);
  const parts = isWhole ? [prompt] : searchesFor(prompt, language, MOST_STEPS - catalogue.length - further.length);
  return [...catalogue, ...parts.map((query) => ({ tool: texts, query })), ...further];
}

/**
 * The searches that a model planned, as far as there are tools for them; the rule plans where nothing can be used. A catalogue
 * search comes first and is never missing: its vertical is the planned one.
 */
export function usablePlan(
  planned: readonly ToolQuery[],
  subject: PlanSubject,
  step: string,
): { readonly steps: AnswerStep[]; readonly degradations: readonly Degradation[] } {
  const degradationOf = (cause: string, count: number): Degradation[] => (count === 0 ? [] : [{ step, cause, count }]);
  const tools = toolsFor(subject);
  const usable = planned.filter(({ tool, query }) => tools.includes(tool) && bareWords(query) !== '');
  const dropped = degradationOf(NO_SUCH_TOOL, planned.length - usable.length);
  if (usable.length === 0) {
    return { steps: planByRule(subject), degradations: [...dropped, ...degradationOf(NO_PLAN, 1)] };
  }
  const distinct = usable.filter((one, index) => usable.findIndex((other) => keyOf(other) === keyOf(one)) === index);
  const own = distinct.filter(({ tool }) => tool === 'catalogue').slice(0, 1);
  const catalogue = own.length > 0 ? own : queriesByRule(subject).filter(({ tool }) => tool === 'catalogue');
  const others = distinct.filter(({ tool }) => tool !== 'catalogue');
  const queries = [...catalogue, ...others].slice(0, MOST_STEPS);
  return {
    steps: queries.map((query) => stepOf(query, subject)),
    degradations: [...dropped, ...degradationOf(NO_CATALOGUE, catalogue.length - own.length)],
  };
}

function keyOf({ tool, query }: ToolQuery): string {
  return `${tool} ${bareWords(query)}`;
}
