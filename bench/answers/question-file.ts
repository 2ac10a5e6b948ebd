import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import { parseJsonLines, readInput } from '../json-lines.ts';
import { comparable } from './comparable-text.ts';

const text = z.string().trim().min(1);
const languageCode = z.string().regex(/^[a-z]{2}$/, 'an ISO 639-1 code like "de"');

const expectedPassageSchema = z.object({ file: text, section: text, phrase: text });
export type ExpectedPassage = z.infer<typeof expectedPassageSchema>;

const questionSchema = z
  .object({
    id: text,
    question: text,
    /** In which the answer is expected. */
    language: languageCode,
    /** The passages that carry the answer. */
    expect: z.array(expectedPassageSchema),
    /** Every entry has to be in the answer; `a|b` is a or b. */
    mustContain: z.array(text),
    /** Passages that count neither for nor against; without section and phrase the whole file. */
    alsoGood: z.array(z.object({ file: text, section: text.optional(), phrase: text.optional() })).default([]),
    unanswerable: z.boolean().default(false),
    ambiguous: z.boolean().default(false),
    /** The document that an unanswerable question is about, where it was taken out of the folder. */
    about: text.optional(),
    /** The user's reply when asked back. */
    clarification: text.optional(),
  })
  .refine(({ unanswerable, expect }) => unanswerable === (expect.length === 0), {
    path: ['expect'],
    error: 'empty for unanswerable questions, and only for those',
  })
  .refine(({ ambiguous, clarification }) => !ambiguous || clarification !== undefined, {
    path: ['clarification'],
    error: 'missing although the question is ambiguous',
  });
export type Question = z.infer<typeof questionSchema>;

/** A folder with `corpus/` and `questions.jsonl`. */
export interface QuestionFolder {
  /** Of the documents. */
  readonly corpusDirectory: string;
  readonly questions: readonly Question[];
  /** {@link comparable} text of the files that questions expect, by name. */
  readonly documents: ReadonlyMap<string, string>;
}

/** @throws {UsageError} that names the folder, or file, line and field */
export async function readQuestionFolder(directory: string): Promise<QuestionFolder> {
  const corpusDirectory = join(directory, 'corpus');
  const isFolder = await stat(corpusDirectory).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`there is no folder ${corpusDirectory}`);
  const path = join(directory, 'questions.jsonl');
  const questions = parseQuestions(path, await readInput(path));
  return { corpusDirectory, questions, documents: await readDocuments(path, corpusDirectory, questions) };
}

/** @param lines one JSON object a line; empty lines do not count @throws {UsageError} */
export function parseQuestions(path: string, lines: string): Question[] {
  const seen = new Set<string>();
  return parseJsonLines(path, lines, questionSchema, 'question').map(({ value, place }) => {
    if (seen.has(value.id)) throw new UsageError(`${place}, id: "${value.id}" stands on an earlier line too`);
    seen.add(value.id);
    return value;
  });
}

/**
 * @param ids null: all
 * @param limit at most so many, evenly spaced over the file, so that each part of it is represented; null: no limit
 * @throws {UsageError} when there is no question of that id
 */
export function pickQuestions(
  questions: readonly Question[],
  ids: readonly string[] | null,
  limit: number | null = null,
): readonly Question[] {
  const unknown = (ids ?? []).filter((id) => !questions.some((question) => question.id === id));
  if (unknown.length > 0) throw new UsageError(`there is no question ${unknown.join(', ')}`);
  const picked = questions.filter(({ id }) => ids?.includes(id) ?? true);
  if (limit === null || limit >= picked.length) return picked;
  const places = new Set(Array.from({ length: limit }, (_, index) => Math.floor((index * picked.length) / limit)));
  return picked.filter((_, index) => places.has(index));
}

async function readDocuments(
  path: string,
  corpusDirectory: string,
  questions: readonly Question[],
): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const { id, expect } of questions) {
    for (const [index, { file, phrase }] of expect.entries()) {
      const place = `${path}, question ${id}, expect.${index}`;
      const document = documents.get(file) ?? (await readDocument(place, join(corpusDirectory, file)));
      documents.set(file, document);
      if (!document.includes(comparable(phrase))) throw new UsageError(`${place}.phrase: does not stand in ${file}`);
    }
  }
  return documents;
}

async function readDocument(place: string, path: string): Promise<string> {
  try {
    return comparable(await readFile(path, 'utf8'));
  } catch {
    throw new UsageError(`${place}.file: ${path} cannot be read`);
  }
}
