import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const evidencePairSchema = z.object({
  claim: z.string(),
  docId: id,
  /** The whole text, cut into sentences. */
  sentences: z.array(z.string()).min(1),
  /** 0-based indices of the sentences that carry the evidence. */
  evidence: z.array(z.int().nonnegative()).min(1),
});
export type EvidencePair = z.infer<typeof evidencePairSchema>;

/** @throws {UsageError} that names the file, or its line */
export async function readEvidenceFile(path: string): Promise<EvidencePair[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read`);
  });
  const pairs = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(path, line, index)]));
  if (pairs.length === 0) throw new UsageError(`${path} holds no claim`);
  return pairs;
}

function parseLine(path: string, line: string, index: number): EvidencePair {
  try {
    return evidencePairSchema.parse(JSON.parse(line));
  } catch {
    throw new UsageError(`${path}, line ${index + 1}: not a claim with sentences and evidence`);
  }
}
