/** @returns the path of the compiled form of an entry, while it stands for the sources; undefined: the sources have to be run */
export function findCompiled(entry: string): string | undefined;
