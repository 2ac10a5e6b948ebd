/** What a text is for: many models embed a query differently from the passages that it looks for. */
export type TextRole = 'query' | 'passage';

/** Turns texts into vectors; texts of similar meaning get similar vectors. */
export interface Embedder {
  /**
   * Identifies what vectors depend on: model, endpoint, prefixes and dimensions. The index keeps vectors of different ids
   * apart and never compares them.
   */
  readonly id: string;
  /**
   * One vector for each text, in order, all finite and of equal length.
   *
   * @throws {EmbeddingError} and the signal's reason once it is aborted
   */
  embed(texts: readonly string[], role: TextRole, signal: AbortSignal): Promise<Float32Array[]>;
}

/** Which request may succeed after one failed: one with fewer texts, one with shorter texts too, or none. */
export type EmbeddingRetry = 'fewer' | 'shorter' | 'none';

/** The endpoint returned no usable vectors. The message is for users and contains neither key nor text. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly retry: EmbeddingRetry;

  constructor(message: string, retry: EmbeddingRetry = 'none') {
    super(message);
    this.retry = retry;
  }
}
