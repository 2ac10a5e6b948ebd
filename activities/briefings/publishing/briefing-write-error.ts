/**
 * A file of a briefing could not be written: the disk is full, the folder is gone, or a person left a file in a state that cannot be
 * rewritten. All of it can be put right, so it is worth a retry, also where the cause alone would not be.
 */
export class BriefingWriteError extends Error {
  override readonly name = 'BriefingWriteError';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.path = path;
  }
}

/** @throws {BriefingWriteError} that names the path, which the errors of a full disk do not */
export async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw new BriefingWriteError(path, error);
  }
}
