import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import { parseJsonLines, readInput } from '../json-lines.ts';

const text = z.string().trim().min(1);

const questionSchema = z.object({
  /** Names folders. */
  id: z.string().regex(/^[\w.-]{1,60}$/, 'letters, digits, full stops, hyphens and underscores'),
  /** Folder of documents, absolute or relative to the folder of the questions. */
  corpus: text,
  language: z.string().regex(/^[a-z]{2}$/, 'an ISO 639-1 code like "de"'),
  question: text,
  length: z.enum(['standard', 'full']),
  /** Markdown file: another author's report on the same question. */
  second: text.optional(),
});

/** A question whose report is judged. Its paths are absolute. */
export type JudgedQuestion = z.infer<typeof questionSchema>;

/** @param ids null: all @throws {UsageError} that names file and line, or the id that there is not */
export async function readJudgedQuestions(folder: string, ids: readonly string[] | null): Promise<JudgedQuestion[]> {
  const path = join(folder, 'questions.jsonl');
  const lines = parseJsonLines(path, await readInput(path), questionSchema, 'question');
  const seen = new Set<string>();
  for (const { value, place } of lines) {
    if (seen.has(value.id)) throw new UsageError(`${place}, id: "${value.id}" stands on an earlier line too`);
    seen.add(value.id);
    await requireFolder(resolve(folder, value.corpus), place);
  }
  const unknown = (ids ?? []).filter((id) => !seen.has(id));
  if (unknown.length > 0) throw new UsageError(`there is no question ${unknown.join(', ')}`);
  return lines
    .map(({ value }) => value)
    .filter(({ id }) => ids?.includes(id) ?? true)
    .map((question) => ({
      ...question,
      corpus: resolve(folder, question.corpus),
      ...(question.second !== undefined && { second: resolve(folder, question.second) }),
    }));
}

async function requireFolder(path: string, place: string): Promise<void> {
  const entry = await stat(path).catch(() => null);
  if (entry?.isDirectory() !== true) throw new UsageError(`${place}, corpus: there is no folder ${path}`);
}
