import { basename } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import { type MeasuredCertainty, measuredCertaintySchema } from '../answers/measured-certainty.ts';
import { readInput } from '../json-lines.ts';

/** A task with its certainty, and the document by which folds are formed. */
export interface MeasuredTask extends MeasuredCertainty {
  /** Name of the file of results. */
  readonly set: string;
  /** The same question about a document that is there and that is not is in one fold. */
  readonly document: string;
}

const resultsSchema = z.object({
  questions: z.array(
    z.object({ id: z.string(), document: z.string().nullable(), certainties: z.array(measuredCertaintySchema) }),
  ),
});

/** @throws {UsageError} that names the file */
export async function readMeasuredTasks(paths: readonly string[]): Promise<MeasuredTask[]> {
  const read = paths.map(async (path) => {
    const parsed = resultsSchema.safeParse(parseJson(path, await readInput(path)));
    if (!parsed.success) throw new UsageError(`${path} holds no results of eval:answers with certainties`);
    return parsed.data.questions.flatMap(({ id, document, certainties }) =>
      certainties.map((certainty) => ({ ...certainty, set: basename(path, '.json'), document: document ?? id })),
    );
  });
  return (await Promise.all(read)).flat();
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is no JSON`);
  }
}
