import { readFile } from 'node:fs/promises';
import { type ResearchPlan, researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import type { z } from 'zod';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';

/** Problems named at once; one mistake often causes several. */
const MAX_PROBLEMS = 5;
const HOW_TO_GET_ONE = `Write the pending plan to a file and edit it: ${commands.approve('<id>')} --print > plan.json`;

/** Reads an edited plan. @throws {UsageError} */
export async function readPlan(path: string): Promise<ResearchPlan> {
  const parsed = researchPlanSchema.safeParse(parseJson(path, await readText(path)));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(describeProblem);
  throw new UsageError(`${path} is not a plan: ${problems.slice(0, MAX_PROBLEMS).join('; ')}`, HOW_TO_GET_ONE);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new UsageError(`there is no file ${path}`, HOW_TO_GET_ONE);
    if (code === 'EISDIR') throw new UsageError(`${path} is a folder`, HOW_TO_GET_ONE);
    throw new UsageError(`${path} cannot be read (${String(code)})`, '', { cause: error });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(text.trim() === '' ? `${path} is empty` : `${path} is not JSON`, HOW_TO_GET_ONE);
  }
}

/** `task 2: text is empty`; or the schema's message when the whole form is wrong. */
function describeProblem({ path, code, message }: z.core.$ZodIssue): string {
  const [, index, field] = path;
  if (path.length === 0 && code === 'invalid_type') return 'it is not an object with a list of tasks';
  const place = typeof index === 'number' ? `task ${index + 1}` : 'the list of tasks';
  if (code === 'invalid_type')
    return `${place}: ${field === undefined ? 'it' : String(field)} is missing or has the wrong type`;
  if (code === 'unrecognized_keys') return `${typeof index === 'number' ? place : 'it'} has an unknown field`;
  return field === undefined ? `${place} ${message}` : `${place}: ${String(field)} ${message}`;
}
