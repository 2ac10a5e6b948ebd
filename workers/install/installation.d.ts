/** Whether this is an installed package: without sources, with everything made before. */
export const IS_PACKED: boolean;
/** The folder of what is made once for all homes. */
export const CACHE: string;
/** The folder of package.json. */
export const PROJECT: string;
/**
 * Path, size and time of package.json, of the installed packages, and of every file below the folders: they change with the code.
 * Contents are not read, because a command waits for it.
 */
export function fileStates(project: string, folders: readonly string[]): string[];
