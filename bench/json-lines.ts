import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { z } from 'zod';
import { UsageError } from '../client/errors/failures.ts';

export interface JsonLine<Value> {
  readonly value: Value;
  /** File and line, for messages. */
  readonly place: string;
}

/**
 * Reads a file with one JSON object a line, packed if its name ends in `.gz`.
 *
 * @param noun what a line holds
 * @throws {UsageError} that names the file, or its line and field
 */
export async function readJsonLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  noun: string,
): Promise<JsonLine<z.infer<Schema>>[]> {
  return parseJsonLines(path, await readInput(path), schema, noun);
}

/** @param text one JSON object a line; empty lines do not count @throws {UsageError} */
export function parseJsonLines<Schema extends z.ZodType>(
  path: string,
  text: string,
  schema: Schema,
  noun: string,
): JsonLine<z.infer<Schema>>[] {
  const lines = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${path}, line ${index + 1}`;
    return [{ value: parseLine(place, line, schema), place }];
  });
  if (lines.length === 0) throw new UsageError(`${path} holds no ${noun}`);
  return lines;
}

function parseLine<Schema extends z.ZodType>(place: string, line: string, schema: Schema): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new UsageError(`${place}: not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${[place, path.join('.')].filter(Boolean).join(', ')}: ${message}`,
  );
  throw new UsageError(problems.join('\n'));
}

/** @throws {UsageError} that names the file */
export async function readInput(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`${path} cannot be read`);
  });
  if (!path.endsWith('.gz')) return bytes.toString('utf8');
  const unpacked = await promisify(gunzip)(bytes).catch(() => {
    throw new UsageError(`${path} cannot be unpacked`);
  });
  return unpacked.toString('utf8');
}
