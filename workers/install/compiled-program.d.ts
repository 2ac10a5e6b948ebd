import type { OutputOptions, Plugin } from 'rolldown';

/** @returns the path of the compiled form of an entry, if it is up to date; undefined: run the sources */
export function findCompiled(entry: string): string | undefined;
/** The folder of the compiled program. */
export const PROGRAM: string;
/** @param entry path of a source, relative to the project, with forward slashes. @returns the name of its compiled form */
export function compiledNameOf(entry: string): string;
/** The sources that start a process or a thread, relative to the project. */
export const ENTRIES: readonly string[];
/**
 * Joins the modules of every process into a few files.
 *
 * @param folder where they are written; below the project, so that they find its packages
 * @param options plugins before our own; other entries; the way from the folder to the files beside the sources
 * @throws {Error} when a module cannot be read, or would not be found by the program
 */
export function buildProgram(
  folder: string,
  options?: {
    readonly plugins?: readonly Plugin[];
    readonly entries?: readonly string[];
    readonly pathToProject?: string;
    readonly output?: OutputOptions;
  },
): Promise<void>;
