/** Files that are read, and whose texts are stored, before their turn comes. */
const MOST_FILES = 64;
/** Bounds the memory that they take; a larger file is read by itself. In bytes of the files. */
const MOST_BYTES = 16_000_000;

/** A file that may have to be read. */
export interface Readable<Result> {
  /** Size of the file. */
  readonly bytes: number;
  /** Null when it is up to date. */
  readonly read: (() => Promise<Result>) | null;
}

/** Reads files ahead of the caller. Yields them in their order, whichever was read first, with null for one not read. */
export async function* readAhead<Result, File extends Readable<Result>>(
  files: readonly File[],
): AsyncGenerator<{ readonly file: File; readonly result: Result | null }> {
  const started: Promise<Result>[] = [];
  let [next, bytes] = [0, 0];
  const start = ({ read, bytes: size }: File): void => {
    next += 1;
    if (read === null) return;
    const reading = read();
    // If a file before it fails, this result is never awaited.
    reading.catch(() => undefined);
    started.push(reading);
    bytes += size;
  };
  for (const [at, file] of files.entries()) {
    for (let candidate = files[next]; candidate !== undefined; candidate = files[next]) {
      const hasRoom = started.length < MOST_FILES && (bytes === 0 || bytes + candidate.bytes <= MOST_BYTES);
      if (next > at && candidate.read !== null && !hasRoom) break;
      if (next > at + MOST_FILES) break;
      start(candidate);
    }
    const reading = file.read === null ? undefined : started.shift();
    if (reading === undefined) yield { file, result: null };
    else {
      const result = await reading;
      bytes -= file.bytes;
      yield { file, result };
    }
  }
}
