import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import { type Letter, readKey } from './blind-pairs.ts';
import { readText } from './kept-reports.ts';

/** What a judge scores from 0 to 10. */
export const SCORES = ['comprehensiveness', 'insight', 'instructions', 'readability'] as const;

const score = z.number().min(0).max(10);
const count = z.int().nonnegative();

const verdictSchema = z.object({
  comprehensiveness: score,
  insight: score,
  instructions: score,
  readability: score,
  firstParagraphAnswers: z.boolean(),
  citations: z.object({ supported: count, partly: count, not: count }),
  falseStatements: z.array(z.string()),
});
/** On one report. */
export type Verdict = z.infer<typeof verdictSchema>;

/** What a judge writes beside a pair as `judgement.json`. */
const judgementSchema = z.object({
  a: verdictSchema,
  b: verdictSchema,
  preferred: z.enum(['a', 'b', 'equal']),
  reasons: z.string().default(''),
});

/** A judgement after the key was applied. */
export interface Judged {
  readonly id: string;
  readonly ours: Verdict;
  readonly second: Verdict;
  readonly preferred: 'ours' | 'second' | 'equal';
  readonly reasons: string;
}

/**
 * Reads the judgements of a folder of pairs.
 *
 * @param ids null: all
 * @returns also the ids of pairs that are not judged yet
 * @throws {UsageError} that names the file and its field
 */
export async function readJudgements(folder: string, ids: readonly string[] | null) {
  const key = Object.entries(await readKey(folder)).filter(([id]) => ids?.includes(id) ?? true);
  if (key.length === 0) throw new UsageError(`there are no pairs in ${folder}`);
  const judged: Judged[] = [];
  const open: string[] = [];
  for (const [id, letter] of key) {
    const path = join(folder, id, 'judgement.json');
    const text = await readText(path);
    if (text === null) open.push(id);
    else judged.push(unblind(id, letter, parseJudgement(path, text)));
  }
  return { judged, open };
}

function unblind(id: string, letter: Letter, { a, b, preferred, reasons }: z.infer<typeof judgementSchema>): Judged {
  const [ours, second] = letter === 'a' ? [a, b] : [b, a];
  const whose = preferred === letter ? 'ours' : 'second';
  return { id, ours, second, preferred: preferred === 'equal' ? 'equal' : whose, reasons };
}

function parseJudgement(path: string, text: string): z.infer<typeof judgementSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
  const parsed = judgementSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${path}, ${issue.path.join('.')}: ${issue.message}`);
  throw new UsageError(problems.join('\n'));
}
