import { placeLabelOf, sameNumber } from './place-labels.ts';
import { detectReferences } from './reference-detection.ts';
import type { Reference } from './reference.ts';
import { isWork } from './work-naming.ts';

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
