import { addressIn, CITATION_KEY, type TextAddress } from '@plumbline/contracts/evidence/citation-key';
import { findReferred } from '@plumbline/contracts/evidence/evidence-index';
import type { GivenEvidence } from '@plumbline/contracts/evidence/evidence-reference';
import { type Finding, findingSchema, MIN_UNIT_LENGTH, type Quote } from '@plumbline/contracts/evidence/finding';
import type { BlobRef } from '@plumbline/contracts/evidence/source';
import { z } from 'zod';
import type { BlobStore } from './blob-store.ts';
import type { RunStore } from './run-store.ts';

type BlobReader = Pick<BlobStore, 'getText'>;
const findingsSchema = z.array(findingSchema);

export interface EvidenceStores {
  readonly blobs: Pick<BlobStore, 'putText'>;
  readonly runs: Pick<RunStore, 'noteEvidence'>;
}

/**
 * Stores findings that later inputs refer to, and notes them with their run.
 *
 * @param storeFor the run that keeps them; null: nothing refers to them later
 * @returns null where nothing was stored
 */
export async function storeEvidence(
  { blobs, runs }: EvidenceStores,
  storeFor: string | null,
  findings: readonly Finding[],
): Promise<BlobRef | null> {
  if (storeFor === null || findings.length === 0) return null;
  const stored = await blobs.putText(JSON.stringify(findings), 'application/json');
  await runs.noteEvidence(storeFor, stored.sha256);
  return stored;
}

/** Findings of an input, those that it refers to included. */
export async function readEvidence(
  blobs: BlobReader,
  { findings, evidence }: GivenEvidence,
): Promise<readonly Finding[]> {
  if (evidence === undefined) return findings;
  const lists = await Promise.all(
    evidence.lists.map(async (list) => findingsSchema.parse(JSON.parse(await blobs.getText(list)))),
  );
  return findReferred(evidence, [...lists.flat(), ...findings]);
}

const KEYS = new RegExp(CITATION_KEY, 'gu');

/**
 * Findings with a quote for each address that a text cites. A key states the offsets, so every step reads the same words
 * for it, and no quotes travel with the text. What lies outside the passage of its finding is no quote.
 *
 * @param cites anything with citation keys in it: a draft, sections, claims
 */
export async function withCitedQuotes(
  blobs: BlobReader,
  findings: readonly Finding[],
  cites: unknown,
): Promise<readonly Finding[]> {
  const keys = new Set((JSON.stringify(cites) ?? '').match(KEYS));
  const addressed = [...keys].flatMap((key) => {
    const address = addressIn(key);
    return address === null ? [] : [{ key, address }];
  });
  const byFinding = Map.groupBy(addressed, ({ address }) => address.findingId);
  return Promise.all(
    findings.map(async (finding) => {
      const known = new Set(finding.quotes.map(({ key }) => key));
      const cited = (byFinding.get(finding.findingId) ?? []).filter(({ key }) => !known.has(key));
      if (cited.length === 0) return finding;
      const text = await blobs.getText({ sha256: finding.passageSpan.textHash });
      const added = cited.flatMap(({ key, address }) => quoteAt(key, address, finding, text) ?? []);
      return { ...finding, quotes: [...finding.quotes, ...added] };
    }),
  );
}

function quoteAt(key: string, { start, end }: TextAddress, finding: Finding, text: string): Quote | null {
  const { sourceId, page, passageSpan } = finding;
  const isInside = passageSpan.start <= start && end <= passageSpan.end && end - start >= MIN_UNIT_LENGTH;
  if (!isInside) return null;
  const { textHash } = passageSpan;
  return { key, text: text.slice(start, end), sourceId, textHash, page, start, end, reason: '' };
}

/** Gives the body of an activity the findings that its input refers to, with the words that its text cites. */
export function withEvidence<Input extends GivenEvidence, Output>(
  blobs: BlobReader,
  body: (input: Input, signal: AbortSignal) => Promise<Output>,
): (input: Input, signal: AbortSignal) => Promise<Output> {
  return async (input, signal) => {
    const { findings: _, evidence: __, ...text } = input;
    const findings = await withCitedQuotes(blobs, await readEvidence(blobs, input), text);
    return body({ ...input, findings }, signal);
  };
}
