import { OTHER } from '../../../workflows/contracts/catalogue.ts';
import { allWords, type VerticalDefinition } from '../definition/vertical-definition.ts';
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

/** Fewer filters do not show a vertical that no word of the message names. */
const FEWEST_FILTERS = 2;
/** A message with more words beside its filters is a question of its own. */
const MAX_FOLLOW_UP_WORDS = 4;

/** It asks for something else than items; "what about" and "wie wäre" go on with them. */
const OWN_QUESTION =
  /^\W*(?:who|whom|when|why|where|how(?! about)|what(?!(?:['’]s| is)? (?:about|if)| else)|wer|wen|wann|warum|wo|wie(?! (?:wäre|steht|sieht))|was(?! (?:ist mit|gibt|habt|wäre)))\b/iu;

const NOTHING: VerticalReading = { vertical: OTHER, entries: [], preference: '' };

/**
 * The vertical that a message is about, with its filters: by the words that name one, else the last one where the
 * message carries nothing but filters and wishes for it, else the one that most of its filters fit.
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
    isWish:
      Object.keys(mentioned).length > 0 || definition.orders.some(({ words }) => countWords(words, said.text) > 0),
  }));
  const best = read.toSorted((a, b) => b.named - a.named || b.entries.length - a.entries.length)[0];
  if (best !== undefined && best.named > 0) return best;
  const last = read.find(({ vertical }) => vertical === lastVertical);
  if (last !== undefined && isFollowUp(last, said.text)) return last;
  const [first, second] = read.toSorted((a, b) => namesOf(b) - namesOf(a));
  if (first === undefined || namesOf(first) < FEWEST_FILTERS) return NOTHING;
  return second !== undefined && namesOf(second) === namesOf(first) ? NOTHING : first;
}

function isFollowUp(
  { entries, preference, isWish }: MessageReading & { readonly isWish: boolean },
  text: string,
): boolean {
  if (OWN_QUESTION.test(text)) return false;
  const words = preference.split(/\s+/).filter((word) => word !== '').length;
  return (entries.length > 0 || isWish) && words <= MAX_FOLLOW_UP_WORDS;
}

function namesOf({ entries }: MessageReading): number {
  return new Set(entries.map(({ name }) => name)).size;
}

function countWords(words: VerticalDefinition['words'], text: string): number {
  return text.match(wholeWords(anyOf(allWords(words))))?.length ?? 0;
}
