import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ResearchRecord, researchRecordSchema, SCHEMA_VERSION } from '@plumbline/contracts/report/report';
import type { StoredReport } from '@plumbline/storage/runs';
import { z } from 'zod';

/** The file is missing, or this version cannot check it. */
export class RecordUnreadableError extends Error {
  override readonly name: string = 'RecordUnreadableError';

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path} cannot be checked: ${problem}`, options);
  }
}

/** The file is not a report record. */
export class NoRecordError extends RecordUnreadableError {
  override readonly name = 'NoRecordError';
}

/** A record of this version with missing or malformed parts. */
export class RecordDamagedError extends RecordUnreadableError {
  override readonly name = 'RecordDamagedError';
  /** Paths in the record, such as `report.stats`. */
  readonly places: readonly string[];

  constructor(path: string, places: readonly string[], options?: ErrorOptions) {
    super(path, `the record is damaged at ${listPlaces(places)}`, options);
    this.places = places;
  }
}

const MAX_PLACES = 3;

const versionedSchema = z.looseObject({ schemaVersion: z.int(), researchId: z.string() });

/**
 * Reads a `report.json`, and the `report.md` beside it.
 *
 * @throws {RecordUnreadableError} when there is no such file
 */
export async function readReportFile(path: string): Promise<StoredReport> {
  // Missing or unreadable: either way it cannot be compared.
  const markdown = await readFile(join(dirname(path), 'report.md'), 'utf8').catch(() => null);
  return { name: path, json: await readText(path), markdown };
}

/**
 * Parses the record of a report.
 *
 * @throws {RecordUnreadableError}
 * @throws {RecordDamagedError}
 */
export function parseRecord({ name: path, json }: Pick<StoredReport, 'name' | 'json'>): ResearchRecord {
  const content = parseJson(path, json);
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

function listPlaces(places: readonly string[]): string {
  const more = places.length - MAX_PLACES;
  return [...places.slice(0, MAX_PLACES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
