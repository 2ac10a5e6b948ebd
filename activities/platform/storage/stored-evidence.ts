import { z } from 'zod';
import type { EvidenceReference, GivenEvidence } from '../../../workflows/contracts/evidence/evidence-reference.ts';
import { type BlobRef, type Finding, findingSchema } from '../../../workflows/contracts/evidence/evidence.ts';
import { withoutQuotes } from '../../../workflows/domain/verified-findings.ts';
import type { BlobStore } from './blob-store.ts';
import type { RunStore } from './file-run-store.ts';

type BlobReader = Pick<BlobStore, 'getText'>;
const findingsSchema = z.array(findingSchema);

export async function readEvidenceList(blobs: BlobReader, blob: BlobRef): Promise<Finding[]> {
  return findingsSchema.parse(JSON.parse(await blobs.getText(blob)));
}

interface EvidenceStores {
  readonly blobs: Pick<BlobStore, 'getText' | 'putText'>;
  readonly runs: Pick<RunStore, 'noteEvidence'>;
}

/** Stores findings, appended to another list if there is one, and notes them with their run. */
export async function storeEvidenceList(
  { blobs, runs }: EvidenceStores,
  researchId: string,
  findings: readonly Finding[],
  before: BlobRef | null,
): Promise<BlobRef> {
  const earlier = before === null ? [] : await readEvidenceList(blobs, before);
  const stored = await blobs.putText(JSON.stringify([...earlier, ...findings]), 'application/json');
  await runs.noteEvidence(researchId, stored.sha256);
  return stored;
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
