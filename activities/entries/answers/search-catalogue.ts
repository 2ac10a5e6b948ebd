import type { Catalogues } from '@plumbline/catalogue/catalogues';
import { assumeFilters, typeFilters } from '@plumbline/catalogue/filters';
import { type RankedItem, rankItems, unmetWishes } from '@plumbline/catalogue/ranking';
import { type AskedColumn, askedColumns, Message, readMessage } from '@plumbline/catalogue/reading';
import {
  cardOf,
  describeItem,
  itemFinding,
  itemText,
  shownFields,
  summariseFilters,
} from '@plumbline/catalogue/showing';
import { type FilteredItems, filterItems, type ItemTable, ownCurrency, titledTest } from '@plumbline/catalogue/tables';
import {
  fieldNamed,
  filterNamed,
  labelIn,
  readableVertical,
  type VerticalDefinition,
} from '@plumbline/catalogue/verticals';
import { type Filters, OTHER } from '@plumbline/contracts/answers/catalogue';
import type { FoundItem, FoundItems, SearchCatalogueInput } from '@plumbline/contracts/answers/catalogue-activities';
import { contentTerms, stemsIn } from '@plumbline/language/terms';
import { answerPhrasesFor } from '@plumbline/report/answers';
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
    const known = knownFilters(definition, input.filters);
    const isNamed = input.named !== undefined;
    const { filters, assumed, kept, used, isNone } = satisfying(table, known.filters, input);
    const columns = askedColumns(table, { text: input.question, language, today: input.today });
    const found = isNamed
      ? { items: namedItems(table, kept.items, input), notes: [] }
      : rankedItems(table, { ...kept, isWhole: notes.length === 0 }, columns, input);
    const currencyOf = (field: string) => ownCurrency(table.columns.get(field));
    const stated = (given: Filters) => summariseFilters(definition, given, language, currencyOf);
    const { noneSatisfies, shownAlone } = answerPhrasesFor(language);
    const all = isNone ? stated(known.filters) : '';
    const unsatisfied = all === '' ? [] : [noneSatisfies(all)];
    if (used !== known.filters) unsatisfied.push(shownAlone(stated(used)));
    return {
      items: await Promise.all(found.items.map((item) => toFoundItem(table, item, blobs, { columns, language }))),
      assumed,
      comparable: [...comparableLabels(definition, language), ...columns.map(({ name }) => name)],
      filterSummary: stated(filters),
      notes: [...notes, ...known.notes, ...kept.notes, ...unsatisfied, ...found.notes],
      ...(used !== known.filters && { used }),
    };
  };
}

/** What satisfies the filters; where nothing does, what satisfies the filters that the message itself states. */
function satisfying(table: ItemTable, given: Filters, input: SearchCatalogueInput) {
  const isNamed = input.named !== undefined;
  const search = (used: Filters) => {
    const { filters, assumed } = isNamed
      ? { filters: used, assumed: [] }
      : assumeFilters(table.definition, used, input);
    return { filters, assumed, used, kept: filterItems(table, filters) };
  };
  const first = search(given);
  const isNone = first.kept.items.length === 0;
  const own = isNone && !isNamed ? ownFilters(table, given, input) : null;
  const second = own === null ? first : search(own);
  return { ...(second.kept.items.length > 0 ? second : first), isNone };
}

/** Of the filters those that the message itself states; null: all, or none. */
function ownFilters(table: ItemTable, given: Filters, { question, language, today }: SearchCatalogueInput) {
  const said = { text: question, language, today };
  const { definition, mentioned } = readableVertical(table, said);
  const names = new Set(readMessage(definition, mentioned, said).entries.map(({ name }) => name));
  const own = Object.entries(given).filter(([name]) => names.has(name));
  return own.length === 0 || own.length === Object.keys(given).length ? null : Object.fromEntries(own);
}

/** The items that fit best, and what of the question they do not answer. */
function rankedItems(
  table: ItemTable,
  kept: FilteredItems & { readonly isWhole: boolean },
  columns: readonly AskedColumn[],
  input: SearchCatalogueInput,
): { readonly items: readonly RankedItem[]; readonly notes: readonly string[] } {
  const { language, filters, topK } = input;
  const phrases = answerPhrasesFor(language);
  const { items, notes } = answeringItems(table, kept.items, columns, language);
  const isFiltered = isCompared(table.definition, filters) || items.length < kept.items.length;
  const wishes = { ...wishesOf(table, input), columns, language, isFiltered };
  const ranked = rankItems(table, items, wishes, topK);
  const unmet = ranked.length === 0 ? [] : unmetWishes(table, items, wishes);
  const unchecked = [...kept.unchecked, ...wishes.unchecked].map(({ labels }) => labelIn(labels, language));
  return {
    items: ranked,
    notes: [
      ...(unchecked.length > 0 ? [phrases.unchecked([...new Set(unchecked)])] : []),
      ...notes,
      ...(unmet.length > 0 ? [phrases.unmet(unmet, kept.isWhole && items.length === table.count)] : []),
    ],
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

/** What the query says apart from its filters, and the preference; of it, what filters read. */
function wishesOf(table: ItemTable, { query, question, preference, language, today }: SearchCatalogueInput) {
  const read = (text: string) => {
    const said = { text, language, today };
    const { definition, mentioned } = readableVertical(table, said);
    return readMessage(definition, mentioned, said);
  };
  const wished = new Message({ text: question, language, today }).wishTexts().map((text) => ({ text, ...read(text) }));
  const entries = wished.flatMap((wish) => wish.entries);
  const { filters, faults } = typeFilters(table.definition, entries, (field) => ownCurrency(table.columns.get(field)));
  const compared = Object.entries(filters).map(([name, value]) => filterItems(table, { [name]: value }));
  return {
    words: `${read(query).preference}\n${preference}`,
    asked: `${query}\n${preference}`,
    fitting: compared.filter(({ unchecked }) => unchecked.length === 0).map(({ items }) => new Set(items)),
    // What cannot be compared is named as not found.
    spoken: (faults.length > 0 ? [] : wished).flatMap(({ text, preference: rest }) => {
      const left = stemsIn(rest, language);
      return contentTerms(text, language).filter(({ stem }) => !left.has(stem));
    }),
    unchecked: compared.flatMap(({ unchecked }) => unchecked),
  };
}

async function toFoundItem(
  table: ItemTable,
  { item, score }: RankedItem,
  blobs: ActivityDependencies['blobs'],
  { columns, language }: Pick<Parameters<typeof rankItems>[2], 'columns' | 'language'>,
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
