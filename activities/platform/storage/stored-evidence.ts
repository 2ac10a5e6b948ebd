import { z } from 'zod';
import type { GivenEvidence } from '../../../workflows/contracts/evidence/evidence-reference.ts';
import { type BlobRef, type Finding, findingSchema } from '../../../workflows/contracts/evidence/evidence.ts';
import { findReferred } from '../../../workflows/domain/evidence-index.ts';
import type { BlobStore } from './blob-store.ts';
import type { RunStore } from './file-run-store.ts';

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

/** Gives the body of an activity the findings that its input refers to. */
export function withEvidence<Input extends GivenEvidence, Output>(
  blobs: BlobReader,
  body: (input: Input, signal: AbortSignal) => Promise<Output>,
): (input: Input, signal: AbortSignal) => Promise<Output> {
  return async (input, signal) => body({ ...input, findings: await readEvidence(blobs, input) }, signal);
}
