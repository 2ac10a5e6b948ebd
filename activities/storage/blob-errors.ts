/** The store has no blob with this hash. */
export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';
  readonly sha256: string;

  constructor(sha256: string) {
    super(`The stored text ${sha256} is missing.`);
    this.sha256 = sha256;
  }
}

/** The bytes of a blob no longer match its hash. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError';
  readonly sha256: string;

  constructor(sha256: string) {
    super(`The stored text ${sha256} is damaged: its bytes no longer match its hash.`);
    this.sha256 = sha256;
  }
}
