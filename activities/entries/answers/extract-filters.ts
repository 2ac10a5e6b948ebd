import type { ExtractFiltersInput } from '../../../workflows/contracts/answers/answer-activities.ts';
import type { FilterExtraction } from '../../../workflows/contracts/answers/answer.ts';
import { type Filters, OTHER } from '../../../workflows/contracts/answers/catalogue.ts';
import type { Degradation, Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import type { Catalogues, OpenedCatalogues } from '../../catalogue/catalogues.ts';
import {
  type ExtractedFilters,
  type ExtractFiltersStepInput,
  extractFiltersStep,
} from '../../catalogue/extract-filters.ts';
import { droppedEntries, typeFilters } from '../../catalogue/filters/filter-values.ts';
import { mergeFilters } from '../../catalogue/filters/merge-filters.ts';
import { readableVertical } from '../../catalogue/readable-vertical.ts';
import { ownCurrency } from '../../catalogue/table/item-columns.ts';
import type { ItemTable } from '../../catalogue/table/item-table.ts';
import { PageUnavailableError } from '../../corpus/web-pages/page-refusal.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Reads vertical, filters and preference from a message; its filters override the session's. */
export function createExtractFilters({
  reasoner,
  catalogues,
}: Pick<ActivityDependencies, 'reasoner'> & { readonly catalogues: Catalogues }) {
  return async (input: ExtractFiltersInput, signal: AbortSignal): Promise<Reasoned<FilterExtraction>> => {
    const { rewrittenPrompt, language, sessionFilters, lastVertical, engine, today, metering } = input;
    const opened = await openOrNote(catalogues, input.catalogues, signal);
    const said = { text: rewrittenPrompt, language };
    const verticals = opened.tables.map((table) => readableVertical(table, said));
    const stepInput = { today, prompt: rewrittenPrompt, language, verticals, lastVertical };
    // Saves the call if there is no choice.
    const reasoning = { engine: verticals.length === 0 ? ('offline' as const) : engine, metering, signal };
    const { value, cost } = await reasoner.run(extractFiltersStep, stepInput, reasoning);

    const { kept, faults } = cost.engine === 'model' ? checkAnswer(value, stepInput) : { kept: value, faults: [] };
    const table = opened.tables.find(({ definition }) => definition.name === kept.vertical);
    const typed =
      table === undefined
        ? { filters: {}, faults: [] }
        : typeFilters(table.definition, kept.filters, (field) => ownCurrency(table.columns.get(field)));
    const degradations = [...opened.notes, ...faults, ...typed.faults].map(degradationOf);
    const named = verticals.find(({ definition }) => definition === table?.definition)?.titles ?? [];
    return {
      value: {
        vertical: table?.definition.name ?? OTHER,
        extracted: typed.filters,
        merged: mergedFilters(table, sessionFilters, typed.filters, named.length > 0),
        preference: kept.preference,
        ...(named.length === 0 ? {} : { named: [...new Set(named.map(({ title }) => title))] }),
      },
      cost: degradations.reduce(withDegradation, cost),
    };
  };
}

/** A named item is meant wherever it is: then only the message's own filters apply. */
function mergedFilters(
  table: ItemTable | undefined,
  sessionFilters: ExtractFiltersInput['sessionFilters'],
  extracted: Filters,
  isNamed: boolean,
): Filters {
  if (table === undefined) return {};
  return isNamed ? extracted : mergeFilters(table.definition, sessionFilters[table.definition.name] ?? {}, extracted);
}

/** Rows that were skipped are noted where they are searched; here only what keeps a whole catalogue out. */
async function openOrNote(
  catalogues: Catalogues,
  names: readonly string[],
  signal: AbortSignal,
): Promise<OpenedCatalogues> {
  try {
    return { ...(await catalogues.open(names, signal)), notes: [] };
  } catch (error) {
    if (!(error instanceof PageUnavailableError)) throw error;
    return { tables: [], notes: [`no catalogue could be read: ${error.message}`] };
  }
}

/** Checks a model's answer against the message. An invented vertical gives way to the rule. */
function checkAnswer(
  answer: ExtractedFilters,
  input: ExtractFiltersStepInput,
): { readonly kept: ExtractedFilters; readonly faults: readonly string[] } {
  const name = answer.vertical.trim().toLowerCase();
  const vertical = input.verticals.find(({ definition }) => definition.name === name);
  if (vertical === undefined && name !== OTHER) {
    const fault = `"${name}" is no catalogue that has items; the rule read the message`;
    return { kept: extractFiltersStep.offline(input), faults: [fault] };
  }
  const named = input.verticals.find(({ titles }) => titles.length > 0);
  if (vertical === undefined && named !== undefined) {
    const fault = `the message names items of ${named.definition.name}; the rule read the message`;
    return { kept: extractFiltersStep.offline(input), faults: [fault] };
  }
  if (vertical === undefined) return { kept: { ...answer, vertical: OTHER, filters: [] }, faults: [] };
  const said = { text: input.prompt, language: input.language, today: input.today };
  const dropped = droppedEntries(vertical, answer.filters, said);
  return {
    kept: { ...answer, vertical: name, filters: answer.filters.filter((entry) => !dropped.has(entry)) },
    faults: [...dropped.values()],
  };
}

function degradationOf(cause: string): Degradation {
  return { step: extractFiltersStep.name, cause, count: 1 };
}
