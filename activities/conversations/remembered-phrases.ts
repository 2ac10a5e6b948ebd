import { sourceOfAll } from '@plumbline/language/word-patterns';

const PREPOSITIONS = sourceOfAll(
  ({ prepositions }) => prepositions,
  ({ filterBelow }) => filterBelow,
  ({ filterAtMost }) => filterAtMost,
  ({ filterAbove }) => filterAbove,
  ({ filterAtLeast }) => filterAtLeast,
);

/** "My usual city is Boston", "Mein Budget für Hotels beträgt 200 Euro". */
const STATED =
  /^(?:my|our|mein(?:e[nrms]?)?|unser(?:e[nrms]?)?) (?<name>\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,4}?) (?:is|are|ist|sind|beträgt|lautet|heißt) (?<value>.+)$/iu;
/** Behind a preposition: "What is my usual city?" asks for it, and "My city is Bonn" states it. */
const OWN = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:${PREPOSITIONS})\s)(?:my|our|mein(?:e[nrms]?)?|unser(?:e[nrms]?)?)\s(?<name>\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*){0,2})`,
  'giu',
);
/** In characters; longer ones are no value but a story. */
const LONGEST = 60;

/**
 * A message with what its user had remembered in the place of "my usual city": of an entry that says what the same
 * words are. A name that several entries give a value stays.
 */
export function withRememberedValues(message: string, memory: readonly string[]): string {
  const stated = memory.flatMap((text) => {
    const { name = '', value = '' } = STATED.exec(text.trim().replace(/[.!]$/u, ''))?.groups ?? {};
    return name === '' || value.length > LONGEST ? [] : [{ words: wordsOf(name), value }];
  });
  if (stated.length === 0) return message;
  return message.replaceAll(OWN, (said: string, ...groups) => {
    const name = String((groups.at(-1) as { readonly name: string }).name);
    for (const length of [3, 2, 1]) {
      const words = wordsOf(name).slice(0, length);
      if (words.length < length) continue;
      const [first, ...others] = stated.filter((entry) =>
        words.every((word, at) => [entry.words[at], `${entry.words[at]}s`].includes(word)),
      );
      if (first === undefined || others.length > 0) continue;
      return [first.value, ...name.split(/\s+/u).slice(length)].join(' ');
    }
    return said;
  });
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/\s+/u);
}
