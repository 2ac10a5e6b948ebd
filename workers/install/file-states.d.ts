/**
 * Path, size and time of package.json, of the installed packages, and of every file below the folders: they change with the code.
 * Contents are not read, because a command waits for it.
 */
export function fileStates(project: string, folders: readonly string[]): string[];
