import { contentTerms, isAmongStems, stemsIn } from '../text/terms.ts';

const MAX_ENTITIES = 8;
const QUOTED = /["„“»`']([^"“”«`']{2,60})["”“«`']/gu;
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}])/gu;
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:\p{L}+\.)*(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{L}+_[\p{L}\p{N}_]+)/gu;
const CAPITALISED = /(?<=[^.!?\s"„“]\s{1,20})\p{Lu}[\p{L}\p{N}-]+(?:\s+\p{Lu}[\p{L}\p{N}-]+)*/gu;

/** What a question is about: quoted words, identifiers, acronyms, and words with a capital letter inside a sentence. */
export function keyEntitiesIn(question: string, language: string): string[] {
  const named = namedIn(question, language);
  const candidates = named.length > 0 ? named : longestWords(question, language);
  return candidates.slice(0, MAX_ENTITIES);
}

/** The names of a question that no text mentions; a reader misses them, and hardly any other word. */
export function unmentionedNames(question: string, texts: readonly string[], language: string): string[] {
  const all = texts.join('\n');
  return namedIn(question, language).filter((name) => !mentionsEntity(all, name, language));
}

function namedIn(question: string, language: string): string[] {
  const named = [
    ...[...question.matchAll(QUOTED)].map((match) => match[1] ?? ''),
    ...[IDENTIFIER, ACRONYM, CAPITALISED].flatMap((pattern) => [...question.matchAll(pattern)].map(([match]) => match)),
  ];
  const telling = named.map((name) => name.trim()).filter((name) => contentTerms(name, language).length > 0);
  return [...new Set(telling)];
}

/** Whether a text mentions an entity, in any inflection and inside a compound. */
export function mentionsEntity(text: string, entity: string, language: string): boolean {
  const wanted = contentTerms(entity, language);
  const stems = stemsIn(text, language);
  return wanted.length > 0 && wanted.every(({ stem }) => isAmongStems(stem, stems, language));
}

/** The longest content words, for questions without names or capitals. */
function longestWords(question: string, language: string): string[] {
  const words = contentTerms(question, language).map(({ surface }) => surface);
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 3);
}
