import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type ResearchRecord, researchRecordSchema, SCHEMA_VERSION } from '../../workflows/contracts/report.ts';
import { NoRecordError, RecordDamagedError, RecordUnreadableError } from './record-unreadable-error.ts';

const versionedSchema = z.looseObject({ schemaVersion: z.int(), researchId: z.string() });

/**
 * Reads a `report.json`.
 *
 * @throws {RecordUnreadableError}
 * @throws {RecordDamagedError}
 */
export async function readRecord(path: string): Promise<ResearchRecord> {
  return parseRecord(path, await readText(path));
}

/**
 * Parses the text of a `report.json`.
 *
 * @param path names it in errors
 * @throws {RecordUnreadableError}
 * @throws {RecordDamagedError}
 */
export function parseRecord(path: string, text: string): ResearchRecord {
  const content = parseJson(path, text);
  const versioned = versionedSchema.safeParse(content);
  if (!versioned.success) throw new NoRecordError(path, 'it is not a report record');
  const { schemaVersion } = versioned.data;
  if (schemaVersion !== SCHEMA_VERSION) {
    const problem = `it has schema version ${schemaVersion}, and this version of the project checks version ${SCHEMA_VERSION} only`;
    throw new RecordUnreadableError(path, problem);
  }
  const parsed = researchRecordSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.'));
  throw new RecordDamagedError(path, [...new Set(places)], { cause: parsed.error });
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new RecordUnreadableError(path, 'the file cannot be read', { cause: error });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new NoRecordError(path, 'it is not JSON', { cause: error });
    throw error;
  }
}
