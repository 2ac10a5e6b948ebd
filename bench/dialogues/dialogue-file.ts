import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';

const expression = z.string().transform((source) => new RegExp(source, 'iu'));

const turnSchema = z.strictObject({
  ask: z.string().min(1),
  /** Each is in the text of the answer or in its first three quotations. */
  shows: z.array(expression).default([]),
  /** The cards are exactly these. */
  entries: z.array(z.string()).optional(),
  says: expression.optional(),
  never: expression.optional(),
  /** It needs no source, and shows none. */
  courtesy: z.boolean().default(false),
  /** Only a model can answer it. */
  writes: z.boolean().default(false),
});
export type Turn = z.infer<typeof turnSchema>;

const dialogueSchema = z.strictObject({
  name: z.string(),
  user: z.string().nullable().default(null),
  documents: z.array(z.string()).default([]),
  catalogues: z.array(z.string()).default([]),
  turns: z.array(turnSchema).min(1),
});
export type Dialogue = z.infer<typeof dialogueSchema>;

/** @throws {UsageError} when the file is not as it must be, or no dialogue has the name */
export async function readDialogues(folder: string, only: string | null): Promise<Dialogue[]> {
  const path = join(folder, 'dialogues.yaml');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path}: no such file`, 'Name a folder with dialogues.yaml.');
  });
  const read = z.array(dialogueSchema).safeParse(parse(text));
  if (!read.success) throw new UsageError(`${path}: ${z.prettifyError(read.error)}`, '');
  const chosen = read.data.filter(({ name }) => only === null || name === only);
  if (chosen.length === 0) throw new UsageError(`${path}: no dialogue is called "${only}"`, '');
  return chosen;
}
