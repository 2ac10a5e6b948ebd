/** Turns texts into vectors; texts of similar meaning get similar vectors. */
export interface Embedder {
  /** Identifies model and endpoint. The index keeps vectors of different ids apart and never compares them. */
  readonly id: string;
  /**
   * One vector for each text, in order, all finite and of equal length.
   *
   * @throws {EmbeddingError} and the signal's reason once it is aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** The endpoint returned no usable vectors. The message is for users and contains neither key nor text. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
}
