import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import { isMemoryLocator } from '@plumbline/contracts/research/memory';
import { fileFormatOf, mediaTypeOf } from '@plumbline/documents/formats';
import { injectionSignalsIn } from '@plumbline/language/injection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { sourceIdOf } from '@plumbline/search/passages';

/** The part of a record that rests on sources. */
export interface RecordedEvidence {
  readonly findings: readonly Finding[];
  readonly taskSummaries: readonly TaskSummary[];
}

/**
 * The sources that the evidence rests on, as they are in the index now. For a source that has left the index since it
 * was quoted, the evidence and the stored text supply what they can: its `contentHash` is empty, and the stored text is
 * searched for injection signals.
 */
export async function sourcesOfEvidence(
  evidence: RecordedEvidence,
  indexed: readonly Source[],
  texts: StoredTexts,
): Promise<Source[]> {
  const quotes = quotesOf(evidence);
  const used = new Set([...evidence.findings, ...quotes].map(({ sourceId }) => sourceId));
  const present = indexed.filter(({ sourceId }) => used.has(sourceId));
  const listed = new Set(present.map(({ sourceId }) => sourceId));
  const missing = [...namesOf(evidence)].flatMap(([sourceId, name]) => {
    const quote = quotes.findLast((candidate) => candidate.sourceId === sourceId);
    return listed.has(sourceId) || quote === undefined ? [] : [toMissingSource(quote, name, texts)];
  });
  return [...present, ...(await Promise.all(missing))];
}

type SourceName = Pick<Source, 'locator' | 'title'>;

/** Names by source id. A summary may rest on findings that were dropped since, and it knows only locators. */
function namesOf({ findings, taskSummaries }: RecordedEvidence): Map<string, SourceName> {
  const locators = taskSummaries.flatMap(({ sources }) => sources);
  return new Map<string, SourceName>([
    ...locators.map((locator) => [sourceIdOf(locator), { locator, title: locator }] as const),
    ...findings.map(({ sourceId, locator, title }) => [sourceId, { locator, title }] as const),
  ]);
}

async function toMissingSource(
  { sourceId, textHash }: Quote,
  { locator, title }: SourceName,
  texts: StoredTexts,
): Promise<Source> {
  const { text } = await texts.read(textHash);
  return {
    sourceId,
    locator,
    title,
    contentHash: '',
    mediaType: mediaTypeOf(fileFormatOf(locator) ?? 'text'),
    language: 'und',
    publishedAt: null,
    retrievedAt: '',
    pageCount: null,
    pageLabels: null,
    sourceTier: null,
    text: { sha256: textHash, byteLength: Buffer.byteLength(text ?? ''), mediaType: 'text/plain' },
    textLayer: null,
    untrusted: injectionSignalsIn(title, text ?? ''),
    untrustedBeside: [],
  };
}

/**
 * Tells a reader which quoted documents changed, left the index or became unreadable during the run, which folders
 * disappeared, and which documents contain untrusted text.
 */
export function diagnoseSources(sources: readonly Source[], evidence: RecordedEvidence): Diagnostic[] {
  const quotes = quotesOf(evidence);
  const ofSources = sources.flatMap(
    ({ sourceId, locator, contentHash, text, untrusted, atPublication }): Diagnostic[] => {
      const isOlder = quotes.some((quote) => quote.sourceId === sourceId && quote.textHash !== text.sha256);
      const isChanged = isOlder || atPublication?.state === 'changed';
      return [
        ...(isChanged ? [{ code: 'DOCUMENT_CHANGED' as const, locator }] : []),
        // What a user had remembered is in no index.
        ...(contentHash === '' && !isMemoryLocator(locator) ? [{ code: 'DOCUMENT_MISSING' as const, locator }] : []),
        ...(atPublication?.state === 'missing'
          ? [{ code: 'DOCUMENT_MISSING' as const, locator, reason: atPublication.reason }]
          : []),
        ...(untrusted.length > 0 ? [{ code: 'UNTRUSTED_TEXT' as const, locator, signals: untrusted }] : []),
      ];
    },
  );
  return [...missingFolders(sources), ...ofSources];
}

/** Lists each folder once, however many of its documents are quoted. */
function missingFolders(sources: readonly Source[]): Diagnostic[] {
  const folders = new Map(
    sources.flatMap(({ atPublication }) =>
      atPublication?.state === 'unseen' ? [[atPublication.folder, atPublication.reason] as const] : [],
    ),
  );
  return [...folders].map(([folder, reason]) => ({ code: 'FOLDER_MISSING', folder, reason }));
}

function quotesOf({ findings, taskSummaries }: RecordedEvidence): Quote[] {
  return [...findings, ...taskSummaries].flatMap(({ quotes }) => quotes);
}
