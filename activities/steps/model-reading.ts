import type { ExtractedQuotes, ExtractQuotesInput } from '../../workflows/contracts/activities.ts';
import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding, Passage } from '../../workflows/contracts/evidence/evidence.ts';
import type { Degradation } from '../../workflows/contracts/research/accounting.ts';
import type { Lead } from '../../workflows/contracts/research/retrieval-activities.ts';
import {
  ADDRESS_MARK,
  type AddressedPassage,
  addressPassage,
  resolveAddresses,
  showAddressed,
} from '../corpus/quotes/addressed-passage.ts';
import { neutraliseKeys, withoutKeys } from '../corpus/quotes/citation-keys.ts';
import { outlineOf } from '../corpus/quotes/document-outline.ts';
import { joinedSpan } from '../corpus/quotes/joined-passage.ts';
import { type PresentReading, toFinding } from '../corpus/quotes/passage-finding.ts';
import type { StoredTexts } from '../corpus/quotes/stored-quotes.ts';
import type { PassageIndex } from '../corpus/search-index/corpus-index.ts';
import { isWebAddress } from '../corpus/web-pages/canonical-address.ts';
import { withCitedQuotes } from '../platform/storage/stored-evidence.ts';
import { type Extracted, extractFindingsStep, LOWEST_RELEVANCE, type ShownDocument } from './extract-findings.ts';

const UNKNOWN_ADDRESS = 'an address that no passage has was left out';

/** A passage as the model sees it. */
interface ShownReading {
  readonly present: PresentReading;
  /** The whole of it, with what was cut off. */
  readonly addressed: AddressedPassage;
  readonly end: number;
}

/** What is shown in one prompt, and what its labels mean. */
export interface ShownReadings {
  readonly documents: readonly ShownDocument[];
  /** By label: `p1`. */
  readonly readings: ReadonlyMap<string, ShownReading>;
  /** Locators by label: `d1`. */
  readonly locators: ReadonlyMap<string, string>;
}

interface Library {
  readonly corpus: Pick<PassageIndex, 'passagesOf'>;
  readonly texts: StoredTexts;
}

/** Lays passages out for a model: document by document, in their order, with the outline of each. */
export async function showReadings(
  { corpus, texts }: Library,
  corpusId: string,
  present: readonly PresentReading[],
): Promise<ShownReadings> {
  const documents: ShownDocument[] = [];
  const readings = new Map<string, ShownReading>();
  const locators = new Map<string, string>();
  for (const [locator, own] of Map.groupBy(present, ({ stored }) => stored.source.locator)) {
    const all = await corpus.passagesOf(corpusId, locator);
    const ordered = own.toSorted((a, b) => a.stored.passage.start - b.stored.passage.start);
    const shown = [];
    let shownTo = 0;
    for (const one of ordered) {
      const id = `p${readings.size + 1}`;
      const reading = await showReading(id, one, all, { texts, shownTo });
      // What was joined to the passage before is not shown again.
      if (reading === null) continue;
      shownTo = reading.end;
      readings.set(id, reading);
      const text = showAddressed(reading.addressed, neutraliseKeys);
      shown.push({ id, headingPath: one.stored.passage.headingPath, text });
    }
    const id = `d${documents.length + 1}`;
    locators.set(id, locator);
    documents.push({
      ...documentOf(ordered),
      id,
      outline: ordered.length < all.length ? outlineOf(all) : [],
      passages: shown,
    });
  }
  return { documents, readings, locators };
}

function documentOf([first]: readonly PresentReading[]): Pick<ShownDocument, 'title' | 'address' | 'publishedAt'> {
  const { title = '', locator = '', address, publishedAt = null } = first?.stored.source ?? {};
  return { title, address: address ?? (isWebAddress(locator) ? locator : null), publishedAt };
}

async function showReading(
  label: string,
  present: PresentReading,
  all: readonly Passage[],
  { texts, shownTo }: { readonly texts: StoredTexts; readonly shownTo: number },
): Promise<ShownReading | null> {
  const { passage, source, text } = present.stored;
  const whole = await texts.read(source.text.sha256);
  const joined = whole.text === null ? passage : joinedSpan(passage, all, whole.text);
  const { end } = joined;
  const start = Math.max(joined.start, Math.min(shownTo, passage.start));
  if (end <= shownTo) return null;
  const shown = whole.text?.slice(start, end) ?? text;
  const { findingId } = present.reading;
  const place = { findingId, passageSpan: { textHash: source.text.sha256, start, end } };
  return { present, addressed: addressPassage(label, place, shown, source.language), end };
}

/** What the model made of the passages, as findings with the words that it cites. */
export async function toFindings(
  blobs: Parameters<typeof withCitedQuotes>[0],
  { tasks }: Pick<ExtractQuotesInput, 'tasks'>,
  { readings, locators }: ShownReadings,
  said: Extracted,
): Promise<
  Pick<ExtractedQuotes, 'leads' | 'contradictions'> & {
    readonly findings: ReadonlyMap<PresentReading, Finding>;
    readonly degradations: readonly Degradation[];
  }
> {
  const addressed = new Map([...readings].map(([id, reading]) => [id, reading.addressed]));
  const taskIds = tasks.map(({ taskId }) => taskId);
  const findings = new Map<PresentReading, Finding>();
  let unknown = 0;
  for (const entry of said.passages) {
    const shown = readings.get(entry.id);
    if (shown === undefined || entry.relevance < LOWEST_RELEVANCE || findings.has(shown.present)) continue;
    const cited = resolveAddresses(entry.cite, new Map([[entry.id, shown.addressed]]));
    unknown += cited.unknown.length;
    const [finding] = await withCitedQuotes(blobs, [notedFinding(shown, entry, taskIds)], cited.keys);
    if (finding !== undefined) findings.set(shown.present, finding);
  }
  const known = new Set([...findings.values()].map(({ findingId }) => findingId));
  const held = new Map([...addressed].filter(([, { findingId }]) => known.has(findingId)));
  return {
    findings,
    leads: said.leads.flatMap((lead) => readLead(lead, readings, locators)),
    contradictions: said.contradictions.flatMap((text) => readContradiction(text, held)),
    degradations: unknown === 0 ? [] : [{ step: extractFindingsStep.name, cause: UNKNOWN_ADDRESS, count: unknown }],
  };
}

/** It belongs to the first task served of those that found it, and serves the others that the model names. */
function notedFinding(
  { present, addressed, end }: ShownReading,
  { relevance, tasks, note }: Extracted['passages'][number],
  taskIds: readonly string[],
): Finding {
  const finders = present.reading.taskIds ?? taskIds;
  const named = taskIds.filter((taskId) => tasks.some((said) => said.trim() === taskId));
  const served = named.length > 0 ? named : finders;
  const taskId = served.find((id) => finders.includes(id)) ?? served[0] ?? '';
  const alsoServes = named.filter((id) => id !== taskId);
  const content = { taskId, information: noted(note), relevance, relevanceReason: '', quotes: [] };
  // Neither the rank nor the score of the search count beside what a reader found.
  const { leading: _, ...finding } = toFinding(present, content);
  return {
    ...finding,
    belowThreshold: false,
    ...(alsoServes.length > 0 && { alsoServes }),
    noted: true,
    passageSpan: { ...finding.passageSpan, start: addressed.start, end },
  };
}

/** `(p3)`, `d1`: labels mean nothing outside their prompt. */
const LABEL = /(?<!\s)\s*\(?(?<![\p{L}\p{N}])[dp]\d+(?:\.\d+(?:-\d+)?)?(?![\p{L}\p{N}])\)?/gu;

/** A note as readers see it, without marks. */
function noted(text: string): string {
  return withoutKeys(text.replaceAll(ADDRESS_MARK, '').replaceAll(LABEL, ''))
    .replaceAll(/(?<!\s)\s+(?=[.,;:])/gu, '')
    .trim();
}

function readContradiction(text: string, passages: ReadonlyMap<string, AddressedPassage>): Claim[] {
  const { keys } = resolveAddresses(text, passages);
  return keys.length === 0 ? [] : [{ text: noted(text), citations: keys }];
}

const LEAD = /^\W*(?:(?<label>[dp]\d+)(?:\.\d+)?|search)\s*[:>]\s*(?<rest>\S.*)$/su;

/** What a lead names; nothing where it is in no known form. */
function readLead(lead: string, readings: ShownReadings['readings'], locators: ShownReadings['locators']): Lead[] {
  const { label, rest = '' } = LEAD.exec(lead)?.groups ?? {};
  const said = rest.trim();
  if (said === '') return [];
  if (label === undefined) return [{ kind: 'search', words: said }];
  const locator = locators.get(label);
  if (locator !== undefined) return [{ kind: 'section', locator, heading: said }];
  const present = readings.get(label)?.present;
  if (present === undefined) return [];
  const { passage, source } = present.stored;
  const { passageId } = passage;
  return [{ kind: 'reference', text: said, passageId, locator: source.locator, findingId: present.reading.findingId }];
}
