import { placeLabelOf, sameNumber } from './document-places.ts';
import { detectReferences } from './reference-detection.ts';
import type { Reference } from './reference.ts';
import { isWork, type NamedDocument } from './work-naming.ts';

/** "BUrlG", "StVO", "26. BImSchV": the short form of a German norm. */
const SHORT_FORM = /(?<![\p{L}\p{N}])(?:\d{1,3}\.\s*)?\p{Lu}(?=\p{L}*\p{Ll})\p{L}*(?:G|V|O|GB|RL)(?![\p{L}\p{N}])/gu;

const NAMED_KINDS = new Set(['section', 'article', 'annex', 'division', 'subdivision', 'chapter', 'part', 'title']);

/** Norms, sections and standards that a text names, in its own spelling and order. */
export function namedReferencesIn(text: string): string[] {
  return [
    ...new Set(
      detectReferences(text)
        .filter(isNamed)
        .map((reference) => reference.text),
    ),
  ];
}

// "nach dem Hafengesetz" names the field of a question, not a passage; "ISO 9001" alone means the standard itself.
function isNamed({ kind, text, work }: Reference): boolean {
  return NAMED_KINDS.has(kind) || (kind === 'work' && text === work);
}

/** Whether a reference names a passage: its heading has the number, and its document is the work. */
export function isNamedBy(
  reference: string,
  passage: { readonly title: string; readonly locator: string; readonly headingPath: readonly string[] },
): boolean {
  const labels = passage.headingPath.map(placeLabelOf);
  const headings = passage.headingPath.map((title) => ({ title, locator: '' }));
  return detectReferences(reference)
    .filter(isNamed)
    .some(({ kind, number, work }) => {
      if (kind === 'work') return [passage, ...headings].some((named) => isWork(work ?? '', named));
      if (work !== null && !isWork(work, passage)) return false;
      return labels.some((label) => label?.kind === kind && label.number === sameNumber(number));
    });
}

/**
 * The works that a question names ("BUrlG", "RFC 9110"), if no document is one of them and no passage mentions one;
 * otherwise none. Other documents cannot answer a question about a missing work.
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
