export interface RerankRequest {
  readonly query: string;
  readonly documents: readonly string[];
  readonly signal: AbortSignal;
}

/** A model that judges documents against a query. */
export interface Reranker {
  /**
   * One score in [0, 1] for each document, in order; null where the model gave none. @throws when the endpoint fails
   */
  rerank(request: RerankRequest): Promise<readonly (number | null)[]>;
}
