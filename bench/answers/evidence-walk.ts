import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { BlobStore } from '@plumbline/storage/blobs';

/** The target of a citation, or the first broken step on the way to the stored bytes. */
export interface WalkedCitation {
  readonly finding: Finding | null;
  readonly quote: Quote | null;
  /** Null when the passage or its text is missing. */
  readonly passageText: string | null;
  readonly fault: string | null;
}

/** Walks from citations and findings of one record to the bytes in the store. */
export interface EvidenceWalk {
  walk(key: string): Promise<WalkedCitation>;
  /** Null when it is not known or no longer stored. */
  passageOf(finding: Finding): Promise<string | null>;
  /** Whether the stored characters at the quote's offsets are its own. */
  isExact(quote: Quote): Promise<boolean>;
}

export function createEvidenceWalk(record: ResearchRecord, blobs: Pick<BlobStore, 'getText'>): EvidenceWalk {
  const known = new Map(
    record.findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, { finding, quote }] as const)),
  );
  const read = createReader(blobs);

  async function passageOf({ passageSpan }: Finding): Promise<string | null> {
    const text = await read(passageSpan.textHash);
    return text?.slice(passageSpan.start, passageSpan.end) ?? null;
  }

  async function isExact({ textHash, start, end, text }: Quote): Promise<boolean> {
    return start < end && (await read(textHash))?.slice(start, end) === text;
  }

  return {
    passageOf,
    isExact,
    async walk(key) {
      const entry = known.get(key);
      if (entry === undefined) return { finding: null, quote: null, passageText: null, fault: `no quote "${key}"` };
      const { finding, quote } = entry;
      const passageText = await passageOf(finding);
      const fault =
        faultOfGrade(finding, record) ??
        faultOfPlace(finding, quote, record) ??
        (passageText === null ? 'its passage cannot be read from the store' : null) ??
        ((await isExact(quote)) ? null : 'the stored characters differ');
      return { finding, quote, passageText, fault };
    },
  };
}

/** The finding belongs to a task of the plan, and how it was found agrees with how deep it lies. */
function faultOfGrade({ taskId, origin, depth }: Finding, { plan }: ResearchRecord): string | null {
  const isPlanned = plan?.tasks.some((task) => task.taskId === taskId) ?? false;
  if (!isPlanned && origin !== 'clarification') return `task "${taskId}" is not in the plan`;
  return (origin === 'reference') === depth > 0 ? null : `origin ${origin} at depth ${depth}`;
}

/** The quote lies in its passage, the passage in its source, and the reader gets the citation to see. */
function faultOfPlace(finding: Finding, quote: Quote, { sources, report }: ResearchRecord): string | null {
  const { passageSpan, sourceId, locator } = finding;
  if (quote.textHash !== passageSpan.textHash || quote.start < passageSpan.start || quote.end > passageSpan.end) {
    return 'the quote lies outside its passage';
  }
  const source = sources.find((candidate) => candidate.sourceId === sourceId);
  if (source === undefined || source.locator !== locator || quote.sourceId !== sourceId) {
    return `no source for ${locator}`;
  }
  const isShown = report.citations.some((citation) => citation.quote.key === quote.key);
  return isShown ? null : 'the citation is not in the list of the report';
}

/** Null for a missing or damaged text: everything that depends on it fails. */
function createReader(blobs: Pick<BlobStore, 'getText'>): (sha256: string) => Promise<string | null> {
  const texts = new Map<string, Promise<string | null>>();
  return (sha256) => {
    const text = texts.get(sha256) ?? blobs.getText({ sha256 }).catch(() => null);
    texts.set(sha256, text);
    return text;
  };
}
