import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type VerticalDefinition, verticalDefinitionSchema } from './vertical-definition.ts';

/** The folder inside a catalogue folder with a user's own definitions. */
export const VERTICALS_FOLDER = 'verticals';

const BUILT_IN = fileURLToPath(new URL('../verticals/', import.meta.url));
const IS_DEFINITION = /\.ya?ml$/;

/** A definition cannot be used. The message names file and field, and what to do. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}

export interface ReadDefinitions {
  readonly definitions: readonly VerticalDefinition[];
  /** Why definitions were left out. */
  readonly notes: readonly string[];
}

let builtIn: readonly VerticalDefinition[] | undefined;

/** The verticals of the project. @throws {DefinitionError} */
export function builtInVerticals(): readonly VerticalDefinition[] {
  builtIn ??= readdirSync(BUILT_IN)
    .filter((file) => IS_DEFINITION.test(file))
    .sort()
    .map((file) => parseDefinition(readFileSync(join(BUILT_IN, file), 'utf8'), file));
  return builtIn;
}

/** A user's own definitions in a catalogue folder; those that cannot be used are noted. */
export async function readOwnVerticals(folder: string): Promise<ReadDefinitions> {
  const files = await readdir(join(folder, VERTICALS_FOLDER)).catch(() => []);
  const definitions: VerticalDefinition[] = [];
  const notes: string[] = [];
  for (const file of files.filter((name) => IS_DEFINITION.test(name)).sort()) {
    try {
      definitions.push(parseDefinition(await readFile(join(folder, VERTICALS_FOLDER, file), 'utf8'), file));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notes.push(`${error.message}. The vertical is left out.`);
    }
  }
  return { definitions, notes };
}

/** @param file name for messages @throws {DefinitionError} */
export function parseDefinition(text: string, file: string): VerticalDefinition {
  const document = parseDocument(text);
  const [fault] = document.errors;
  if (fault !== undefined) throw new DefinitionError(`${file} is no YAML: ${fault.message.split('\n')[0]}`);
  const parsed = verticalDefinitionSchema.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${z.core.toDotPath(path) || 'the file'}: ${message}`);
  throw new DefinitionError(`${file} cannot be used: ${faults.slice(0, 5).join('; ')}`);
}
