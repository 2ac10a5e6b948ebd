import type {
  FoundItem,
  FoundItems,
  SearchCatalogueInput,
} from '../../../workflows/contracts/answers/catalogue-activities.ts';
import type { Filters } from '../../../workflows/contracts/answers/catalogue.ts';
import type { Catalogues } from '../../catalogue/catalogues.ts';
import { assumeFilters } from '../../catalogue/filters/merge-filters.ts';
import { type RankedItem, rankItems, unmetWishes } from '../../catalogue/ranking.ts';
import { readableVertical } from '../../catalogue/readable-vertical.ts';
import { readMessage } from '../../catalogue/reading/message-reading.ts';
import { summariseFilters } from '../../catalogue/showing/filter-summary.ts';
import { cardOf, describeItem, shownFields } from '../../catalogue/showing/item-description.ts';
import { itemFinding, itemText } from '../../catalogue/showing/item-finding.ts';
import { ownCurrency } from '../../catalogue/table/item-columns.ts';
import { filterItems } from '../../catalogue/table/item-filter.ts';
import { type ItemTable, titledTest } from '../../catalogue/table/item-table.ts';
import {
  fieldNamed,
  filterNamed,
  labelIn,
  type VerticalDefinition,
} from '../../catalogue/values/vertical-definition.ts';
import { answerPhrasesFor } from '../../report/document/compose-answer.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const NOTHING: FoundItems = { items: [], assumed: [], comparable: [], filterSummary: '', notes: [] };

/** Finds the items of a vertical that satisfy every filter, best first. Fills in missing dates and guests, and says so. */
export function createSearchCatalogue({
  catalogues,
  blobs,
}: Pick<ActivityDependencies, 'blobs'> & { readonly catalogues: Catalogues }) {
  return async (input: SearchCatalogueInput, signal: AbortSignal): Promise<FoundItems> => {
    const { language, vertical } = input;
    const { tables, notes } = await catalogues.open(input.catalogues, signal, vertical);
    const [table] = tables;
    if (table === undefined) return { ...NOTHING, notes: [...notes, `no catalogue has items of "${vertical}"`] };

    const { definition } = table;
    const given = knownFilters(definition, input.filters);
    const isNamed = input.named !== undefined;
    const { filters, assumed } = isNamed
      ? { filters: given.filters, assumed: [] }
      : assumeFilters(definition, given.filters, input);
    const kept = filterItems(table, filters);
    const wishes = { ...wishesOf(table, input), language, isFiltered: isCompared(definition, given.filters) };
    const ranked = isNamed ? namedItems(table, kept.items, input) : rankItems(table, kept.items, wishes, input.topK);
    const unmet = isNamed || ranked.length === 0 ? [] : unmetWishes(table, kept.items, wishes);
    const isAll = notes.length === 0 && kept.items.length === table.count;
    const currencyOf = (field: string) => ownCurrency(table.columns.get(field));
    return {
      items: await Promise.all(ranked.map((item) => toFoundItem(table, item, language, blobs))),
      assumed,
      comparable: comparableLabels(definition, language),
      filterSummary: summariseFilters(definition, filters, language, currencyOf),
      notes: [
        ...notes,
        ...given.notes,
        ...kept.notes,
        ...(unmet.length > 0 ? [answerPhrasesFor(language).unmet(unmet, isAll)] : []),
      ],
    };
  };
}

/** Exactly the items that were named, each as good as the others. */
function namedItems(
  { titles, columns, definition }: ItemTable,
  items: readonly number[],
  { named = [], topK }: SearchCatalogueInput,
): RankedItem[] {
  const isNamed = titledTest(titles, columns.get(definition.card.title), named);
  return items
    .filter(isNamed)
    .slice(0, topK)
    .map((item) => ({ item, score: 1 }));
}

/** Filters that the vertical does not have cannot hold for an item: they are left out, and said. */
function knownFilters(definition: VerticalDefinition, filters: Filters) {
  const entries = Object.entries(filters);
  const known = entries.filter(([name]) => filterNamed(definition, name) !== undefined);
  const unknown = entries.filter((entry) => !known.includes(entry)).map(([name]) => name);
  return {
    filters: Object.fromEntries(known),
    notes: unknown.map((name) => `"${name}" is no filter of ${definition.name} and was left out`),
  };
}

function isCompared(definition: VerticalDefinition, filters: Filters): boolean {
  return definition.filters.some(({ name, field }) => field !== undefined && name in filters);
}

/** What the query says apart from its filters, and the preference. */
function wishesOf(
  table: ItemTable,
  { query, preference, language, today }: SearchCatalogueInput,
): { readonly words: string; readonly asked: string } {
  const said = { text: query, language, today };
  const { definition, mentioned } = readableVertical(table, said);
  const rest = readMessage(definition, mentioned, said).preference;
  return { words: `${rest}\n${preference}`, asked: `${query}\n${preference}` };
}

async function toFoundItem(
  table: ItemTable,
  { item, score }: RankedItem,
  language: string,
  blobs: ActivityDependencies['blobs'],
): Promise<FoundItem> {
  const text = itemText(table, item);
  const blob = await blobs.putText(text, 'text/plain');
  return {
    card: cardOf(table, item, language),
    attributes: shownFields(table, item, table.definition.comparable, language),
    description: describeItem(table, item, language),
    score,
    finding: itemFinding(table, item, { text, blob, score }),
  };
}

function comparableLabels(definition: VerticalDefinition, language: string): string[] {
  return definition.comparable.flatMap((name) => {
    const field = fieldNamed(definition, name);
    return field === undefined ? [] : [labelIn(field.labels, language)];
  });
}
