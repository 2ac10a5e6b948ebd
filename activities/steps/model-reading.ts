import type { ExtractedQuotes, ExtractQuotesInput } from '@plumbline/contracts/activities';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { isReadByModel } from '@plumbline/contracts/evidence/model-read';
import type { Passage } from '@plumbline/contracts/evidence/source';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import {
  ADDRESS_MARK,
  type AddressedPassage,
  addressPassage,
  outlineOf,
  type PresentReading,
  resolveAddresses,
  showAddressed,
  type ShownSpan,
  shownSpans,
  toFinding,
} from '@plumbline/quotes/passages';
import { neutraliseKeys, withoutKeys } from '@plumbline/quotes/quotes';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import type { PassageIndex } from '@plumbline/search/corpus-index';
import { withCitedQuotes } from '@plumbline/storage/evidence';
import { isWebAddress } from '@plumbline/web/addresses';
import { type Extracted, extractFindingsStep, LOWEST_RELEVANCE, type ShownDocument } from './extract-findings.ts';
import { dayOf } from './shown-passages.ts';

const UNKNOWN_ADDRESS = 'an address that no passage has was left out';

/** A passage as the model sees it. */
interface ShownReading {
  readonly present: PresentReading;
  readonly addressed: AddressedPassage;
  /** Where it is shown from, and to: offsets into the stored text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
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

/**
 * Lays passages out for a model: document by document, in their order. What it has not read of a document is shown as an outline,
 * the first time.
 */
export async function showReadings(
  { corpus, texts }: Library,
  { corpusId, shownBefore = [] }: Pick<ExtractQuotesInput, 'corpusId' | 'shownBefore'>,
  present: readonly PresentReading[],
): Promise<ShownReadings> {
  const documents: ShownDocument[] = [];
  const readings = new Map<string, ShownReading>();
  const locators = new Map<string, string>();
  const before = new Set(shownBefore);
  for (const [locator, own] of Map.groupBy(present, ({ stored }) => stored.source.locator)) {
    const all = await corpus.passagesOf(corpusId, locator);
    const shown = [];
    for (const reading of await readingsOf(own, all, before, texts)) {
      const id = `p${readings.size + 1}`;
      const addressed = addressedAs(id, reading);
      readings.set(id, { ...reading, addressed });
      const { headingPath } = reading.present.stored.passage;
      shown.push({ id, headingPath, text: showAddressed(addressed, neutraliseKeys) });
    }
    if (shown.length === 0) continue;
    const id = `d${documents.length + 1}`;
    locators.set(id, locator);
    documents.push({ ...documentOf(own), id, outline: unreadOutline(own, all, before), passages: shown });
  }
  return { documents, readings, locators };
}

function documentOf([first]: readonly PresentReading[]): Pick<ShownDocument, 'title' | 'address' | 'dated'> {
  const { title = '', locator = '', address, publishedAt = null, datedBy } = first?.stored.source ?? {};
  const dated = dayOf({ publishedAt, ...(datedBy && { datedBy }) });
  return { title, address: address ?? (isWebAddress(locator) ? locator : null), dated };
}

/** Where a reader may read on in a document that is shown for the first time. */
function unreadOutline(
  own: readonly PresentReading[],
  all: readonly Passage[],
  before: ReadonlySet<string>,
): readonly string[] {
  if (all.some(({ passageId }) => before.has(passageId))) return [];
  const read = new Set(own.map(({ stored }) => stored.passage.passageId));
  return outlineOf(
    all.filter(({ passageId }) => !read.has(passageId)),
    own.length,
  );
}

/** Passages of one document as they are shown: joined where they touch, without what was shown before. */
async function readingsOf(
  own: readonly PresentReading[],
  all: readonly Passage[],
  shownBefore: ReadonlySet<string>,
  texts: StoredTexts,
): Promise<Omit<ShownReading, 'addressed'>[]> {
  const [first] = own;
  const whole = first === undefined ? null : (await texts.read(first.stored.source.text.sha256)).text;
  if (whole === null) {
    return own.map((present) => {
      const { passage, text } = present.stored;
      return { present, start: passage.start, end: passage.end, text };
    });
  }
  const spans = shownSpans(own, ({ stored }) => stored.passage, { passages: all, text: whole, shownBefore });
  return spans.map(({ start, end, read }) => ({
    present: joinedReading(read),
    start,
    end,
    text: whole.slice(start, end),
  }));
}

/** The first of several passages that are shown as one; all tasks that found one of them found it. */
function joinedReading([first, ...others]: ShownSpan<PresentReading>['read']): PresentReading {
  const found = [first, ...others].map(({ reading }) => reading.taskIds);
  const taskIds = found.every((ids) => ids !== undefined) ? [...new Set(found.flat())] : undefined;
  const untrusted = [...new Set([first, ...others].flatMap((one) => one.untrusted))];
  return others.length === 0
    ? first
    : { ...first, untrusted, reading: { ...first.reading, ...(taskIds !== undefined && { taskIds }) } };
}

function addressedAs(label: string, { present, start, end, text }: Omit<ShownReading, 'addressed'>): AddressedPassage {
  const { source } = present.stored;
  const place = { findingId: present.reading.findingId, passageSpan: { textHash: source.text.sha256, start, end } };
  return addressPassage(label, place, text, source.language);
}

/** What the model made of the passages, as findings with the words that it cites. */
export async function toFindings(
  blobs: Parameters<typeof withCitedQuotes>[0],
  { tasks }: Pick<ExtractQuotesInput, 'tasks'>,
  { readings, locators }: ShownReadings,
  said: Extracted,
): Promise<
  Pick<ExtractedQuotes, 'leads' | 'contradictions'> & {
    readonly findings: readonly Finding[];
    readonly degradations: readonly Degradation[];
  }
> {
  const addressed = new Map([...readings].map(([id, reading]) => [id, reading.addressed]));
  const taskIds = tasks.map(({ taskId }) => taskId);
  const isLabel = (word: string): boolean => readings.has(word) || locators.has(word);
  const findings = new Map<string, Finding>();
  let unknown = 0;
  for (const entry of said.passages) {
    const shown = readings.get(entry.id);
    if (shown === undefined || entry.relevance < LOWEST_RELEVANCE || findings.has(entry.id)) continue;
    const cited = resolveAddresses(entry.cite, new Map([[entry.id, shown.addressed]]));
    unknown += cited.unknown.length;
    const read = notedFinding(shown, entry, taskIds, isLabel);
    // An order may be quoted with a mark, and states nothing.
    const signs = said.orders.includes(entry.id) ? (['instructions', ...read.untrusted] as const) : read.untrusted;
    const [finding] = await withCitedQuotes(blobs, [{ ...read, untrusted: [...new Set(signs)] }], cited.keys);
    if (finding !== undefined) findings.set(entry.id, withDecisive(finding, entry.cite, addressed));
  }
  const held = new Map([...addressed].filter(([id]) => findings.has(id)));
  return {
    findings: [...findings.values()],
    leads: said.leads.flatMap((lead) => readLead(lead, readings, locators)),
    contradictions: said.contradictions.flatMap((text) => readContradiction(text, held, isLabel)),
    degradations: unknown === 0 ? [] : [{ step: extractFindingsStep.name, cause: UNKNOWN_ADDRESS, count: unknown }],
  };
}

/** The quotes whose words its reader would repeat are marked, with what they are: `p1.3!limit`. */
function withDecisive(finding: Finding, cite: string, passages: ReadonlyMap<string, AddressedPassage>): Finding {
  const marked = cite.split(/[;,]/u).filter((part) => part.includes('!'));
  const mark = (quote: Quote): Quote => {
    const part = marked.find((one) => resolveAddresses(one, passages).keys.includes(quote.key));
    const reason = /!\s*(?<what>\p{L}[\p{L} -]*)/u.exec(part ?? '')?.groups?.['what']?.trim() ?? '';
    return part === undefined || isReadByModel(quote.text) ? quote : { ...quote, isDecisive: true, reason };
  };
  return { ...finding, quotes: finding.quotes.map(mark) };
}

/** It belongs to the first task served of those that found it, and serves the others that the model names. */
function notedFinding(
  { present, start, end }: ShownReading,
  { relevance, tasks, note }: Extracted['passages'][number],
  taskIds: readonly string[],
  isLabel: IsLabel,
): Finding {
  const finders = present.reading.taskIds ?? taskIds;
  const named = taskIds.filter((taskId) => tasks.some((said) => said.trim() === taskId));
  const served = named.length > 0 ? named : finders;
  const taskId = served.find((id) => finders.includes(id)) ?? served[0] ?? '';
  const alsoServes = named.filter((id) => id !== taskId);
  const content = { taskId, information: noted(note, isLabel), relevance, relevanceReason: '', quotes: [] };
  // Neither the rank nor the score of the search count beside what a reader found.
  const { searchRank: _, ...finding } = toFinding(present, content);
  return {
    ...finding,
    belowThreshold: false,
    ...(alsoServes.length > 0 && { alsoServes }),
    noted: true,
    passageSpan: { ...finding.passageSpan, start, end },
  };
}

/** `(p3)`, `d1`: labels mean nothing outside their prompt; "p99" may be a word of the document. */
const LABEL = /(?<!\s)\s*\(?(?<![\p{L}\p{N}])([dp]\d+)(?:\.\d+(?:-\d+)?)?(?![\p{L}\p{N}])\)?/gu;

/** A note as readers see it, without marks. */
function noted(text: string, isLabel: IsLabel): string {
  const unmarked = text.replaceAll(ADDRESS_MARK, '');
  return withoutKeys(unmarked.replaceAll(LABEL, (whole, label: string) => (isLabel(label) ? '' : whole)))
    .replaceAll(/(?<!\s)\s+(?=[.,;:](?:\s|$))/gu, '')
    .trim();
}

type IsLabel = (word: string) => boolean;

function readContradiction(text: string, passages: ReadonlyMap<string, AddressedPassage>, isLabel: IsLabel): Claim[] {
  const { keys } = resolveAddresses(text, passages);
  return keys.length === 0 ? [] : [{ text: noted(text, isLabel), citations: keys }];
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
