import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { Passage } from '@plumbline/contracts/evidence/source';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { detectReferences } from '../references/reference-detection.ts';
import type { Reference } from '../references/reference.ts';
import type { DocumentCatalog } from './document-catalog.ts';
import { type ReferringPlace, type Resolution, resolveReference } from './reference-resolution.ts';

/** Passages of a section that one lead opens. */
const PASSAGES_OF_SECTION = 3;
/** Before the name of a work, also where its language has no rules. */
const OF_WORK = `${sourceOfAll(({ ofNamedWork }) => ofNamedWork)}|du|de la|de l['’]`;
/** Behind a place: a work of its own, which the resolver may not know by this name. */
const OF_ANOTHER_WORK = new RegExp(String.raw`^[^.;:()\n]{0,80}?(?<![\p{L}])(?:${OF_WORK})\s?(?=\p{Lu})`, 'u');

/** The passages below a heading that a reader named, in order. */
export async function sectionOf(
  catalog: DocumentCatalog,
  { locator, heading }: Extract<Lead, { kind: 'section' }>,
): Promise<readonly Passage[]> {
  const passages = await catalog.passages(locator);
  const wanted = bareWords(heading.split(' > ').at(-1) ?? heading);
  const named = passages.filter(({ headingPath }) => headingPath.some((above) => bareWords(above) === wanted));
  const own = named.filter(({ headingPath }) => bareWords(headingPath.at(-1) ?? '') === wanted);
  return [...own, ...named.filter((passage) => !own.includes(passage))].slice(0, PASSAGES_OF_SECTION);
}

/**
 * The target of a reference that a reader named, as it stands in a passage. Only what is certain: a place of another work
 * is never taken for the same place of the own document.
 *
 * @param text of the passage that refers
 */
export async function referredBy(
  catalog: DocumentCatalog,
  lead: Extract<Lead, { kind: 'reference' }>,
  from: ReferringPlace,
  text: string,
): Promise<Resolution> {
  const said = detectReferences(lead.text);
  const written = detectReferences(text).filter((reference) => said.some((one) => isSamePlace(one, reference)));
  const candidates =
    written.length > 0
      ? written.map((reference) => ({ reference, text }))
      : said.map((reference) => ({ reference, text: lead.text }));
  if (candidates.length === 0) return titled(catalog, lead.text, from.locator);
  const isForeign = candidates.some((candidate) => namesOtherWork(candidate.reference, candidate.text));
  if (isForeign || said.some((one) => namesOtherWork(one, lead.text))) return 'unresolved';
  const targets = await Promise.all(candidates.map(({ reference }) => resolveReference(catalog, reference, from)));
  const distinct = [...new Map(targets.map((target) => [identityOf(target), target])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : 'unresolved';
}

/** A lead without a place may be the title of a document. */
async function titled(catalog: DocumentCatalog, title: string, from: string): Promise<Resolution> {
  const document = await catalog.work(title);
  if (document === undefined || document.locator === from) return 'unresolved';
  return (await catalog.passages(document.locator))[0] ?? 'unresolved';
}

function isSamePlace(one: Reference, other: Reference): boolean {
  return one.kind === other.kind && one.number === other.number && (one.work === null || one.work === other.work);
}

/** Whether a name of a work follows that the reference itself does not hold. */
function namesOtherWork({ work, end }: Reference, text: string): boolean {
  return work === null && OF_ANOTHER_WORK.test(text.slice(end));
}

function identityOf(target: Resolution): string {
  if (typeof target === 'string') return target;
  return 'url' in target ? target.url : target.passageId;
}
