import { z } from 'zod';
import { readJsonLines } from '../json-lines.ts';

const claimRowSchema = z.object({
  claim: z.string().trim().min(1),
  /** The cited page, from one sentence to a whole document. */
  pageText: z.string(),
  verdict: z.enum(['supported', 'unsupported', 'unknown']),
  /** What was changed to make a true claim untrue. */
  change: z.string().optional(),
  /** How a true claim was worded. */
  form: z.string().optional(),
  /** The collection that it is from. */
  set: z.string().optional(),
  /** Rows of one document stay in one fold. */
  document: z.string().optional(),
});
export type ClaimRow = z.infer<typeof claimRowSchema>;

/** @throws {UsageError} that names the file, or its line and field */
export async function readClaimFile(path: string): Promise<ClaimRow[]> {
  return (await readJsonLines(path, claimRowSchema, 'claim')).map(({ value }) => value);
}
