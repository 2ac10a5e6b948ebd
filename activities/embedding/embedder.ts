/** Turns texts into vectors whose nearness stands for nearness of meaning. */
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

/** There are no vectors, or none that can be used. The message is for people and holds neither key nor text. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
}
