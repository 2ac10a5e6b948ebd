import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const recordSchema = z.object({
  findings: z.array(z.object({ passageId: z.string(), quotes: z.array(z.object({ text: z.string() })) })),
});

/** Everything a report rests on, one line for each finding: its passage and the words of its quotes. */
export async function readEvidence(recordPath: string): Promise<ReadonlySet<string>> {
  const { findings } = recordSchema.parse(JSON.parse(await readFile(recordPath, 'utf8')));
  return new Set(
    findings.map(({ passageId, quotes }) => JSON.stringify([passageId, ...quotes.map(({ text }) => text).sort()])),
  );
}
