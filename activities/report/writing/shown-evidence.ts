import { addressIn } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import type { Source } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { type AddressedPassage, addressPassage, resolveAddresses } from '@plumbline/quotes/passages';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { isWebAddress } from '@plumbline/web/addresses';
import type { ShownEvidence, ShownPassage, SourceFacts } from '../../steps/shown-passages.ts';
import type { ResolveMark } from './written-marks.ts';

/** Evidence as it is shown, and the way back from addresses to the words. */
export interface AddressedEvidence {
  readonly shown: ShownEvidence;
  readonly resolve: ResolveMark;
  /** The address of a citation key in brackets; empty where its passage is not shown. */
  readonly markOf: (key: string) => string;
}

interface ReadPassage {
  readonly finding: Finding;
  /** Where what is shown begins in the stored text. */
  readonly start: number;
  readonly text: string;
  /** How its document begins. */
  readonly head: string;
}

/** Of a document, in characters: its title, version, and whether it still holds. */
const HEAD_LENGTH = 500;
const LONGEST_PASSAGE = 8_000;
const MOST_NOTES = 40;
/** Less room means fewer notes too: one for so many characters. */
const ROOM_OF_NOTE = 600;
/** Kinds of sources whose place a reader knows. */
const OPENABLE: ReadonlySet<string | undefined> = new Set([undefined, 'file', 'page', 'passage']);

/**
 * The best passages whole, as many as there is room for, and the notes of the others. Passages of one document follow each
 * other as they do there.
 *
 * @param findings best first
 * @param room of all whole passages together, in characters: four are about a token
 */
export async function showEvidence(
  findings: readonly Finding[],
  texts: StoredTexts,
  sources: readonly Source[],
  room: number,
  mostNotes = MOST_NOTES,
): Promise<AddressedEvidence> {
  const known = new Map(sources.map((source) => [source.sourceId, source]));
  const read = (await Promise.all(findings.map((finding) => readPassage(finding, texts)))).flatMap((one) => one ?? []);
  const { whole, others } = divide(read, room);
  const ordered = inDocumentOrder(whole);
  const label = (index: number): string => `p${index + 1}`;
  const firsts = new Map(ordered.toReversed().map((passage) => [passage.finding.sourceId, passage]));
  const passages = ordered.map((passage, index) => {
    const shown = toShown(passage, known, address(label(index), passage, known.get(passage.finding.sourceId)));
    return firsts.get(passage.finding.sourceId) === passage ? shown : { ...shown, head: '' };
  });
  const notes = others
    .slice(0, Math.min(mostNotes, Math.floor(room / ROOM_OF_NOTE)))
    .map((passage, index) => toShown(passage, known, addressOfNote(label(ordered.length + index), passage)));
  const byLabel = new Map([...passages, ...notes].map(({ addressed }) => [addressed.label, addressed]));
  return {
    shown: { passages, notes, quotes: [], summaries: [] },
    resolve: (mark) => resolveAddresses(mark, byLabel),
    markOf: (key) => markOf(key, [...byLabel.values()]),
  };
}

async function readPassage(finding: Finding, texts: StoredTexts): Promise<ReadPassage | null> {
  const { text } = await texts.read(finding.passageSpan.textHash);
  if (text === null) return null;
  const { start, end } = partOf(finding, text);
  return { finding, start, text: text.slice(start, end), head: start < HEAD_LENGTH ? '' : headOf(text) };
}

/** In one line, up to the end of a word. */
function headOf(text: string): string {
  return text.slice(0, HEAD_LENGTH).trim().split(/\s+/u).slice(0, -1).join(' ');
}

/** The whole passage; of one that is too long, what surrounds its first quote. */
function partOf({ passageSpan: { start, end, textHash }, quotes }: Finding, text: string) {
  if (end - start <= LONGEST_PASSAGE) return { start, end };
  const own = quotes.filter((quote) => quote.textHash === textHash).map((quote) => quote.start);
  const wanted = own.length === 0 ? start : Math.min(Math.min(...own) - LONGEST_PASSAGE / 4, end - LONGEST_PASSAGE);
  const from = wanted <= start ? start : Math.max(start, text.lastIndexOf('\n', wanted) + 1);
  const last = Math.min(end, from + LONGEST_PASSAGE);
  const lineEnd = text.lastIndexOf('\n', last);
  return { start: from, end: last === end || lineEnd <= from ? last : lineEnd };
}

function divide(read: readonly ReadPassage[], room: number) {
  const whole: ReadPassage[] = [];
  const others: ReadPassage[] = [];
  let length = 0;
  for (const passage of read) {
    const { finding, text } = passage;
    if (whole.some((other) => holds(other.finding, finding))) continue;
    const fits = whole.length === 0 || length + text.length <= room;
    if (fits) length += text.length;
    (fits ? whole : others).push(passage);
  }
  return { whole, others };
}

function holds({ passageSpan: one }: Finding, { passageSpan: other }: Finding): boolean {
  return one.textHash === other.textHash && one.start <= other.start && other.end <= one.end;
}

function inDocumentOrder(passages: readonly ReadPassage[]): ReadPassage[] {
  const bySource = Map.groupBy(passages, ({ finding }) => finding.passageSpan.textHash);
  return [...bySource.values()].flatMap((own) => own.toSorted((one, other) => one.start - other.start));
}

function address(label: string, { finding, start, text }: ReadPassage, source: Source | undefined): AddressedPassage {
  const { findingId, passageSpan } = finding;
  return addressPassage(label, { findingId, passageSpan: { ...passageSpan, start } }, text, source?.language ?? 'und');
}

/** A note rests on the quotes of its finding. */
function addressOfNote(label: string, { finding, start, text }: ReadPassage): AddressedPassage {
  const { findingId, quotes, passageSpan } = finding;
  const units = quotes
    .filter((quote) => quote.textHash === passageSpan.textHash)
    .filter((quote) => passageSpan.start <= quote.start && quote.end <= passageSpan.end)
    .map((quote) => ({ start: quote.start, end: quote.end }));
  return { label, findingId, text, start, units };
}

function toShown(
  { finding, head }: ReadPassage,
  sources: ReadonlyMap<string, Source>,
  addressed: AddressedPassage,
): ShownPassage {
  const { title, headingPath, extractedInfo, sourceId, contextTier, noted } = finding;
  const facts = factsOf(finding, sources.get(sourceId));
  const shown = { addressed, title, headingPath, facts, tier: noted === true ? contextTier : null, head };
  return { ...shown, note: extractedInfo, isUntrusted: isUntrusted(finding) };
}

function factsOf({ locator, page, sourceType, quotes }: Finding, source: Source | undefined): SourceFacts {
  const { publishedAt = null, datedBy, sourceTier = null } = source ?? {};
  const path = isWebAddress(locator) ? locator.replace(/^https?:\/\//u, '') : locator;
  const place = page === null ? path : `${path}, ${shownPage(page, quotes[0]?.recognised)}`;
  return { place: OPENABLE.has(sourceType) ? place : '', publishedAt, ...(datedBy && { datedBy }), sourceTier };
}

/** The units that the words of a key overlap. */
export function markOf(key: string, passages: readonly AddressedPassage[]): string {
  const words = addressIn(key);
  if (words === null) return '';
  const found = passages.find(({ findingId }) => findingId === words.findingId);
  const overlaps = found?.units.map(({ start, end }) => start < words.end && words.start < end) ?? [];
  const [first, last] = [overlaps.indexOf(true), overlaps.lastIndexOf(true)];
  if (found === undefined || first === -1) return '';
  return `[${found.label}.${first + 1}${last > first ? `-${last + 1}` : ''}]`;
}
