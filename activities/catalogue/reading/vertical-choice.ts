import { OTHER } from '../../../workflows/contracts/catalogue.ts';
import { allWords, filterNamed, type VerticalDefinition } from '../definition/vertical-definition.ts';
import { type MessageReading, readMessage } from './message-reading.ts';
import type { MentionedValues } from './names.ts';
import { anyOf, wholeWords } from './phrases.ts';

/** A vertical that has items, with what the message mentions of them. */
export interface ReadableVertical {
  readonly definition: VerticalDefinition;
  readonly mentioned: MentionedValues;
}

export interface VerticalReading extends MessageReading {
  readonly vertical: string;
}

/** Fewer telling filters do not show a vertical that no word of the message names. */
const FEWEST_FILTERS = 2;
/** A message with more words beside its filters is a question of its own. */
const MAX_FOLLOW_UP_WORDS = 4;

/** It asks for something else than items; "what about" and "wie wäre" go on with them. */
const OWN_QUESTION =
  /^\W*(?:who|whom|when|why|where|how(?! about)|what(?!(?:['’]s| is)? (?:about|if)| else)|wer|wen|wann|warum|wo|wie(?! (?:wäre|steht|sieht))|was(?! (?:ist mit|gibt|habt|wäre)))\b/iu;

const NOTHING: VerticalReading = { vertical: OTHER, entries: [], preference: '' };

/**
 * The vertical that a message is about, with its filters: by the words that name one, else the last one where the
 * message carries nothing but filters and wishes for it, else the one that most telling filters fit.
 */
export function chooseVertical(
  verticals: readonly ReadableVertical[],
  lastVertical: string | null,
  said: { readonly text: string; readonly language: string; readonly today: string },
): VerticalReading {
  const read = verticals.map(({ definition, mentioned }) => ({
    vertical: definition.name,
    ...readMessage(definition, mentioned, said),
    named: countWords(definition.words, said.text),
    telling: (name: string, value: string) => isTelling(definition, mentioned, name, value),
    isWish:
      Object.keys(mentioned).length > 0 || definition.orders.some(({ words }) => countWords(words, said.text) > 0),
  }));
  const best = read.toSorted((a, b) => b.named - a.named || b.entries.length - a.entries.length)[0];
  if (best !== undefined && best.named > 0) return best;
  const last = read.find(({ vertical }) => vertical === lastVertical);
  if (last !== undefined && isFollowUp(last, said.text)) return last;
  const [first, second] = read.toSorted((a, b) => tellingIn(b) - tellingIn(a));
  if (first === undefined || tellingIn(first) < FEWEST_FILTERS) return NOTHING;
  return second !== undefined && tellingIn(second) === tellingIn(first) ? NOTHING : first;
}

function isFollowUp(
  { entries, preference, isWish }: MessageReading & { readonly isWish: boolean },
  text: string,
): boolean {
  if (OWN_QUESTION.test(text)) return false;
  const words = preference.split(/\s+/).filter((word) => word !== '').length;
  return (entries.length > 0 || isWish) && words <= MAX_FOLLOW_UP_WORDS;
}

function tellingIn({
  entries,
  telling,
}: MessageReading & { readonly telling: (name: string, value: string) => boolean }): number {
  return new Set(entries.filter(({ name, value }) => telling(name, value)).map(({ name }) => name)).size;
}

/** Prices, dates and names that the catalogue does not have fit every vertical. */
function isTelling(definition: VerticalDefinition, mentioned: MentionedValues, name: string, value: string): boolean {
  const type = filterNamed(definition, name)?.type;
  if (type === 'money' || type === 'date') return false;
  return type === 'place' || type === 'text' ? (mentioned[name] ?? []).includes(value) : true;
}

function countWords(words: VerticalDefinition['words'], text: string): number {
  return text.match(wholeWords(anyOf(allWords(words))))?.length ?? 0;
}
