import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import type { DocumentKind } from '../../test/support/document-case.ts';

const words = z.array(z.string().min(1)).optional();

const caseFileSchema = z.array(
  z.strictObject({
    kind: z.string(),
    cases: z.array(
      z.strictObject({
        name: z.string(),
        /** Relative to the list. */
        file: z.string(),
        says: words,
        marks: words,
        neverStates: words,
        notes: words,
        question: z.string().optional(),
        answers: words,
        neverAnswers: words,
      }),
    ),
  }),
);

/** Kinds of cases in files, as a YAML list describes them; see `DocumentCase`. */
export async function readCaseFile(path: string): Promise<DocumentKind[]> {
  const list = caseFileSchema.safeParse(parse(await readFile(path, 'utf8')));
  if (!list.success) throw new UsageError(`${path} is no list of cases: ${z.prettifyError(list.error)}`);
  const folder = dirname(path);
  return list.data.map(({ kind, cases }) => ({
    kind,
    cases: cases.map(({ file, ...one }) => ({
      ...withoutGaps(one),
      file,
      bytes: () => readFile(resolve(folder, file)),
    })),
  }));
}

type Present<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

function withoutGaps<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}
