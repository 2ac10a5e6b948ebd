import type { Plugin } from 'rolldown';

/** The sources that start a process or a thread, relative to the project. */
export const ENTRIES: readonly string[];
/**
 * Joins the modules of every process into a few files.
 *
 * @param folder where they are written; below the project, so that they find its packages
 * @param plugins before our own
 * @throws {Error} when a module cannot be read, or would not be found by the program
 */
export function buildProgram(folder: string, plugins?: readonly Plugin[]): Promise<void>;
