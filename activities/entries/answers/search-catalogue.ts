import type {
  FoundItem,
  FoundItems,
  SearchCatalogueInput,
} from '../../../workflows/contracts/answers/catalogue-activities.ts';
import { type Filters, OTHER } from '../../../workflows/contracts/answers/catalogue.ts';
import type { Catalogues } from '../../catalogue/catalogues.ts';
import { assumeFilters } from '../../catalogue/filters/merge-filters.ts';
import { type RankedItem, rankItems, unmetWishes } from '../../catalogue/ranking.ts';
import { readableVertical } from '../../catalogue/readable-vertical.ts';
import { type AskedColumn, askedColumns } from '../../catalogue/reading/asked-columns.ts';
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
    const { tables, notes } = await catalogues.open(
      input.catalogues,
      signal,
      vertical === OTHER ? undefined : vertical,
    );
    const table = tables.find(({ definition }) => definition.name === vertical);
    if (table === undefined) return { ...NOTHING, notes: [...notes, ...noted(tables, input)] };

    const { definition } = table;
    const given = knownFilters(definition, input.filters);
    const isNamed = input.named !== undefined;
    const { filters, assumed } = isNamed
      ? { filters: given.filters, assumed: [] }
      : assumeFilters(definition, given.filters, input);
    const kept = filterItems(table, filters);
    const columns = askedColumns(table, { text: input.question, language, today: input.today });
    const answered = isNamed ? { items: kept.items, notes: [] } : answeringItems(table, kept.items, columns, language);
    const isFiltered = isCompared(definition, given.filters) || answered.items.length < kept.items.length;
    const wishes = { ...wishesOf(table, input), columns, language, isFiltered };
    const ranked = isNamed
      ? namedItems(table, kept.items, input)
      : rankItems(table, answered.items, wishes, input.topK);
    const unmet = isNamed || ranked.length === 0 ? [] : unmetWishes(table, answered.items, wishes);
    const isAll = notes.length === 0 && answered.items.length === table.count;
    const currencyOf = (field: string) => ownCurrency(table.columns.get(field));
    return {
      items: await Promise.all(ranked.map((item) => toFoundItem(table, item, { columns, language, blobs }))),
      assumed,
      comparable: [...comparableLabels(definition, language), ...columns.map(({ name }) => name)],
      filterSummary: summariseFilters(definition, filters, language, currencyOf),
      notes: [
        ...notes,
        ...given.notes,
        ...kept.notes,
        ...answered.notes,
        ...(unmet.length > 0 ? [answerPhrasesFor(language).unmet(unmet, isAll)] : []),
      ],
    };
  };
}

/** A message that names nothing that the catalogue has is told what there is. */
function noted(tables: readonly ItemTable[], { vertical, language }: SearchCatalogueInput): string[] {
  if (vertical !== OTHER) return [`no catalogue has items of "${vertical}"`];
  if (tables.length === 0) return [];
  return [
    answerPhrasesFor(language).nothingNamed(tables.map(({ definition }) => labelIn(definition.labels, language))),
  ];
}

/** Leaves out the items that answer no where yes was asked for, and says so; where all do, they stay, and that is said. */
function answeringItems(table: ItemTable, items: readonly number[], asked: readonly AskedColumn[], language: string) {
  const { leftOut, allSay } = answerPhrasesFor(language);
  const notes: string[] = [];
  let kept = items;
  for (const { name, cells, answers, wanted, isWish } of asked) {
    const against = wanted === null || isWish ? [] : kept.filter((item) => answers[item] === !wanted);
    const said = cells[against[0] ?? -1] ?? '';
    if (against.length === 0) continue;
    if (against.length === kept.length) notes.push(allSay(name, said));
    else {
      const titles = against.map((item) => cardOf(table, item, language).title);
      notes.push(leftOut(name, said, titles));
      kept = kept.filter((item) => answers[item] !== !wanted);
    }
  }
  return { items: kept, notes };
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
  {
    columns,
    language,
    blobs,
  }: Pick<ActivityDependencies, 'blobs'> & {
    readonly columns: readonly AskedColumn[];
    readonly language: string;
  },
): Promise<FoundItem> {
  const text = itemText(table, item);
  const blob = await blobs.putText(text, 'text/plain');
  const asked = columns.flatMap(({ name, cells }) => (cells[item] ? [{ name, label: name, value: cells[item] }] : []));
  const card = cardOf(table, item, language);
  return {
    card: { ...card, fields: [...card.fields, ...asked] },
    attributes: [...shownFields(table, item, table.definition.comparable, language), ...asked],
    description: describeItem(table, item, language, asked),
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
