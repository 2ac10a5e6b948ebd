import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';

const text = z.string().trim().min(1);

const pageQuestionSchema = z.object({
  id: text,
  file: text,
  /** Physical page, counted from 1. */
  page: z.int().min(1),
  /** Stands on one line of that page. */
  phrase: text,
  question: text,
});
export type PageQuestion = z.infer<typeof pageQuestionSchema>;

/** Reads `questions.jsonl` of a folder. @throws {UsageError} */
export async function readPageQuestions(folder: string): Promise<PageQuestion[]> {
  const path = join(folder, 'questions.jsonl');
  const lines = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read`);
  });
  return parsePageQuestions(path, lines);
}

/** @param lines one JSON object a line; empty lines do not count @throws {UsageError} that names file, line and field */
export function parsePageQuestions(path: string, lines: string): PageQuestion[] {
  const questions = lines
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseQuestion(`${path}, line ${index + 1}`, line)]));
  if (questions.length === 0) throw new UsageError(`${path} holds no question`);
  return questions;
}

function parseQuestion(place: string, line: string): PageQuestion {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new UsageError(`${place}: no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const parsed = pageQuestionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues.map(({ path, message }) => `${place}, ${path.join('.')}: ${message}`).join('\n'),
  );
}
