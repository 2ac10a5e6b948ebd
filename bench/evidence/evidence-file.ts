import { z } from 'zod';
import { readJsonLines } from '../json-lines.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const evidencePairSchema = z
  .object({
    claim: z.string(),
    docId: id,
    /** The whole text, cut into sentences. */
    sentences: z.array(z.string()).min(1),
    /** 0-based indices of the sentences that carry the evidence. */
    evidence: z.array(z.int().nonnegative()).min(1),
  })
  .refine(({ sentences, evidence }) => evidence.every((index) => index < sentences.length), {
    path: ['evidence'],
    error: 'an index beyond the last sentence',
  });
export type EvidencePair = z.infer<typeof evidencePairSchema>;

/** @throws {UsageError} that names the file, or its line and field */
export async function readEvidenceFile(path: string): Promise<EvidencePair[]> {
  return (await readJsonLines(path, evidencePairSchema, 'claim')).map(({ value }) => value);
}
