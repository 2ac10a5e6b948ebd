import { basename } from 'node:path';

/** The folder cannot be researched; the message says what to do. */
export class CorpusUnavailableError extends Error {
  override readonly name: string = 'CorpusUnavailableError';
  readonly directory: string;

  constructor(directory: string, problem: string) {
    super(`The corpus folder ${directory} ${problem}`);
    this.directory = directory;
  }

  /** The message without where the folder is on this machine, for clients on others. */
  get publicMessage(): string {
    return this.message.replace(this.directory, basename(this.directory));
  }
}

/** The index does not hold this passage: its file was changed or removed, or the folder was never indexed. */
export class PassageNotFoundError extends Error {
  override readonly name = 'PassageNotFoundError';
  readonly passageId: string;

  constructor(passageId: string) {
    super(`The corpus index has no passage ${passageId}; its file may have changed since it was found.`);
    this.passageId = passageId;
  }
}

/** Why a file with nothing in it is not read. */
export const NO_TEXT = 'contains no text';

/** One file cannot be read; the message is the reason that the report lists, without a full stop. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';

  constructor(reason: string, options?: ErrorOptions) {
    // It may end in what a library says.
    super(reason.replace(/\.$/, ''), options);
  }
}

/** A PDF has so many pages that it is read in parts. */
export class LargePdfError extends Error {
  override readonly name = 'LargePdfError';
  readonly pages: number;

  constructor(pages: number) {
    super(`The PDF has ${pages} pages.`);
    this.pages = pages;
  }
}

/** The reason for the report, instead of the operating system's error; without a full stop. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'disappeared while it was read, or a broken link';
  if (code === 'ELOOP') return 'link loop, or a link that replaced a file';
  if (code === 'ENAMETOOLONG') return 'its path is too long';
  if (code === 'ENXIO' || code === 'ENODEV') return 'not a regular file';
  // Messages of the operating system repeat the whole path.
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return `cannot be read (${code})`;
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
