/** Turns texts into vectors; texts of similar meaning get similar vectors. */
export interface Embedder {
  /** Model and endpoint. Vectors of different ids are never compared, and the index keeps them apart. */
  readonly id: string;
  /**
   * One vector for each text, in their order, all of one length and finite.
   *
   * @throws {EmbeddingError} and the signal's reason once it is aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** No usable vectors. The message is for users and contains neither key nor text. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
}
