import { wordPattern } from '../../text/word-pattern.ts';
import { allWords, type VerticalDefinition } from '../definition/vertical-definition.ts';
import type { Message } from './message.ts';
import { anyOf } from './phrases.ts';
import type { FilterEntry } from './text-range.ts';

/** Filters that a word of their own sets: "nonstop". */
export function readSaidValues({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  return filters.flatMap(({ name, says }) =>
    says.flatMap(({ value, words }) =>
      [...message.text.matchAll(wordPattern([anyOf(allWords(words))], 'giu'))].flatMap((match) => {
        const end = match.index + match[0].length;
        if (!message.mayFilter(match.index, end)) return [];
        message.take(match.index, end);
        return [{ name, value: String(value) }];
      }),
    ),
  );
}
