import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { EnvironmentError, UsageError } from '../client/errors/failures.ts';

/** The environment of an evaluation. */
export interface EvaluationTools {
  /** Writes a line to the terminal. */
  readonly print: (text: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Runs an evaluation as a command: its figures go to a file when one is named, Ctrl-C ends it with exit code 130, and a
 * mistake of the user with a message and 2.
 *
 * @param json path for the figures, or null
 */
export async function runEvaluationCommand(
  json: string | null,
  measure: (tools: EvaluationTools) => Promise<object>,
): Promise<void> {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  try {
    // Checked now, so that an invalid path does not fail after all the work.
    if (json !== null) await mkdir(dirname(json), { recursive: true });
    const figures = await measure({ print, signal: interrupt.signal });
    if (json !== null) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  } catch (error) {
    if (interrupt.signal.aborted) process.exitCode = 130;
    else {
      process.stderr.write(`${messageFor(error)}\n`);
      process.exitCode = 2;
    }
  }
}

/** @throws the error itself when it is a fault of the program */
function messageFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof EnvironmentError)
    return [error.message, error.remedy].filter(Boolean).join('\n');
  if (error instanceof CorpusUnavailableError) return error.message;
  throw error;
}
