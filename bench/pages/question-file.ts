import { join } from 'node:path';
import { z } from 'zod';
import { parseJsonLines, readInput } from '../json-lines.ts';

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

/** Reads `questions.jsonl` of a folder. @throws {UsageError} that names the file, or its line and field */
export async function readPageQuestions(folder: string): Promise<PageQuestion[]> {
  const path = join(folder, 'questions.jsonl');
  return parsePageQuestions(path, await readInput(path));
}

/** @param lines one JSON object a line; empty lines do not count @throws {UsageError} */
export function parsePageQuestions(path: string, lines: string): PageQuestion[] {
  return parseJsonLines(path, lines, pageQuestionSchema, 'question').map(({ value }) => value);
}
