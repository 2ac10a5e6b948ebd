import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { placeClaims, type PlacedClaim } from '@plumbline/contracts/report/report-claims';
import { isMemoryLocator } from '@plumbline/contracts/research/memory';
import { parseTextLayer, traceToLayer } from '@plumbline/documents/text-layer';
import { findQuoteFault, type StoredTexts } from './stored-quotes.ts';

/** The trace from a citation key to its source, as far as the record contains it. */
export interface Attribution {
  readonly key: string;
  /** Citation number in the report; null if the report does not cite the key. */
  readonly number: number | null;
  readonly quote: Quote | null;
  readonly finding: Finding | null;
  /** Null for a finding without a task in the plan, such as one of the clarification. */
  readonly taskText: string | null;
  readonly source: Source | null;
  /** Why the trace ends early; null if it is complete. */
  readonly fault: string | null;
}

/** An attribution with the stored bytes at its end. */
export interface TracedAttribution extends Attribution {
  readonly stored: {
    readonly isFound: boolean;
    /** The text at the quote's offsets; null if there is no text. */
    readonly words: string | null;
    /** Whether it equals the quote character by character. */
    readonly isEqual: boolean;
    /** The same words in the file's text layer; null if the stored text is the file's own. */
    readonly layerWords: string | null;
  } | null;
}

export interface TracedClaim extends PlacedClaim {
  readonly attributions: readonly TracedAttribution[];
  /** Whether every citation leads to stored bytes that equal its quote. Limitations need no citation. */
  readonly isTraceable: boolean;
}

/** Traces citation keys to sources, using only the record. */
export function createAttributions(record: ResearchRecord): (key: string) => Attribution {
  const supportingQuotes = new Map(
    record.findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, { finding, quote }])),
  );
  const numbers = new Map(record.report.citations.map(({ number, quote }) => [quote.key, number]));
  const sources = new Map(record.sources.map((source) => [source.sourceId, source]));
  const tasks = new Map([
    ...record.taskSummaries.map(({ taskId, taskText }) => [taskId, taskText] as const),
    ...(record.plan?.tasks ?? []).map(({ taskId, text }) => [taskId, text] as const),
  ]);
  return (key) => {
    const { finding = null, quote = null } = supportingQuotes.get(key) ?? {};
    const trace = {
      key,
      number: numbers.get(key) ?? null,
      quote,
      finding,
      taskText: (finding && tasks.get(finding.taskId)) ?? null,
      source: (finding && sources.get(finding.sourceId)) ?? null,
    };
    return { ...trace, fault: findBreak(trace) };
  };
}

function findBreak({ key, quote, finding, taskText, source }: Omit<Attribution, 'fault'>): string | null {
  if (finding === null || quote === null) return `unknown citation key ${key}`;
  const hasTask = finding.origin !== 'clarification' && !isMemoryLocator(finding.locator);
  if (taskText === null && hasTask) return `unknown task ${finding.taskId}`;
  if (source === null) return `unknown source ${finding.sourceId}`;
  return isInsidePassage(quote, finding)
    ? null
    : `quote ${key} is not from the passage of finding ${finding.findingId}`;
}

/** Whether a quote lies inside the passage of its finding. */
export function isInsidePassage({ textHash, start, end }: Quote, { passageSpan }: Finding): boolean {
  return textHash === passageSpan.textHash && start >= passageSpan.start && end <= passageSpan.end;
}

/** Traces every claim to the stored bytes, and compares them with the quotes again. */
export async function traceClaims(record: ResearchRecord, texts: StoredTexts): Promise<TracedClaim[]> {
  const attributionOf = createAttributions(record);
  return Promise.all(
    placeClaims(record.report).map(async (placed) => {
      const { citations } = placed.claim;
      const attributions = await Promise.all(citations.map((key) => traceToBytes(attributionOf(key), texts)));
      const isExempt = placed.part === 'limitation';
      const isTraceable = (citations.length > 0 || isExempt) && attributions.every(({ fault }) => fault === null);
      return { ...placed, attributions, isTraceable };
    }),
  );
}

async function traceToBytes(attribution: Attribution, texts: StoredTexts): Promise<TracedAttribution> {
  const { quote, source } = attribution;
  if (quote === null) return { ...attribution, stored: null };
  const { text } = await texts.read(quote.textHash);
  const fault = await findQuoteFault(quote, texts);
  const stored = {
    isFound: text !== null,
    words: text === null ? null : text.slice(quote.start, quote.end),
    isEqual: fault === null,
    layerWords: source === null ? null : await layerWordsOf(quote, source, texts),
  };
  return { ...attribution, stored, fault: attribution.fault ?? fault };
}

/** Null also for a quote from an earlier text of the document: only the latest text layer is kept. */
async function layerWordsOf(
  { textHash, start, end }: Quote,
  { text, textLayer }: Source,
  texts: StoredTexts,
): Promise<string | null> {
  if (textLayer === null || text.sha256 !== textHash) return null;
  const { text: json } = await texts.read(textLayer.sha256);
  return json === null ? null : (traceToLayer(parseTextLayer(json), { start, end })?.text ?? null);
}
