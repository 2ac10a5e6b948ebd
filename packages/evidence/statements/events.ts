import { EVENT_CONCEPTS, type EventConcept } from '@plumbline/language/languages';
import { sourceOfAll } from '@plumbline/language/word-patterns';

/** Patterns of the two sides of each concept. */
const EVENT_PATTERNS: readonly (readonly [EventConcept, positive: RegExp, negative: RegExp])[] = EVENT_CONCEPTS.map(
  (concept) => [concept, patternOf(concept, 0), patternOf(concept, 1)],
);

/** Something that a sentence says has happened or will. */
export interface StatedEvent {
  readonly concept: EventConcept;
  /** Which of the two opposites, after negations. */
  readonly isPositive: boolean;
  /** As written. */
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

const DENIED_BEFORE = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${sourceOfAll(({ eventDenials }) => eventDenials)})|${sourceOfAll(({ eventDenyingEndings }) => eventDenyingEndings)})\s+(?:\p{L}+\s+){0,2}$`,
  'iu',
);
/** A German finite verb stands before its negation. */
const DENIED_BEHIND = new RegExp(
  String.raw`^[^.,;:!?]*(?<!\p{L})(?:${sourceOfAll(({ eventDenialsBehind }) => eventDenialsBehind)})`,
  'iu',
);
/** "Scrapped its plan to build": what governs the infinitive decides. */
const INFINITIVE = new RegExp(
  String.raw`(?<!\p{L})(?:${sourceOfAll(({ infinitiveMarks }) => infinitiveMarks)})\s+$`,
  'iu',
);
const GOVERNED_WITHIN = 40;

/** The events of a sentence; a concept of which it states both sides is left out, because one cannot tell which holds. */
export function eventsIn(text: string): StatedEvent[] {
  const all = EVENT_PATTERNS.flatMap(([concept, positive, negative]) => [
    ...matchesOf(text, concept, positive, true),
    ...matchesOf(text, concept, negative, false),
  ]);
  const stated = all
    .filter((event) => !all.some((longer) => longer.start === event.start && longer.end > event.end))
    .map((event) => (isGoverned(text, event, all) ? { ...event, isPositive: false } : event));
  return EVENT_PATTERNS.flatMap(([concept]) => {
    const found = stated.filter((event) => event.concept === concept);
    const sides = new Set(found.map(({ isPositive }) => isPositive));
    const [first] = found.toSorted((a, b) => a.start - b.start);
    return sides.size === 1 && first !== undefined ? [first] : [];
  });
}

/** Where words of events stand, of either side. */
export function eventSpansIn(text: string): { readonly start: number; readonly end: number }[] {
  return EVENT_PATTERNS.flatMap(([, positive, negative]) =>
    [...text.matchAll(positive), ...text.matchAll(negative)].flatMap(({ 0: words, index }) => endsOf(words, index)),
  );
}

function matchesOf(text: string, concept: EventConcept, pattern: RegExp, isPositive: boolean): StatedEvent[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => {
    const end = index + words.length;
    const isDenied = DENIED_BEFORE.test(text.slice(0, index)) || DENIED_BEHIND.test(text.slice(index, end + 90));
    return { concept, isPositive: isPositive !== isDenied, words, start: index, end };
  });
}

function isGoverned(text: string, { start }: StatedEvent, all: readonly StatedEvent[]): boolean {
  if (!INFINITIVE.test(text.slice(0, start))) return false;
  return all.some((other) => !other.isPositive && other.end < start && start - other.end <= GOVERNED_WITHIN);
}

const PARTICLE = new RegExp(String.raw`(?<=\s)(?:${sourceOfAll(({ verbParticles }) => verbParticles)})$`, 'iu');

/** The verb and its particle: between and behind them stands what it is about. */
function endsOf(words: string, index: number): { readonly start: number; readonly end: number }[] {
  const first = /^\S+/u.exec(words)?.[0] ?? '';
  const particle = PARTICLE.exec(words);
  const verb = { start: index, end: index + first.length };
  return particle === null ? [verb] : [verb, { start: index + particle.index, end: index + words.length }];
}

function patternOf(concept: EventConcept, side: 0 | 1): RegExp {
  const words = sourceOfAll(({ events }) => events?.[concept]?.[side]);
  return new RegExp(String.raw`(?<![\p{L}-])(?:${words})(?![\p{L}-])`, 'giu');
}
