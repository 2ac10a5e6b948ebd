import type { Intent } from '@plumbline/contracts/answers/answer';

const MOST = 3;
/** Longer names make no readable suggestion. */
const LONGEST_NAME = 80;

export interface FollowUpFacts {
  readonly intent: Intent;
  readonly language: string;
  readonly message: string;
  /** "Boston, check-in 2025-03-01, 2 guests"; empty without filters. */
  readonly filterSummary: string;
  /** Titles of items, best first. */
  readonly names: readonly string[];
}

interface Phrases {
  readonly compare: (first: string, second: string) => string;
  readonly moreAbout: (name: string) => string;
  readonly alternatives: (filters: string) => string;
}

const ENGLISH: Phrases = {
  compare: (first, second) => `Compare ${first} and ${second}`,
  moreAbout: (name) => `Tell me more about ${name}`,
  alternatives: (filters) => `What else is there: ${filters}?`,
};

const GERMAN: Phrases = {
  compare: (first, second) => `Vergleiche ${first} und ${second}`,
  moreAbout: (name) => `Erzähl mir mehr über ${name}`,
  alternatives: (filters) => `Was gibt es noch: ${filters}?`,
};

/**
 * At most three messages that could come next, other than the one answered: about the items of a
 * catalogue. Of passages a rule knows nothing to ask.
 */
export function suggestFollowUps(facts: FollowUpFacts): string[] {
  const phrases = facts.language === 'de' ? GERMAN : ENGLISH;
  // A title that was cut names no item.
  const titles = [...new Set(facts.names)].filter(isNameOfItem).slice(0, MOST);
  const isNew = (suggestion: string): boolean => suggestion.toLowerCase() !== facts.message.trim().toLowerCase();
  return ofItems(phrases, titles, facts).filter(isNew).slice(0, MOST);
}

function ofItems(phrases: Phrases, [first, second]: readonly string[], { intent, filterSummary }: FollowUpFacts) {
  return [
    ...(first !== undefined && second !== undefined && intent !== 'compare' ? [phrases.compare(first, second)] : []),
    ...(first === undefined ? [] : [phrases.moreAbout(first)]),
    ...(filterSummary === '' ? [] : [phrases.alternatives(filterSummary)]),
  ];
}

function isNameOfItem(text: string): boolean {
  return text !== '' && text.length <= LONGEST_NAME && text === text.replaceAll(/\s+/g, ' ').trim();
}
