import { createHash } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import { sampleCitations } from './citation-sample.ts';
import { createCorpusQuotes } from './corpus-quotes.ts';
import { readText } from './kept-reports.ts';
import type { MeasuredReport } from './measured-report.ts';
import { neutralReport } from './neutral-report.ts';
import type { JudgedQuestion } from './questions.ts';

const RUBRIC = fileURLToPath(new URL('rubric.md', import.meta.url));

const letterSchema = z.enum(['a', 'b']);
/** Which of two reports. */
export type Letter = z.infer<typeof letterSchema>;

const keySchema = z.record(z.string(), letterSchema);
/** By question: which report of the pair is ours. */
export type PairKey = z.infer<typeof keySchema>;

export interface PairToWrite {
  readonly question: JudgedQuestion;
  readonly ours: MeasuredReport;
  readonly second: MeasuredReport;
}

/**
 * Writes a folder for each pair, from which a judge cannot tell the authors. The key is outside of the folders. A pair that
 * was judged stays as it was read.
 *
 * @returns ids of the pairs that stayed
 */
export async function writePairs(folder: string, pairs: readonly PairToWrite[], seed: number): Promise<string[]> {
  if (pairs.length === 0) return [];
  await mkdir(folder, { recursive: true });
  await copyFile(RUBRIC, join(folder, 'rubric.md'));
  const kept: string[] = [];
  const key: Record<string, Letter> = { ...(await readKey(folder)) };
  for (const pair of pairs) {
    const { id } = pair.question;
    if ((await readText(join(folder, id, 'judgement.json'))) === null) {
      key[id] = letterOfOurs(id, seed);
      await writePair(join(folder, id), pair, key[id], seed);
    } else kept.push(id);
  }
  await writeFile(join(folder, 'key.json'), `${JSON.stringify(key, null, 2)}\n`);
  return kept;
}

/** A coin that falls the same way for the same question and seed. */
export function letterOfOurs(id: string, seed: number): Letter {
  const [byte = 0] = createHash('sha256').update(`${seed} ${id}`).digest();
  return byte % 2 === 0 ? 'a' : 'b';
}

/** Empty where there are no pairs. @throws {UsageError} when the key is damaged */
export async function readKey(folder: string): Promise<PairKey> {
  const path = join(folder, 'key.json');
  const text = await readText(path);
  if (text === null) return {};
  const parsed = keySchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new UsageError(`${path} is no key of pairs`);
  return parsed.data;
}

async function writePair(
  folder: string,
  { question, ours, second }: PairToWrite,
  letter: Letter,
  seed: number,
): Promise<void> {
  const [a, b] = letter === 'a' ? [ours, second] : [second, ours];
  const quotes = createCorpusQuotes(question.corpus);
  const sample = {
    a: await sampleCitations(a, quotes, seed),
    b: await sampleCitations(b, quotes, seed),
  };
  await mkdir(folder, { recursive: true });
  const { length, language, corpus } = question;
  const asked = `${question.question}\n\n- Length: ${length}\n- Language: ${language}\n- Documents: ${corpus}\n`;
  await writeFile(join(folder, 'question.md'), asked);
  await writeFile(join(folder, 'a.md'), neutralReport(a));
  await writeFile(join(folder, 'b.md'), neutralReport(b));
  await writeFile(join(folder, 'sample.json'), `${JSON.stringify(sample, null, 2)}\n`);
}
