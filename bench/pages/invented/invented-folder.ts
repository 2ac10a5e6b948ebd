import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../client/errors/failures.ts';
import { pdfOfLines } from '../../../test/support/builders/document-fixtures.ts';
import { parseJsonLines, readInput } from '../../json-lines.ts';
import type { PageQuestion } from '../question-file.ts';
import { readManuscript } from './manuscript.ts';
import { pageOf, type Typeset, typeset } from './typesetting.ts';

/** Halves of the invented documents: the first to look at, the second only to measure. */
export const HALVES = ['development', 'test'] as const;
export type Half = (typeof HALVES)[number];

const text = z.string().trim().min(1);
/** A question whose page follows from the typesetting. */
const inventedQuestionSchema = z.object({ id: text, file: text, question: text, phrase: text });

/** Sets the invented documents of one half as PDF files and writes the questions about them beside. */
export async function writeInventedFolder(half: Half, folder: string): Promise<void> {
  const manuscripts = join(import.meta.dirname, half);
  await mkdir(folder, { recursive: true });
  const documents = new Map<string, Typeset>();
  for (const name of (await readdir(manuscripts)).filter((file) => file.endsWith('.txt'))) {
    const document = typeset(readManuscript(await readFile(join(manuscripts, name), 'utf8')));
    documents.set(basename(name, '.txt'), document);
    await writeFile(join(folder, `${basename(name, '.txt')}.pdf`), pdfOfLines(document.pages, '', 'Helvetica'));
  }
  const path = join(manuscripts, 'questions.jsonl');
  const questions = parseJsonLines(path, await readInput(path), inventedQuestionSchema, 'question');
  const lines = questions.map(({ value: { id, file, question, phrase }, place }): PageQuestion => {
    const document = documents.get(file);
    const page = document === undefined ? null : pageOf(document, phrase);
    if (page === null) throw new UsageError(`${place}: not exactly one text of ${file} holds "${phrase}"`);
    return { id, file: `${file}.pdf`, page, phrase, question };
  });
  await writeFile(join(folder, 'questions.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
