import { mentionedValues } from './reading/names.ts';
import { namedTitles } from './reading/titles.ts';
import type { ReadableVertical } from './reading/vertical-choice.ts';
import { textsOf } from './table/item-filter.ts';
import type { ItemTable } from './table/item-table.ts';
import { titledTest } from './table/item-titles.ts';

/** A vertical with what a message mentions of its items: their values, and items by their titles. */
export function readableVertical(
  { definition, columns, words, titles }: ItemTable,
  said: { readonly text: string; readonly language: string },
): ReadableVertical {
  const mentioned = mentionedValues(definition, (field) => textsOf(columns.get(field)), said);
  const isOnlyTitle = (title: string): boolean => {
    const isTitled = titledTest(titles, columns.get(definition.card.title), [title]);
    return (words.get(title.toLowerCase()) ?? []).every(isTitled);
  };
  return { definition, mentioned, titles: namedTitles({ definition, titles, mentioned, isOnlyTitle }, said.text) };
}
