/** @returns the path of the compiled form of an entry, if it is up to date; undefined: run the sources */
export function findCompiled(entry: string): string | undefined;
/** The folder of the compiled program. */
export const PROGRAM: string;
/** @param entry path of a source, relative to the project, with forward slashes. @returns the name of its compiled form */
export function compiledNameOf(entry: string): string;
