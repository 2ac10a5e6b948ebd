import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type ResearchRecord, researchRecordSchema, SCHEMA_VERSION } from '../../workflows/contracts/report.ts';

/** The file is missing, no JSON, or no record of a report that this version can check. */
export class RecordUnreadableError extends Error {
  override readonly name = 'RecordUnreadableError';

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path} cannot be checked: ${problem}`, options);
  }
}

const otherVersionSchema = z.looseObject({ schemaVersion: z.int().refine((version) => version !== SCHEMA_VERSION) });

/**
 * Reads a `report.json`.
 *
 * @throws {RecordUnreadableError}
 */
export async function readRecord(path: string): Promise<ResearchRecord> {
  const content = await readJson(path);
  const other = otherVersionSchema.safeParse(content);
  if (other.success) {
    const problem = `it has schema version ${other.data.schemaVersion}, and this version of the project checks version ${SCHEMA_VERSION} only`;
    throw new RecordUnreadableError(path, problem);
  }
  const parsed = researchRecordSchema.safeParse(content);
  if (!parsed.success)
    throw new RecordUnreadableError(path, `it is no research record\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'it is not JSON' : 'the file cannot be read';
    throw new RecordUnreadableError(path, problem, { cause: error });
  }
}
