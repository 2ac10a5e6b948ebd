import { detectReferences } from './reference-detection.ts';
import { isWork, type NamedDocument } from './work-naming.ts';

/** "BUrlG", "StVO", "26. BImSchV": the short form of a German norm. */
const SHORT_FORM = /(?<![\p{L}\p{N}])(?:\d{1,3}\.\s*)?\p{Lu}(?=\p{L}*\p{Ll})\p{L}*(?:G|V|O|GB|RL)(?![\p{L}\p{N}])/gu;

/**
 * The works that a question names ("BUrlG", "RFC 9110"), if none of the documents is one of them and no passage
 * mentions one; else none. A question about a work that is not there has no answer in the others.
 */
export function missingWorks(
  question: string,
  documents: readonly NamedDocument[],
  passages: readonly string[],
): string[] {
  const referred = detectReferences(question).flatMap(({ work }) => work ?? []);
  const works = [...new Set([...referred, ...(question.match(SHORT_FORM) ?? [])])];
  const isThere = (work: string): boolean =>
    documents.some((document) => isWork(work, document) && hasNumbers(work, document)) ||
    passages.some((text) => text.includes(work));
  return works.some(isThere) ? [] : works;
}

/** The 18th ordinance of a series is not the 26th. */
function hasNumbers(work: string, { title, locator }: NamedDocument): boolean {
  const numbers: readonly string[] = `${title} ${locator}`.match(/\d+/g) ?? [];
  return (work.match(/\d+/g) ?? []).every((number) => numbers.includes(number));
}
