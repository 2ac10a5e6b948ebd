import { z } from 'zod';
import type { EvidenceReference, GivenEvidence } from '../../workflows/contracts/evidence-reference.ts';
import { type BlobRef, type Finding, findingSchema } from '../../workflows/contracts/evidence.ts';
import { withoutQuotes } from '../../workflows/domain/verified-findings.ts';
import type { BlobStore } from './blob-store.ts';

type BlobReader = Pick<BlobStore, 'getText'>;
const findingsSchema = z.array(findingSchema);

export async function readEvidenceList(blobs: BlobReader, blob: BlobRef): Promise<Finding[]> {
  return findingsSchema.parse(JSON.parse(await blobs.getText(blob)));
}

/** Gives the body of an activity the findings that its input refers to. */
export function withEvidence<Input extends GivenEvidence, Output>(
  blobs: BlobReader,
  body: (input: Input, signal: AbortSignal) => Promise<Output>,
): (input: Input, signal: AbortSignal) => Promise<Output> {
  return async (input, signal) => {
    const { evidence } = input;
    if (evidence === undefined) return body(input, signal);
    return body({ ...input, findings: await readReferred(blobs, evidence) }, signal);
  };
}

async function readReferred(
  blobs: BlobReader,
  { blob, findingIds, rejectedQuotes = [] }: EvidenceReference,
): Promise<readonly Finding[]> {
  const stored = withoutQuotes(await readEvidenceList(blobs, blob), rejectedQuotes);
  if (findingIds === undefined) return stored;
  const byId = new Map(stored.map((finding) => [finding.findingId, finding]));
  return findingIds.flatMap((id) => byId.get(id) ?? []);
}
