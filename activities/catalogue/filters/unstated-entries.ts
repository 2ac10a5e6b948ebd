import { wordPattern } from '../../text/word-pattern.ts';
import { filterNamed } from '../definition/vertical-definition.ts';
import { readMessage } from '../reading/message-reading.ts';
import { Message } from '../reading/message.ts';
import { NUMBER_WORDS } from '../reading/phrases.ts';
import type { FilterEntry } from '../reading/text-range.ts';
import type { ReadableVertical } from '../reading/vertical-choice.ts';
import { daysIn } from '../values/item-dates.ts';

/**
 * Filters of a model that the message does not set, with the reason: wishes, which never filter, and assumed dates and
 * numbers of people, which are filled in where the search is made.
 */
export function droppedEntries(
  { definition, mentioned, titles }: ReadableVertical,
  entries: readonly FilterEntry[],
  said: Pick<Message, 'text' | 'language' | 'today'>,
): ReadonlyMap<FilterEntry, string> {
  const set = readMessage(definition, mentioned, { ...said, names: titles }).entries;
  const wished = new Message(said)
    .wishTexts()
    .flatMap((text) => readMessage(definition, mentioned, { ...said, text }).entries);
  const dropped = new Map<FilterEntry, string>();
  for (const entry of entries) {
    const filter = filterNamed(definition, entry.name);
    if (filter === undefined || has(set, entry)) continue;
    if (has(wished, entry)) dropped.set(entry, `${entry.name} is only wished for: it orders and does not filter`);
    else if (filter.name in definition.defaults && !isStated(filter.type === 'date', said))
      dropped.set(entry, `${entry.name} is not stated in the message`);
  }
  return dropped;
}

/** "one" and "eine" are mostly articles. */
const COUNTS = wordPattern([
  '\\d+',
  ...Object.entries(NUMBER_WORDS).flatMap(([word, value]) => (value > 1 ? [word] : [])),
]);

function isStated(isDate: boolean, { text, language, today }: Pick<Message, 'text' | 'language' | 'today'>): boolean {
  const hasNumber = text.search(COUNTS) !== -1;
  return hasNumber || (isDate && daysIn(text, language, today).length > 0);
}

/** Values are compared by their numbers, which models write without units. */
function has(entries: readonly FilterEntry[], { name, value }: FilterEntry): boolean {
  const bare = (text: string): string => /\d+(?:[.,]\d+)?/.exec(text)?.[0] ?? text.trim().toLowerCase();
  return entries.some((other) => other.name === name && bare(other.value) === bare(value));
}
